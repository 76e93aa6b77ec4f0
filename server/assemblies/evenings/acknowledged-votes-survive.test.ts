import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AssemblyRecord, castVote } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { longOnly } from '../../../shared/testing/rounds.ts';
import { verifyAudit } from '../../audit/verify.ts';
import { openStore, type Store } from '../../platform/db/connect.ts';
import { migrate } from '../../platform/db/schema/migrate.ts';
import { startApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { canTrace, type ServerProcess, startServer } from '../../testing/process.ts';
import { freshPostgresDatabase } from '../../testing/setup/postgres.ts';
import { countStatuses } from '../../testing/store-asserts.ts';

const units = Array.from({ length: 400 }, (_, i) => [`U${1000 + i}`, 0.25, `PERSONA ${i}`] as const);
const ids = units.map(([id]) => id);

/** Registers all units and opens a question before the server under test starts. */
async function prepare(store: Store): Promise<AssemblyFixture & { question: number }> {
  await migrate(store);
  const app = await startApp(
    store,
    async () => undefined,
    () => Promise.reject(new Error('There is no other process.')),
  );
  const evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
  await evening.register(ids);
  const question = await evening.ask('¿Aprueba?');
  await app.close();
  return { ...evening, question };
}

const cast = (
  server: ServerProcess,
  evening: AssemblyFixture & { question: number },
  unit: string,
  key?: string,
) =>
  server.call(
    castVote,
    { body: { jointId: evening.jointId, apartmentId: unit, conceptId: evening.question, voteId: 1 } },
    { token: evening.operator, ...defined({ key }) },
  );
const storedVotes = (store: Store) =>
  store.db.selectFrom('vote').select(['apartment_id', 'receipt']).orderBy('apartment_id').execute();

describe('an acknowledged vote', () => {
  let dataDir: string;
  let servers: ServerProcess[];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'scaf-durable-'));
    servers = [];
  });
  afterEach(async () => {
    for (const server of servers) await server.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(setup: Partial<Parameters<typeof startServer>[0]> = {}): Promise<ServerProcess> {
    const server = await startServer({ dataDir, ...setup });
    servers.push(server);
    return server;
  }
  async function prepared(): Promise<AssemblyFixture & { question: number }> {
    const store = await openStore({ dataDir, databaseUrl: null });
    const evening = await prepare(store);
    await store.close();
    return evening;
  }
  async function inStore<T>(read: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore({ dataDir, databaseUrl: null });
    const result = await read(store);
    await store.close();
    return result;
  }

  it('an acknowledged vote survives kill -9, once; other votes are sent again', async () => {
    const evening = await prepared();
    const acknowledged = new Map<string, AssemblyRecord>();
    const waiting = [...ids];
    /** Votes for unit after unit until the server dies. The caller with answer number `last` kills the server. */
    const vote = async (server: ServerProcess, last: number): Promise<void> => {
      for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
        const reply = await cast(server, evening, unit, `clave-${unit}`).catch(() => null);
        if (reply === null) return;
        expect(reply.status).toBe(201);
        acknowledged.set(unit, reply.body);
        if (acknowledged.size === last) return server.end('SIGKILL');
      }
    };
    for (const last of [60, 130]) {
      const server = await start();
      await Promise.all(Array.from({ length: 16 }, () => vote(server, last)));
      expect(acknowledged.size).toBeGreaterThanOrEqual(last);
      expect(waiting.length, 'killed in the middle').toBeGreaterThan(0);
      const stored = await inStore(storedVotes);
      const receipts = new Map(stored.map((row) => [row.apartment_id, row.receipt]));
      for (const [unit, record] of acknowledged) expect(receipts.get(unit), unit).toBe(record.receipt);
      expect(receipts.size).toBe(stored.length);
    }

    const server = await start();
    const replies = await Promise.all(ids.map((unit) => cast(server, evening, unit, `clave-${unit}`)));
    expect(countStatuses(replies)).toEqual({ 201: ids.length });
    for (const { body } of replies) {
      const before = acknowledged.get(body.apartmentId);
      if (before !== undefined) expect(body).toEqual(before);
    }
    await server.end();
    expect(await inStore(storedVotes)).toHaveLength(ids.length);
    expect((await inStore(({ db }) => verifyAudit(db))).findings).toEqual([]);
  });

  it('a vote is synced before its answer is sent, alone or in a batch', { tags: 'slow' }, async ({
    skip,
  }) => {
    if (!(await canTrace())) skip('strace is absent here, or may not be used');
    const evening = await prepared();
    const file = join(dataDir, 'calls');
    const server = await start({ trace: { calls: 'fsync,fdatasync,write,writev', file } });
    // Complete lines only: the last line may still be in writing.
    const calls = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const isSync = (line: string) => /\bf(data)?sync(\(| resumed).*= 0$/.test(line);
    const isCreated = (line: string) => line.includes('HTTP/1.1 201');

    const before = calls().length;
    for (const unit of ids.slice(0, 40)) expect((await cast(server, evening, unit)).status).toBe(201);
    await eventually(() => calls().slice(before).filter(isCreated).length).toBe(40);
    const between = calls()
      .slice(before)
      .filter((line) => isSync(line) || isCreated(line));
    const unsynced = between.filter((line, i) => isCreated(line) && !isSync(between[i - 1] ?? ''));
    expect(unsynced, 'answers that left without a sync since the one before').toEqual([]);

    const during = calls().length;
    const rest = await Promise.all(ids.slice(40).map((unit) => cast(server, evening, unit)));
    expect(countStatuses(rest)).toEqual({ 201: ids.length - 40 });
    await eventually(() => calls().slice(during).filter(isCreated).length).toBe(ids.length - 40);
    const syncs = calls().slice(during).filter(isSync).length;
    await server.end();
    const batches = await inStore(({ db }) =>
      db.selectFrom('audit_entry').select('seq').where('act', '=', 'votes').execute(),
    );
    expect(batches.length - 40).toBeGreaterThan(0);
    // The size of a batch depends on speed. Each vote is stored only once.
    expect(batches.length - 40).toBeLessThanOrEqual(ids.length - 40);
    expect(syncs).toBeGreaterThanOrEqual(batches.length - 40);
  });

  it('the engine syncs votes: SQLite says FULL, PostgreSQL fsync and synchronous_commit', async () => {
    const full = await inStore(({ db }) => sql<{ synchronous: number }>`pragma synchronous`.execute(db));
    expect(full.rows).toEqual([{ synchronous: 2 }]);
    const database = await freshPostgresDatabase();
    await sqlOn(database.url, 'alter database "%" set synchronous_commit = off');
    await expect(openStore({ dataDir, databaseUrl: database.url })).rejects.toThrow(/synchronous_commit/);
    await sqlOn(database.url, 'alter database "%" set synchronous_commit = on');
    const store = await openStore({ dataDir, databaseUrl: database.url });
    await store.close();
    await database.drop();
  });

  longOnly(it)(
    '200 concurrent votes of a unit at two PostgreSQL processes: one 201, 199 times 409',
    async () => {
      const database = await freshPostgresDatabase();
      const store = await openStore({ dataDir, databaseUrl: database.url });
      const evening = await prepare(store);
      const [one, two] = await Promise.all([
        start({ databaseUrl: database.url }),
        start({ databaseUrl: database.url }),
      ]);
      const at = (i: number) => (i % 2 ? one : two);
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, i) => cast(at(i), evening, ids[0] ?? '')),
      );
      expect(countStatuses(replies)).toEqual({ 201: 1, 409: 199 });
      const repeats = await Promise.all(
        Array.from({ length: 50 }, (_, i) => cast(at(i), evening, ids[1] ?? '', 'la-misma-clave')),
      );
      expect(countStatuses(repeats)).toEqual({ 201: 50 });
      expect(new Set(repeats.map(({ body }) => body.receipt)).size).toBe(1);
      // The test kills a server: the other goes on, and no vote is lost or doubled.
      const others = ids.slice(2, 102);
      const raced = Promise.all(others.map((unit, i) => cast(at(i), evening, unit).catch(() => null)));
      await one.end('SIGKILL');
      const first = await raced;
      const again = await Promise.all(others.map((unit) => cast(two, evening, unit)));
      const stored = new Set((await storedVotes(store)).map((row) => row.receipt));
      first.forEach((reply, i) => {
        if (reply?.status !== 201) return;
        expect(stored.has(reply.body.receipt ?? '')).toBe(true);
        expect(again[i]?.status).toBe(409);
      });
      expect(stored.size).toBe(102);
      expect((await verifyAudit(store.db)).findings).toEqual([]);
      await two.end();
      await store.close();
      await database.drop();
    },
  );
});

async function sqlOn(url: string, statement: string): Promise<void> {
  const store = await openStore({ dataDir: '', databaseUrl: url }).catch(() => null);
  const admin = store ?? (await openStore({ dataDir: '', databaseUrl: url.replace(/[^/]+$/, 'postgres') }));
  await sql.raw(statement.replace('%', url.split('/').at(-1) ?? '')).execute(admin.db);
  await admin.close();
}
