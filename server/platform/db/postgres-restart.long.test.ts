import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { getHealth } from '../../../shared/platform.api.ts';
import { longOnly } from '../../../shared/testing/rounds.ts';
import { verifyAudit } from '../../audit/verify.ts';
import { startApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Follower, follow, followJoint } from '../../testing/live.ts';
import { type ServerProcess, startServer } from '../../testing/process.ts';
import { createDatabase, type PostgresServer, startPostgres } from '../../testing/setup/postgres-server.ts';
import { openStore, type Store } from './connect.ts';
import { migrate } from './schema/migrate.ts';

const COUNT = 60;
const units = Array.from({ length: COUNT }, (_, i) => [`U${100 + i}`, 1, `PERSONA ${i}`] as const);
const ids = units.map(([id]) => id);

/** Tests with a real server, a real database that restarts, and connected screens. */
describe('a restart of PostgreSQL', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  let server: ServerProcess;
  let wall: Follower;
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** Starts a server with all units registered, an open question and a connected screen. */
  async function voting(): Promise<AssemblyFixture & { question: number; url: string }> {
    const dataDir = mkdtempSync(join(tmpdir(), 'scaf-restart-'));
    ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const { url } = await createDatabase(postgres.url);
    const evening = await inStore(url, async (store) => {
      await migrate(store);
      const app = await startApp(
        store,
        async () => undefined,
        () => Promise.reject(new Error('There is no other process.')),
      );
      const made = await holdAssembly(app, { units, staff: await firstStaff(app) });
      await made.register(ids);
      const question = await made.ask('¿Aprueba?');
      await app.close();
      return { ...made, question };
    });
    server = await startServer({ dataDir, databaseUrl: url });
    ends.push(() => server.end('SIGKILL'));
    wall = await followJoint(server.url, evening.operator, evening.jointId);
    ends.push(() => wall.close());
    return { ...evening, url };
  }
  async function inStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore({ dataDir: '', databaseUrl: url });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  const cast = (evening: AssemblyFixture & { question: number }, apartmentId: string) =>
    server.call(
      castVote,
      { body: { jointId: evening.jointId, apartmentId, conceptId: evening.question, voteId: 1 } },
      { token: evening.operator, key: `clave-${apartmentId}` },
    );
  /** Repeats a vote with the same idempotency key until a final answer, like the client. */
  async function castAgainAndAgain(
    evening: AssemblyFixture & { question: number },
    unit: string,
  ): Promise<string> {
    let status = 0;
    let receipt = '';
    await expect
      .poll(
        async () => {
          const reply = await cast(evening, unit);
          receipt = reply.body?.receipt ?? '';
          status = reply.status;
          return status;
        },
        { interval: 200 },
      )
      .toBe(201);
    return receipt;
  }
  /** Ends every other connection to the database. */
  async function terminateAll(url: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await client.end();
  }

  const faults: Record<string, (url: string) => Promise<void>> = {
    'its connections ended': terminateAll,
    'a fast restart': async () => {
      await postgres.halt('fast');
      await postgres.resume();
    },
    'an immediate restart': async () => {
      await postgres.halt('immediate');
      await postgres.resume();
    },
  };

  it('votes are refused while the database hangs, and accepted afterwards', async ({ skip }) => {
    const evening = await voting();
    expect((await server.call(getHealth)).status).toBe(200);
    const frozen = postgres.freeze();
    if (frozen === null) return skip('the processes of PostgreSQL are not told here');
    try {
      // The result of the last second is still used.
      await expect.poll(async () => (await server.call(getHealth)).status, { interval: 200 }).toBe(503);
    } finally {
      frozen.thaw();
    }
    const [unit = ''] = ids;
    await castAgainAndAgain(evening, unit);
    await eventually(() => wall.last('vote')?.voted.apartments).toBe(1);
    await expect.poll(async () => (await server.call(getHealth)).status, { interval: 200 }).toBe(200);
  });

  it('while the database is away a screen gets storeUnavailable, not an ended session', async () => {
    const evening = await voting();
    await postgres.halt('fast');
    try {
      // A session unknown to the server: requires the store.
      expect(await follow(server.url, evening.staff)).toBe('storeUnavailable');
    } finally {
      await postgres.resume();
    }
    await expect
      .poll(async () => {
        const screen = await follow(server.url, evening.staff);
        if (typeof screen === 'string') return screen;
        screen.close();
        return 'let in';
      })
      .toBe('let in');
  });

  for (const [name, fault] of Object.entries(faults)) {
    const define = name === 'an immediate restart' ? it : longOnly(it);
    define(
      `finds the server there after ${name}, idle and under votes, and no vote lost or doubled`,
      async () => {
        const evening = await voting();
        await fault(evening.url);
        const [idle = '', ...others] = ids;
        const receipts = [await castAgainAndAgain(evening, idle)];
        await eventually(() => wall.last('vote')?.voted.apartments).toBe(1);

        const first = others.slice(0, COUNT / 2).map((unit) => castAgainAndAgain(evening, unit));
        await Promise.race(first);
        const rest = others.slice(COUNT / 2).map((unit) => castAgainAndAgain(evening, unit));
        await fault(evening.url);
        receipts.push(...(await Promise.all([...first, ...rest])));
        await eventually(() => wall.last('vote')?.voted.apartments).toBe(COUNT);
        expect(wall.connected(), 'the screen never lost its server').toBe(true);
        const { stored, findings } = await inStore(evening.url, async ({ db }) => ({
          stored: await db.selectFrom('vote').select('receipt').execute(),
          findings: (await verifyAudit(db)).findings,
        }));
        expect(stored.map((row) => row.receipt).sort()).toEqual(receipts.sort());
        expect(findings).toEqual([]);
        // Ends only after every connection has been returned.
        await server.end('SIGTERM');
      },
    );
  }
});
