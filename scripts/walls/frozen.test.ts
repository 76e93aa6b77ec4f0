/** Test: the wall of frozen migrations reports a deliberate breach, and the tree has no breach. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { frozenBreaches, readMigrations } from './frozen.ts';

const frozen = JSON.parse(readFileSync(new URL('frozen.json', import.meta.url), 'utf8'));

it('every migration and each part of the baseline is frozen', () => {
  const now = readMigrations(fileURLToPath(new URL('../..', import.meta.url)));
  expect(frozenBreaches(now, frozen)).toEqual([]);
  for (const name of Object.keys(migrations)) expect(Object.keys(frozen)).toContain(`${name}.ts`);
});

it('refuses a changed, a removed and an unlisted migration', () => {
  expect(
    frozenBreaches({ 'a.ts': '1', 'b.ts': '2', 'd.ts': '4' }, { 'a.ts': '1', 'b.ts': '1', 'c.ts': '3' }),
  ).toEqual([
    'migrations/b.ts: is frozen; write a new migration',
    'migrations/c.ts: is frozen; write a new migration',
    'migrations/d.ts: run check.ts --freeze',
  ]);
});
