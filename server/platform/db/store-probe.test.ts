import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { getHealth } from '../../../shared/platform.api.ts';
import { describeOnBothEngines, sqliteApp, type TestApp } from '../../testing/app.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { StoreProbe } from './store-probe.ts';

describeOnBothEngines('health', (make) => {
  it('health is ok after a write, and all checks leave a single row', async () => {
    const app = await make();
    for (let i = 0; i < 3; i += 1) {
      expect(await app.call(getHealth)).toMatchObject({ status: 200, body: { status: 'ok' } });
    }
    const [row, ...more] = await app.store.db.selectFrom('store_probe').selectAll().execute();
    expect(row?.id).toBe(1);
    expect(more).toEqual([]);
    await app.close();
  });
});

const changes = async ({ store: { db } }: TestApp): Promise<number> =>
  (await sql<{ n: number }>`select total_changes() as n`.execute(db)).rows[0]?.n ?? 0;

it('a flood of health checks costs a write per second', async () => {
  const app = await sqliteApp();
  let now = 0;
  const probe = new StoreProbe(app.store.db, () => now);
  const before = await changes(app);
  for (let i = 0; i < 20; i += 1) {
    now += 49;
    expect(await probe.canWrite()).toBe(true);
  }
  await Promise.all(Array.from({ length: 500 }, () => probe.canWrite()));
  expect((await changes(app)) - before).toBe(1);
  now += 1000;
  await Promise.all(Array.from({ length: 500 }, () => probe.canWrite()));
  expect((await changes(app)) - before).toBe(2);
  await app.close();
});

it('health fails for a read-only store, and is ok again once writable', async () => {
  const app = await sqliteApp();
  await sql`pragma query_only = on`.execute(app.store.db);
  const refused = await app.call(getHealth);
  expectRefused(refused, 'storeUnavailable');
  expect(refused.headers['retry-after']).toBe('5');
  await sql`pragma query_only = off`.execute(app.store.db);
  await expect.poll(async () => (await app.call(getHealth)).status).toBe(200);
  await app.close();
});

it('health gives up waiting for a write after two seconds', async () => {
  const app = await sqliteApp();
  const other = new BetterSqlite(join(app.store.address.dataDir, 'scaf.sqlite'), { timeout: 5000 });
  other.exec('begin immediate');
  let now = 0;
  const probe = new StoreProbe(app.store.db, () => now);
  const first = probe.canWrite();
  now = 2000;
  expect(await probe.canWrite(), 'of the same probe, which is late').toBe(false);
  other.exec('commit');
  other.close();
  expect(await first).toBe(true);
  await app.close();
});
