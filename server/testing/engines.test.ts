import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const server = join(import.meta.dirname, '..');

it('a suite on one engine has no second process and no raw SQL', () => {
  const suites = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && path !== join('testing', 'engines.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }))
    .filter(({ text }) => text.includes('describeOnOneEngine('));
  expect(suites.length).toBeGreaterThan(0);
  const crossing = suites.filter(({ text }) => /\.another\(|\bsql`/.test(text));
  expect(crossing.map(({ path }) => path)).toEqual([]);
});
