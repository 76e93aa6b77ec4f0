/** Test: stores of the last version before 1.0 get the name of the baseline; any other older store is refused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { baselineSchema, before } from '../../../../migrations/before.ts';
import { BASELINE, migrations } from '../../../../migrations/index.ts';
import { describeOnBothEngines } from '../../../testing/app.ts';
import { disguise, formerVersions, hasFormerVersions, migrateFormer } from '../../../testing/former.ts';
import { freshPostgresDatabase } from '../../../testing/setup/postgres.ts';
import { openStore } from '../connect.ts';
import { listAppliedMigrations, schemaHash } from './adopt.ts';
import { schemaLines } from './lines.ts';
import { isBehind, migrate } from './migrate.ts';

const last = formerVersions[2];

const refusal = `Estos datos son de una versión anterior a 1.0. Actualice primero a ${before.version}.`;

describeOnBothEngines('a store from before 1.0', (make, engine) => {
  it('has the schema of the baseline, hashed alike in every new store', async () => {
    const { store, close } = await make();
    const { db } = store;
    expect(await schemaHash(db)).toBe(baselineSchema[engine]);
    expect(before.migrations).toEqual([...before.migrations].sort());
    await close();
  });

  it('gets the name of the baseline once, from several servers at the same moment', async () => {
    const { store, close } = await make();
    await disguise(store);
    expect(await isBehind(store)).toBe(true);
    const epoch = await store.db.selectFrom('store_epoch').selectAll().execute();
    await Promise.all([migrate(store), migrate(store), migrate(store)]);
    expect(await listAppliedMigrations(store.db)).toEqual(Object.keys(migrations));
    expect(await store.db.selectFrom('store_epoch').selectAll().execute()).toEqual(epoch);
    await close();
  });

  it.each([
    ['a changed column', 'alter table legal_rate add column note text'],
    ['a missing index', 'drop index joint_parent'],
    [
      'a missing trigger',
      engine === 'sqlite' ? 'drop trigger bill_no_update' : 'drop trigger bill_frozen on bill',
    ],
  ])('is refused and unchanged with %s', async (_, change) => {
    const { store, close } = await make();
    await disguise(store);
    await sql.raw(change).execute(store.db);
    const schema = await schemaLines(store.db);
    await expect(migrate(store)).rejects.toThrow(refusal);
    expect(await listAppliedMigrations(store.db)).toEqual(before.migrations);
    expect(await schemaLines(store.db)).toEqual(schema);
    await close();
  });

  it.each([
    ['one migration too few', before.migrations.slice(0, -1)],
    ['one migration too many', [...before.migrations, '20261202x-other']],
  ])('is refused with %s', async (_, names) => {
    const { store, close } = await make();
    await disguise(store, names);
    await expect(migrate(store)).rejects.toThrow(refusal);
    expect(await listAppliedMigrations(store.db)).toEqual([...names].sort());
    await close();
  });
});

describe.skipIf(!hasFormerVersions)('stores made by the migrations of former versions', () => {
  const places = {
    sqlite: async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'scaf-former-'));
      return { address: { dataDir, databaseUrl: null }, drop: () => rmSync(dataDir, { recursive: true }) };
    },
    postgres: async () => {
      const { url, drop } = await freshPostgresDatabase();
      return { address: { dataDir: '', databaseUrl: url }, drop };
    },
  };

  it.each(['sqlite', 'postgres'] as const)(
    'reach the baseline from %s and no other state does',
    async (engine) => {
      const { address, drop } = await places[engine]();
      const store = await openStore(address);
      for (const commit of formerVersions) {
        await migrateFormer(store, commit);
        if (commit === last) break;
        const applied = await listAppliedMigrations(store.db);
        await expect(migrate(store)).rejects.toThrow(refusal);
        expect(await listAppliedMigrations(store.db)).toEqual(applied);
      }
      expect(await listAppliedMigrations(store.db)).toEqual(before.migrations);
      await migrate(store);
      expect(await listAppliedMigrations(store.db)).toEqual([BASELINE]);
      expect(await schemaHash(store.db)).toBe(baselineSchema[engine]);
      await store.close();
      await drop();
    },
  );
});
