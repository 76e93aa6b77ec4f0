/** Test: quoted words of a tutorial appear on a screen, and addresses in a tutorial are routes of the client. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { chapters, manuals } from '../../client/tutorials/guides/chapters.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Joins lines of a text, and drops an open parenthesis at the end, left before a number: 'Enviar invitaciones ('.
 */
const tidy = (text: string): string => text.replace(/\s+/g, ' ').replace(/\($/, '').trim();

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^e2e\b|^tutorials\b/.test(name))
    .map((name) => join(ROOT, folder, name));
}

/**
 * Returns every text of a source file that a screen may show: literals, texts between tags, and parts of templates.
 */
function textsOf(file: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node)) {
      found.push(tidy(node.text));
    } else if (ts.isTemplateMiddleOrTemplateTail(node)) {
      found.push(tidy(node.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const onScreens = new Set(['client', 'shared'].flatMap(sources).flatMap(textsOf));
/** Literal names of elements in the shots of the tutorials. */
const shotNames = [
  ...readFileSync(join(ROOT, 'scripts/pictures/tutorial-shots.ts'), 'utf8').matchAll(
    /(?:button|card|getByLabel|getByText|name:|hasText:) ?\(?'([A-ZÁÉÍÓÚ¿][^'\n]+)'/g,
  ),
].map(([, name = '']) => name);
const guides = [...chapters, ...manuals].flatMap((chapter) => chapter.guides);

/** Returns all matches of a pattern in the tutorials, with the id of the tutorial. */
const quotesOf = (what: RegExp): { id: string; quote: string }[] =>
  guides.flatMap(({ id, intro, steps }) =>
    [intro, ...steps.flatMap(({ text, picture }) => [text, picture?.alt ?? ''])].flatMap((text) =>
      [...text.matchAll(what)].map(([, quote = '']) => ({ id, quote })),
    ),
  );

it('every quoted text of a tutorial is a text of a screen', () => {
  const quotes = quotesOf(/«([^»]+)»/g);
  expect(quotes.length).toBeGreaterThan(guides.length);
  expect(quotes.filter(({ quote }) => !onScreens.has(quote))).toEqual([]);
  // Words that only resemble words of a screen are found.
  expect(onScreens).toContain('Registrar Asistencia');
  expect(onScreens).not.toContain('Registrar asistencias');
});

it('every address is a route', () => {
  const addresses = quotesOf(/\s(\/[A-Z]\w+)/g);
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter(({ quote }) => !onScreens.has(quote))).toEqual([]);
});

it('the shots of the tutorials name elements of a screen', () => {
  expect(shotNames.length).toBeGreaterThan(30);
  expect(shotNames.filter((name) => !onScreens.has(name))).toEqual([]);
});
