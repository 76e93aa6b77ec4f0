/** Test: stores of the last version before 1.0 get the name of the baseline; any other older store is refused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { baselineSchema, before } from '../../../../migrations/before.ts';
import { migrations } from '../../../../migrations/index.ts';
import {
  baselineAlone,
  disguise,
  formerVersions,
  hasFormerVersions,
  migrateFormer,
  newSchema,
} from '../../../testing/former.ts';
import { freshPostgresDatabase } from '../../../testing/setup/postgres.ts';
import { openStore, type Store } from '../connect.ts';
import { listAppliedMigrations, schemaHash } from './adopt.ts';
import { schemaLines } from './lines.ts';
import { isBehind, migrate } from './migrate.ts';

const last = formerVersions[2];
const refusal = `Estos datos son de una versión anterior a 1.0. Actualice primero a ${before.version}.`;

describe.each(['sqlite', 'postgres'] as const)('a store from before 1.0 on %s', (engine) => {
  let store: Store;
  let drop: () => unknown;

  beforeEach(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'scaf-former-'));
    const database = engine === 'postgres' ? await freshPostgresDatabase() : null;
    store = await openStore({ dataDir, databaseUrl: database?.url ?? null });
    drop = async () => {
      rmSync(dataDir, { recursive: true });
      await database?.drop();
    };
  });
  afterEach(async () => {
    await store.close();
    await drop();
  });

  it('has the schema of the baseline', async () => {
    await migrate(store, baselineAlone);
    expect(await schemaHash(store.db)).toBe(baselineSchema[engine]);
    expect(before.migrations).toEqual([...before.migrations].sort());
  });

  it('gets the name of the baseline once, from several servers at the same moment', async () => {
    await migrate(store, baselineAlone);
    await disguise(store);
    expect(await isBehind(store)).toBe(true);
    const epoch = await store.db.selectFrom('store_epoch').selectAll().execute();
    await Promise.all([migrate(store), migrate(store), migrate(store)]);
    expect(await listAppliedMigrations(store.db)).toEqual(Object.keys(migrations));
    expect(await store.db.selectFrom('store_epoch').selectAll().execute()).toEqual(epoch);
    expect(await schemaLines(store.db)).toEqual(await newSchema(engine));
  });

  it.each([
    ['another column', 'alter table legal_rate add column note text'],
    ['a changed column', 'alter table legal_rate rename column source to origin'],
    ['a missing index', 'drop index joint_parent'],
    [
      'a missing trigger',
      engine === 'sqlite' ? 'drop trigger bill_no_update' : 'drop trigger bill_frozen on bill',
    ],
  ])('is refused and unchanged with %s', async (_, change) => {
    await migrate(store, baselineAlone);
    await disguise(store);
    await sql.raw(change).execute(store.db);
    const schema = await schemaLines(store.db);
    await expect(migrate(store)).rejects.toThrow(refusal);
    expect(await listAppliedMigrations(store.db)).toEqual(before.migrations);
    expect(await schemaLines(store.db)).toEqual(schema);
  });

  it.each([
    ['one migration too few', before.migrations.slice(0, -1)],
    ['one migration too many', [...before.migrations, '20261202x-other']],
  ])('is refused with %s', async (_, names) => {
    await migrate(store, baselineAlone);
    await disguise(store, names);
    await expect(migrate(store)).rejects.toThrow(refusal);
    expect(await listAppliedMigrations(store.db)).toEqual([...names].sort());
  });

  it.skipIf(!hasFormerVersions)(
    'is adopted after the migrations of former versions, not before',
    async () => {
      for (const commit of formerVersions) {
        await migrateFormer(store, commit);
        if (commit === last) break;
        const applied = await listAppliedMigrations(store.db);
        await expect(migrate(store)).rejects.toThrow(refusal);
        expect(await listAppliedMigrations(store.db)).toEqual(applied);
      }
      expect(await listAppliedMigrations(store.db)).toEqual(before.migrations);
      await migrate(store);
      expect(await listAppliedMigrations(store.db)).toEqual(Object.keys(migrations));
      expect(await schemaLines(store.db)).toEqual(await newSchema(engine));
    },
  );
});
