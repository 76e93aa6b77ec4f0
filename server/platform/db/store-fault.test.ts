import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listAssemblyApartments } from '../../../shared/assemblies/attendance.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { errors } from '../../../shared/errors.ts';
import { postgresApp, type Reply, sqliteApp, startApp, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { migratedPostgresDatabase } from '../../testing/setup/postgres.ts';
import { countStatuses, expectRefused, expectTrailExplainsAll } from '../../testing/store-asserts.ts';
import { openStore } from './connect.ts';
import { lockJoint, readAsOfNow } from './engine.ts';
import type { SaidFault } from './fault-log.ts';
import { type FaultKind, StoreFault } from './store-fault.ts';

/** Units of the test: many, so the votes need new pages of the database file. */
const units = Array.from({ length: 400 }, (_, i) => [`U${1000 + i}`, 0.25, `PERSONA ${i}`] as const);
const ids = units.map(([id]) => id);

type Voting = AssemblyFixture & { question: number };

async function votingAt(app: TestApp): Promise<Voting> {
  const evening = await holdAssembly(app, { units });
  await evening.register(ids);
  return { ...evening, question: await evening.ask('¿Aprueba?') };
}
const castAll = (app: TestApp, { jointId, question, operator }: Voting, apartmentIds: readonly string[]) =>
  Promise.all(
    apartmentIds.map((apartmentId) =>
      app.call(
        castVote,
        { body: { jointId, apartmentId, conceptId: question, voteId: 1 } },
        { token: operator, key: `clave-${apartmentId}` },
      ),
    ),
  );
const countVotes = async ({ store }: TestApp): Promise<number> =>
  (await store.db.selectFrom('vote').select('receipt').execute()).length;

/** Checks for 503 with a Retry-After header in every reply. */
function expectUnavailable(replies: readonly Reply<unknown>[], retryAfter: number): void {
  expect(countStatuses(replies)).toEqual({ [errors.storeUnavailable[0]]: replies.length });
  for (const reply of replies) expectRefused(reply, 'storeUnavailable');
  expect(new Set(replies.map(({ headers }) => headers['retry-after']))).toEqual(
    new Set([String(retryAfter)]),
  );
}

describe('store faults on SQLite', () => {
  let app: TestApp;
  let evening: Voting;
  let logged: SaidFault[];
  beforeEach(async () => {
    app = await sqliteApp();
    evening = await votingAt(app);
    const own: SaidFault[] = [];
    logged = own;
    app.store.faults.writeTo((fault) => own.push(fault));
  });
  afterEach(() => app.close());
  const pragma = (text: string) => sql.raw(`pragma ${text}`).execute(app.store.db);
  const saidCodes = () => logged.map(({ err }) => (err instanceof StoreFault ? err.code : err));

  it('full disk: votes get 503 after one try per batch, one log entry, and succeed later', {
    tags: 'slow',
  }, async () => {
    // Every vote needs its own pages, even in small batches; a single vote might fit into existing pages.
    await sql`create table filling (bytes)`.execute(app.store.db);
    await sql
      .raw('create trigger fill after insert on vote begin insert into filling values (zeroblob(20000)); end')
      .execute(app.store.db);
    // SQLite raises the limit to the current size of the file.
    await pragma('max_page_count = 1');
    const note = vi.spyOn(app.store.faults, 'note');
    expectUnavailable(await castAll(app, evening, ids), 10);
    expect(note.mock.calls.length, 'tried by the batch, and not one by one').toBeLessThan(ids.length / 2);
    expect(saidCodes()).toEqual(['SQLITE_FULL']);
    expectUnavailable(await castAll(app, evening, ids), 10);
    expect(saidCodes(), 'said once in a while').toEqual(['SQLITE_FULL']);
    expect(await countVotes(app)).toBe(0);

    await pragma('max_page_count = 1000000');
    expect(countStatuses(await castAll(app, evening, ids))).toEqual({ 201: ids.length });
    expect(await countVotes(app)).toBe(ids.length);
    await expectTrailExplainsAll(app);
  });

  it('a read-only store answers 503 and recovers', async () => {
    await pragma('query_only = on');
    expectUnavailable(await castAll(app, evening, ids.slice(0, 3)), 10);
    expect(saidCodes()).toEqual(['SQLITE_READONLY']);
    const list = await app.call(
      listAssemblyApartments,
      { params: { jointId: evening.jointId } },
      { token: evening.operator },
    );
    expect(list.status, 'reading goes on').toBe(200);
    await pragma('query_only = off');
    expect(countStatuses(await castAll(app, evening, ids.slice(0, 3)))).toEqual({ 201: 3 });
  });

  it('votes wait for another process’s lock while reads continue', async () => {
    const other = new BetterSqlite(join(app.store.address.dataDir, 'scaf.sqlite'), { timeout: 5000 });
    other.exec('begin immediate');
    let waiting = true;
    const votes = castAll(app, evening, ids.slice(0, 20)).finally(() => {
      waiting = false;
    });
    for (let i = 0; i < 5; i += 1) {
      const list = await app.call(
        listAssemblyApartments,
        { params: { jointId: evening.jointId } },
        { token: evening.operator },
      );
      expect([list.status, waiting]).toEqual([200, true]);
    }
    other.exec('commit');
    other.close();
    expect(countStatuses(await votes)).toEqual({ 201: 20 });
    expect(logged).toEqual([]);
  });

  it('votes get 503 with a short Retry-After if the lock lasts too long', { tags: 'slow' }, async () => {
    const other = new BetterSqlite(join(app.store.address.dataDir, 'scaf.sqlite'), { timeout: 5000 });
    other.exec('begin immediate');
    expectUnavailable(await castAll(app, evening, ids.slice(0, 3)), 1);
    other.exec('rollback');
    other.close();
    expect(saidCodes()).toEqual(['SQLITE_BUSY']);
    expect(countStatuses(await castAll(app, evening, ids.slice(0, 3)))).toEqual({ 201: 3 });
  });

  it('a transaction that reads before writing blocks writes of other processes', async () => {
    const other = new BetterSqlite(join(app.store.address.dataDir, 'scaf.sqlite'), { timeout: 0 });
    const write = () => other.exec('update joint_revision set joint_id = joint_id');
    await app.store.db.transaction().execute(async (trx) => {
      await lockJoint(trx, evening.jointId);
      expect(write, 'it has the turn already').toThrow(/locked/);
      await trx.deleteFrom('vote').where('receipt', '=', 'none').execute();
    });
    write();
    other.close();
  });

  it('a transaction rolled back by SQLite refuses further statements', async () => {
    const { db } = app.store;
    await pragma('max_page_count = 1');
    const big = { chain: 'x', seq: 1, at: 1, actor: 'x', act: 'x', previous_hash: 'x', hash: 'x' };
    const doing = db.transaction().execute(async (trx) => {
      await trx
        .insertInto('audit_entry')
        .values({ ...big, data: 'x'.repeat(10_000_000) })
        .execute()
        .catch(() => undefined);
      await trx.deleteFrom('attendance').execute();
    });
    await expect(doing).rejects.toMatchObject({ name: 'StoreFault', code: 'SQLITE_FULL' });
    expect(await db.selectFrom('attendance').select('joint_id').execute()).toHaveLength(ids.length);
    expect(await countVotes(app)).toBe(0);
  });

  it('readAsOfNow takes no write lock and waits for no writer', { tags: 'slow' }, async () => {
    const other = new BetterSqlite(join(app.store.address.dataDir, 'scaf.sqlite'), { timeout: 5000 });
    other.exec('begin immediate');
    const count = await readAsOfNow(app.store.db, countIn);
    other.exec('rollback');
    other.close();
    expect(count).toBe(ids.length);
  });
  const countIn = async (trx: TestApp['store']['db']) =>
    (await trx.selectFrom('attendance').select('joint_id').execute()).length;
});

describe('store faults on PostgreSQL', () => {
  it('the store closes while its live adapter still requests a connection', async () => {
    const database = await migratedPostgresDatabase();
    const store = await openStore({ dataDir: '', databaseUrl: database.url });
    let isListening = false;
    void store.pool?.connect().then(() => {
      isListening = true;
    });
    await store.close();
    expect(isListening).toBe(false);
    await database.drop();
  });

  it('a read-only database answers 503', { tags: 'slow' }, async () => {
    const app = await postgresApp();
    const evening = await votingAt(app);
    const { db } = app.store;
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = on`.execute(
      db,
    );
    // The setting applies to new connections.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    await sql`set default_transaction_read_only = on`.execute(db);
    // A dead connection stays in the pool until the client reads the end: until then the answer is 'away'.
    let replies: Awaited<ReturnType<typeof castAll>> = [];
    await eventually(async () => {
      replies = await castAll(app, evening, ids.slice(0, 3));
      return replies.map((reply) => reply.headers['retry-after']);
    }).toEqual(['10', '10', '10']);
    expectUnavailable(replies, 10);
    expect(await countVotes(app)).toBe(0);
    await app.close();
  });

  it('a vote that waits too long for a lock gets 503, and the store recovers', { tags: 'slow' }, async () => {
    const database = await migratedPostgresDatabase();
    // The URL may set its own limits.
    const store = await openStore({ dataDir: '', databaseUrl: `${database.url}?lock_timeout=200` });
    const app = await startApp(
      store,
      async () => {
        await store.close();
        await database.drop();
      },
      () => Promise.reject(new Error('There is no other process.')),
    );
    const evening = await votingAt(app);
    let end = () => {};
    let held = Promise.resolve();
    await new Promise<void>((locked) => {
      held = store.db.transaction().execute(async (trx) => {
        await lockJoint(trx, evening.jointId);
        locked();
        await new Promise<void>((resolve) => {
          end = resolve;
        });
      });
    });
    const replies = await castAll(app, evening, ids.slice(0, 3));
    end();
    await held;
    expectUnavailable(replies, 1);
    expect(countStatuses(await castAll(app, evening, ids.slice(0, 3)))).toEqual({ 201: 3 });
    await app.close();
  });

  it('error codes of the server map to kinds of faults', async () => {
    const app = await postgresApp();
    const kinds: Record<string, FaultKind | null> = {
      '08006': 'away',
      '25006': 'readOnly',
      '40001': 'busy',
      '40P01': 'busy',
      '53100': 'full',
      '53300': 'busy',
      '55P03': 'busy',
      '57014': 'busy',
      '57P01': 'away',
      '58030': 'failing',
      XX001: 'damaged',
      // Errors of the statement or of the data, not of the store.
      '42601': null,
      '23505': null,
    };
    for (const [code, kind] of Object.entries(kinds)) {
      const failed = sql
        .raw(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`)
        .execute(app.store.db)
        .catch((error: unknown) => error);
      expect(await failed, code).toMatchObject(kind === null ? { name: 'error', code } : { kind, code });
    }
    await app.close();
  });
});
