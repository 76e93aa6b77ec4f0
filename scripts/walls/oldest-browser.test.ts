/** Chrome 109 is the oldest supported browser. The build translates newer syntax and adds no newer functions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Functions of Chrome 110 and later. */
const NEWER =
  /\.(?:toReversed|toSorted|toSpliced|isWellFormed|toWellFormed)\(|\b(?:Promise\.withResolvers|(?:Object|Map)\.groupBy|URL\.canParse|AbortSignal\.any|Array\.fromAsync)\(/g;

it('no page calls what the oldest browser lacks', () => {
  const files = ['client', 'shared']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\be2e\b|\btesting\b/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const calls = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(NEWER)].map(([call]) => `${file}: ${call}`),
  );
  expect(calls).toEqual([]);
});
