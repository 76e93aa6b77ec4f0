import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { connectionTo, SqliteFile } from '../../platform/db/sqlite-file.ts';
import { warmVotes } from './warm-votes.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scaf-warm-'));
  copyFileSync(inject('migratedFile'), join(dataDir, 'scaf.sqlite'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('warming stores all scratch votes, prepares the statements, and adds no row to the store', async () => {
  const file = new SqliteFile(dataDir, false);
  const countOf = async (table: string) => {
    const steps = [{ do: 'run', sql: `select count(*) from ${table}`, parameters: [] }] as const;
    return (await connectionTo(file).do(steps)).found[0]?.values[0];
  };
  const before = await countOf('audit_entry');
  expect(await warmVotes(file)).toBe(600);
  const texts = file.prepared.map((text) => text.trim().replaceAll('"', ''));
  for (const start of ['insert into vote (', 'insert into audit_entry', 'insert into idempotency_key'])
    expect(texts.filter((text) => text.startsWith(start))).not.toEqual([]);
  expect(texts.some((text) => text.startsWith('update joint_revision'))).toBe(true);
  expect([await countOf('vote'), await countOf('assembly'), await countOf('audit_entry')]).toEqual([
    0,
    0,
    before,
  ]);
  file.close();
});
