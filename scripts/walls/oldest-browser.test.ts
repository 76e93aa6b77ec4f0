/**
 * Test: the built client uses no function newer than Chrome 109, the oldest supported browser. The build translates
 * newer syntax but adds no missing functions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Pattern of functions that came with Chrome 110 or later. */
const NEWER =
  /\.(?:toReversed|toSorted|toSpliced|isWellFormed|toWellFormed)\(|\b(?:Promise\.withResolvers|(?:Object|Map)\.groupBy|URL\.canParse|AbortSignal\.any|Array\.fromAsync)\(/g;

it('no page calls a function missing in the oldest browser', () => {
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
