/** Test: the specification writes 'Quorum' as the name of a page and of a row, but every sentence says 'quórum'. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Pattern of right uses of 'Quorum' without accent: names of the specification, and addresses. */
const named = /«Quorum»|Quorum Actual|^Quorum(?: · SCAF)?$|\/Quorum\b|\/quorum\b/g;
const texts = /'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`|>([^<>{}\n]*)</g;

/** Returns the texts of a source file that users may read: several words, without inserted values. */
function sentencesOf(file: string): string[] {
  const code = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/\$\{[^}]*\}/g, '');
  return [...code.matchAll(texts)].map((found) => (found.slice(1).find(Boolean) ?? '').replace(named, ''));
}

it('every sentence says quórum', () => {
  const files = ['client', 'server', 'shared']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\be2e\b|\btesting\b/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const wrong = files.flatMap((file) =>
    sentencesOf(file)
      .filter((text) => text.includes(' ') && /\bquorum\b|\bcu[oó]rum\b/i.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});
