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

  it('a store from before 1.0 gets the schema of the baseline', async () => {
    await migrate(store, baselineAlone);
    expect(await schemaHash(store.db)).toBe(baselineSchema[engine]);
    expect(before.migrations).toEqual([...before.migrations].sort());
  });

  it('several servers adopt a store once', async () => {
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
    ['another column', 'alter table legal_rate add column note text', 'sobra «legal_rate: note text»'],
    [
      'a changed column',
      'alter table legal_rate rename column source to origin',
      /falta «legal_rate: source text.*sobra «legal_rate: origin text/,
    ],
    ['a missing index', 'drop index joint_parent', /falta «create index joint_parent on joint/i],
    [
      'a missing trigger',
      engine === 'sqlite' ? 'drop trigger bill_no_update' : 'drop trigger bill_frozen on bill',
      /falta «create trigger bill_/i,
    ],
    [
      'a trigger of others on a table of SCAF',
      engine === 'sqlite'
        ? 'create trigger of_dba before delete on bill begin select 1; end'
        : 'create trigger of_dba before delete on bill execute function suppress_redundant_updates_trigger()',
      /sobra «create trigger of_dba before delete on bill/i,
    ],
  ])('a store with %s is refused unchanged, with the next step', async (_, change, difference) => {
    await migrate(store, baselineAlone);
    await disguise(store);
    await sql.raw(change).execute(store.db);
    const schema = await schemaLines(store.db);
    await expect(isBehind(store)).rejects.toThrow(difference);
    await expect(migrate(store)).rejects.toThrow(
      'Deshaga el cambio en la base de datos, o restaure una copia anterior al cambio, y vuelva a iniciar.',
    );
    expect(await listAppliedMigrations(store.db)).toEqual(before.migrations);
    expect(await schemaLines(store.db)).toEqual(schema);
  });

  it('a store with a table, a view and an index of other programs is adopted', async () => {
    await migrate(store, baselineAlone);
    await disguise(store);
    for (const change of [
      'create table monitor (monitor_id integer primary key, joint_id integer references joint (joint_id))',
      'create index monitor_joint on monitor (joint_id)',
      'create view monitored as select joint_id from monitor',
      'create index legal_rate_of_dba on legal_rate (source)',
      'insert into monitor (monitor_id) values (7)',
    ])
      await sql.raw(change).execute(store.db);
    expect(await isBehind(store)).toBe(true);
    await migrate(store);
    expect(await listAppliedMigrations(store.db)).toEqual(Object.keys(migrations));
    expect((await sql`select monitor_id from monitor`.execute(store.db)).rows).toEqual([{ monitor_id: 7 }]);
    const added = (await schemaLines(store.db)).filter((line) => /monitor|of_dba/.test(line));
    expect(added.length).toBeGreaterThan(3);
    const schema = (await schemaLines(store.db)).filter((line) => !added.includes(line));
    expect(schema).toEqual(await newSchema(engine));
  });

  it.each([
    ['one migration too few', before.migrations.slice(0, -1)],
    ['one migration too many', [...before.migrations, '20261202x-other']],
  ])('a store with %s is refused', async (_, names) => {
    await migrate(store, baselineAlone);
    await disguise(store, names);
    await expect(migrate(store)).rejects.toThrow(refusal);
    expect(await listAppliedMigrations(store.db)).toEqual([...names].sort());
  });

  it.skipIf(!hasFormerVersions)('a store is adopted only after all former migrations', async () => {
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
  });
});
