import { type Migration, sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrations } from '../../../../migrations/index.ts';
import { describeOnBothEngines } from '../../../testing/app.ts';
import { migrate } from './migrate.ts';

describeOnBothEngines('steps of the schema', (make) => {
  it('a failed migration rolls all migrations of the run back', async () => {
    const app = await make();
    const { db } = app.store;
    const tables = async () => (await db.introspection.getTables()).map(({ name }) => name).sort();
    const done = async () =>
      (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows;
    const [tablesBefore, doneBefore] = [await tables(), await done()];
    const steps: Record<string, Migration> = {
      ...migrations,
      'z1-good': {
        up: async (trx) => {
          await trx.schema.createTable('z_good').addColumn('id', 'integer').execute();
        },
      },
      'z2-fails': {
        up: async (trx) => {
          await trx.schema.alterTable('store_probe').addColumn('half', 'integer').execute();
          await sql`update store_probe set nothing = 1`.execute(trx);
        },
      },
    };
    await expect(migrate(app.store, steps)).rejects.toThrow(/que queda como estaba/);
    expect(await tables()).toEqual(tablesBefore);
    expect(await done()).toEqual(doneBefore);
    const probe = (await db.introspection.getTables()).find(({ name }) => name === 'store_probe');
    expect(probe?.columns.map(({ name }) => name)).toEqual(['id', 'at', 'writes']);
    await app.close();
  });

  it('migrations with a wrong time do not stop the start of a server', async () => {
    const app = await make();
    const last = Object.keys(migrations).sort().at(-1) ?? '';
    const early = '2020-01-01T00:00:00.000Z';
    await sql`update kysely_migration set timestamp = ${early} where name = ${last}`.execute(app.store.db);
    await expect(migrate(app.store)).resolves.toBeUndefined();
    await app.close();
  });
});
