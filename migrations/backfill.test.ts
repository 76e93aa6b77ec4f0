import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migrator, sql } from 'kysely';
import { expect, it } from 'vitest';
import { openStore } from '../server/db/connect.ts';
import { freshPostgresDatabase } from '../server/testing/postgres.ts';
import { migrations } from './index.ts';

/** A store as an earlier version left it: one joint, a closed question, one that never was, a vote. */
const before = [
  `insert into joint (joint_id, joint_name, uses_assemblies, uses_billing, created_at) values (1, 'A', 1, 0, 1)`,
  `insert into assembly (assembly_id, joint_id, kind, mode, call, created_at) values (1, 1, 'ordinary', 'mixed', 1, 1)`,
  ...[
    ['101', 'vivienda', 60_000_000_000],
    ['L1', 'local', 40_000_000_000],
  ].map(
    ([
      unit,
      kind,
      coefficient,
    ]) => `insert into roll_unit (assembly_id, joint_id, apartment_id, position, kind,
      owner_name, owner_key, coefficient) values (1, 1, '${unit}', 1, '${kind}', 'A', 'a', ${coefficient})`,
  ),
  `insert into concept (assembly_id, joint_id, concept_id, description, active, created_at, base_coefficient)
    values (1, 1, 2, 'x', 0, 1, 5), (1, 1, 3, 'y', 0, 1, null)`,
  `insert into answer (assembly_id, joint_id, concept_id, answer_id, description) values (1, 1, 2, 1, 'Si')`,
  `insert into vote (assembly_id, joint_id, concept_id, apartment_id, answer_id, coefficient, at, receipt, holder,
    cast_by, remote) values (1, 1, 2, 'L1', 1, 40000000000, 1, 'r', 'h', 'c', 0)`,
];

it.each(['sqlite', 'postgres'] as const)('what was closed before keeps its base on %s', async (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-migrations-'));
  const database = engine === 'postgres' ? await freshPostgresDatabase() : null;
  const store = await openStore({ dataDir, databaseUrl: database?.url ?? null });
  const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
  await migrator.migrateTo('20261121c-audit');
  for (const statement of before) await sql.raw(statement).execute(store.db);
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const concepts = await store.db
    .selectFrom('concept')
    .select(['concept_id', 'base_total', 'base_mode'])
    .orderBy('concept_id')
    .execute();
  expect(concepts).toEqual([
    { concept_id: 2, base_total: 100_000_000_000, base_mode: 'mixed' },
    { concept_id: 3, base_total: null, base_mode: null },
  ]);
  expect(await store.db.selectFrom('vote').select('kind').execute()).toEqual([{ kind: 'local' }]);
  await store.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
