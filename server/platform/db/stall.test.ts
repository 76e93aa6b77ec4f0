import { Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { openMemory } from './connect.ts';
import { FaultLog } from './fault-log.ts';
import { stallFinder } from './lanes.ts';
import { SqliteMutex, sqliteDialect } from './sqlite-dialect.ts';
import { connectionTo, SqliteFile } from './sqlite-file.ts';

it('a test refuses a second connection inside a transaction, because the server would stall', async () => {
  const store = await openMemory();
  const nested = store.db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    await sql`select 2`.execute(store.inLane('votes'));
  });
  await expect(nested).rejects.toThrow('second connection');
  await sql`select 3`.execute(store.db);
  await store.close();
});

it('the server finds a transaction that holds the store without a statement while others wait', async () => {
  let now = 0;
  const mutex = new SqliteMutex(connectionTo(new SqliteFile(null, false)), new FaultLog(), 0, () => now);
  const db = new Kysely<object>({ dialect: sqliteDialect(mutex) });
  const find = stallFinder(mutex);
  /** Looks twice, half a minute apart. */
  const lookTwice = () => {
    find();
    now += 30_000;
    return find();
  };
  let end = () => {};
  const held = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    await sql`select 2`.execute(trx);
  });
  await new Promise(setImmediate);
  expect(lookTwice()).toBeNull();
  const waiting = sql`select 3`.execute(db);
  await new Promise(setImmediate);
  expect(lookTwice()).toContain('has held the store for 30 s');
  end();
  await Promise.all([held, waiting]);
  expect(lookTwice()).toBeNull();
  await db.destroy();
});
