import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { defined } from '../../../shared/defined.ts';
import { longOnly, rounds } from '../../../shared/testing/rounds.ts';
import { openStore } from '../../platform/db/connect.ts';
import { migrate } from '../../platform/db/schema/migrate.ts';
import { appForSuite, postgresApp, sqliteApp, startApp, type TestApp } from '../../testing/app.ts';
import { listen } from '../../testing/live.ts';
import { type ServerProcess, startServer } from '../../testing/process.ts';
import { freshPostgresDatabase } from '../../testing/setup/postgres.ts';
import { booked, expectBooksWhole, onlineJoint } from './gateway.fixture.ts';
import { notificationOf, type StandInTransaction } from './stand-in.fixture.ts';
import { comparable, makeStorm, post, type Storm, sendStorm } from './storm.fixture.ts';

// A long run sends 10,000 notifications on a busy machine.
vi.setConfig({ testTimeout: 900_000 });

/** Notifications of a storm: 120, in a long run 10,000. */
const MANY = rounds(120, 10_000);
const UNITS = Array.from({ length: rounds(12, 100) }, (_, i) => String(101 + i));

/** Compares the books with the distinct approved payments, and checks ledger and trail. */
async function expectAfter(app: Pick<TestApp, 'store'>, jointId: number, storm: Storm): Promise<void> {
  const inBooks = await booked(app, jointId);
  expect(comparable(inBooks)).toEqual(comparable(storm.expected));
  // Each transaction has one payment, voided ones at most one.
  const ids = inBooks.map((line) => line.split(' ')[0]);
  expect(new Set(ids).size).toBe(ids.length);
  const expectedIds = new Set(storm.expected.map((line) => line.split(' ')[0]));
  expect(ids.filter((id) => !expectedIds.has(id))).toEqual([]);
  await expectBooksWhole(app, jointId);
}

const storms = (make: typeof postgresApp) => {
  const app = appForSuite(make);
  const second = appForSuite(() => app.another());

  it(`${MANY} notifications to two processes post each approved payment once`, async () => {
    const { jointId } = await onlineJoint(app, { units: UNITS });
    const seed = inject('seed');
    const storm = await makeStorm(app, jointId, { units: UNITS, many: MANY, seed });
    expect(storm.forged).toBeGreaterThan(MANY / 20);
    const urls = [await listen(app), await listen(second)];
    expect(await sendStorm(storm, jointId, { urls: () => urls, seed })).toEqual([]);
    await expectAfter(app, jointId, storm);
    // A part of the storm again has no effect.
    const before = await booked(app, jointId);
    await sendStorm({ sendings: storm.sendings.slice(0, 100) }, jointId, { urls: () => urls, seed });
    expect(await booked(app, jointId)).toEqual(before);
  });
};

describe('storm of notifications on PostgreSQL', () => storms(postgresApp));
// The quick run tries SQLite with a killed server.
longOnly(describe)('storm of notifications on SQLite', () => storms(sqliteApp));

describe('notifications to killed servers', () => {
  let dataDir: string;
  const servers: ServerProcess[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'scaf-gateway-'));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Works on the store while no server of SQLite runs. */
  async function inStore<T>(databaseUrl: string | null, work: (app: TestApp) => Promise<T>): Promise<T> {
    const store = await openStore({ dataDir, databaseUrl });
    await migrate(store);
    const app = await startApp(
      store,
      () => store.close(),
      () => Promise.reject(new Error('There is no other process.')),
    );
    const result = await work(app);
    await app.close();
    return result;
  }

  /** Sends a storm to some servers, and meanwhile kills and restarts a server, each time after the same number of answers. */
  async function killDuring(
    databaseUrl: string | null,
    { many, processes, kills }: { many: number; processes: number; kills: number },
  ): Promise<void> {
    const seed = inject('seed');
    const { jointId, storm } = await inStore(databaseUrl, async (app) => {
      const joint = await onlineJoint(app, { units: UNITS });
      return { ...joint, storm: await makeStorm(app, joint.jointId, { units: UNITS, many, seed }) };
    });
    const start = async (port?: number) =>
      servers.push(
        await startServer({ dataDir, ...defined({ port, databaseUrl: databaseUrl ?? undefined }) }),
      );
    for (let i = 0; i < processes; i += 1) await start();
    const everyAnswers = Math.floor(storm.sendings.length / (kills + 1));
    let killed = 0;
    let restarts = Promise.resolve();
    const killOne = async () => {
      const server = servers.shift();
      if (server === undefined) throw new Error('No server is running.');
      await server.end('SIGKILL');
      killed += 1;
      await start(Number(new URL(server.url).port));
    };
    const urls = async () => {
      while (servers.length === 0) await restarts;
      return servers.map(({ url }) => url);
    };
    const onAnswer = (answers: number) => {
      if (answers % everyAnswers === 0 && answers <= everyAnswers * kills) restarts = restarts.then(killOne);
    };
    expect(await sendStorm(storm, jointId, { urls, seed, atOnce: 4, onAnswer })).toEqual([]);
    await restarts;
    expect(killed).toBe(kills);
    for (const server of servers.splice(0)) await server.end();
    await inStore(databaseUrl, (app) => expectAfter(app, jointId, storm));
  }

  it('kills of one SQLite server leave each approved payment once', { tags: 'slow' }, async () => {
    await killDuring(null, { many: rounds(100, 10_000), processes: 1, kills: rounds(1, 20) });
  });

  longOnly(it)('kills of two servers on PostgreSQL leave each approved payment once', async () => {
    const database = await freshPostgresDatabase();
    await killDuring(database.url, { many: MANY, processes: 2, kills: 20 });
    await database.drop();
  });

  it('a forged notification leaves only one line in the log, without data', { tags: 'slow' }, async () => {
    const { jointId } = await inStore(null, (app) => onlineJoint(app));
    const server = await startServer({ dataDir });
    servers.push(server);
    const transaction: StandInTransaction = {
      id: '1-2-3',
      status: 'APPROVED',
      amount_in_cents: 10_000_000,
      reference: 'SCAF-1',
      currency: 'COP',
      created_at: '2026-01-01T00:00:00Z',
      finalized_at: null,
    };
    const forged = JSON.stringify(notificationOf(transaction, { eventsSecret: 'prod_events_guess' }));
    for (let i = 0; i < 10; i += 1) expect(await post(server.url, jointId, forged)).toBe(400);
    // Other junk gets the same answer: an unknown joint, another form.
    expect(await post(server.url, 999, forged)).toBe(400);
    expect(await post(server.url, jointId, '{}')).toBe(400);
    const sentence = 'notification without a valid signature';
    await expect.poll(() => server.output().split(sentence).length - 1).toBe(12);
    for (const secret of ['PAGADORA', 'pagadora@', '1-2-3', 'prod_events', 'SCAF-1"'])
      expect(server.output()).not.toContain(secret);
    await server.end();
    await inStore(null, async (app) => {
      for (const table of ['gateway_transaction', 'payment', 'receipt'] as const)
        expect(await app.store.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    });
  });
});
