import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { CompiledQuery, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { voteBatchTransaction } from '../../assemblies/voting/store-batch.ts';
import { startServer } from '../../testing/process.ts';
import { workerFile } from '../lib/worker-file.ts';
import { openStore } from './connect.ts';
import { FaultLog } from './fault-log.ts';
import { SqliteMutex } from './sqlite-dialect.ts';
import { connectionTo, SqliteFile } from './sqlite-file.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { faultOfSqlite, StoreFault } from './store-fault.ts';
import { runTransactions, type StoreTransaction } from './store-transactions.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scaf-thread-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs the same tests with the connection in a separate thread (`answers`) and in the test's thread (`tasks`). */
for (const pace of ['answers', 'tasks'] as const) {
  const open = () => openStore({ dataDir, databaseUrl: null }, pace);

  it(`values cross as they are, and errors with their code (${pace})`, async () => {
    const { db, close } = await open();
    const bytes = Buffer.from([0, 255, 1]);
    const values = [null, '', 'Ñandú 🙂\n"', 0, -1.5, Number.MAX_SAFE_INTEGER, bytes, Buffer.alloc(0)];
    const picks = sql.join(values.map((value, i) => sql`${value} as ${sql.ref(`c${i}`)}`));
    const { rows } = await sql<Record<string, unknown>>`select ${picks}`.execute(db);
    expect(Object.values(rows[0] ?? {})).toEqual(values);
    expect(Buffer.isBuffer(rows[0]?.c6)).toBe(true);
    expect((await sql`select ${5n} as big`.execute(db)).rows).toEqual([{ big: 5 }]);
    expect((await sql`select 1 as a where 1 = 0`.execute(db)).rows).toEqual([]);

    await sql`create table pet (id integer primary key, name text unique)`.execute(db);
    const made = await sql`insert into pet (name) values ('a'), ('b')`.execute(db);
    expect(made).toMatchObject({ numAffectedRows: 2n, insertId: 2n, rows: [] });
    const twice = sql`insert into pet (name) values ('a')`.execute(db);
    await expect(twice).rejects.toMatchObject({ name: 'SqliteError', code: 'SQLITE_CONSTRAINT_UNIQUE' });
    await expect(sql`select missing`.execute(db)).rejects.toThrow('no such column: missing');
    const surplus = db.executeQuery(CompiledQuery.raw('select 1', [1]));
    await expect(surplus).rejects.toBeInstanceOf(RangeError);
    await expect(sql`select ${true}`.execute(db)).rejects.toBeInstanceOf(TypeError);
    // A statement prepared earlier returns the renamed column.
    const all = () => sql`select * from pet where id = 1`.execute(db);
    expect((await all()).rows).toEqual([{ id: 1, name: 'a' }]);
    await sql`alter table pet rename column name to called`.execute(db);
    expect((await all()).rows).toEqual([{ id: 1, called: 'a' }]);
    await close();
  });

  it(`who asks first is served first, and whoever closes waits for them (${pace})`, async () => {
    const { db, close } = await open();
    await sql`create table said (id integer primary key, word text)`.execute(db);
    const say = (on: typeof db, word: string) => sql`insert into said (word) values (${word})`.execute(on);
    const queries = Array.from({ length: 30 }, (_, i) =>
      i % 3 === 0
        ? db.transaction().execute(async (trx) => {
            await say(trx, `${i} begins`);
            await new Promise((resolve) => setTimeout(resolve, 1));
            await say(trx, `${i} ends`);
          })
        : say(db, `${i}`),
    );
    const closed = close();
    await Promise.all(queries);
    await closed;
    await expect(say(db, 'late')).rejects.toThrow();

    const again = await open();
    const { rows } = await sql<{ word: string }>`select word from said order by id`.execute(again.db);
    const wanted = Array.from({ length: 30 }, (_, i) =>
      i % 3 === 0 ? [`${i} begins`, `${i} ends`] : [`${i}`],
    );
    expect(rows.map(({ word }) => word)).toEqual(wanted.flat());
    await again.close();
  });

  it(`statements of a transaction that are asked at once belong to it, and none comes after its end (${pace})`, async () => {
    const { db, close } = await open();
    await sql`create table pet (name text unique)`.execute(db);
    const add = (on: typeof db, name: string) => sql`insert into pet (name) values (${name})`.execute(on);
    const count = async () => (await sql`select * from pet`.execute(db)).rows.length;
    await db.transaction().execute((trx) => Promise.all(['a', 'b', 'c'].map((name) => add(trx, name))));
    expect(await count()).toBe(3);
    const failing = db
      .transaction()
      .execute((trx) => Promise.all(['d', 'a', 'e'].map((name) => add(trx, name))));
    await expect(failing).rejects.toThrow('UNIQUE');
    expect(await count()).toBe(3);
    await close();
  });
}

it('a job waits for another process’s lock while others read, and rolls back on an error', async () => {
  const { db, transact, close } = await openStore({ dataDir, databaseUrl: null });
  await sql`create table joint_revision (joint_id integer primary key, revision integer)`.execute(db);
  const other = new BetterSqlite(join(dataDir, 'scaf.sqlite'));
  other.exec('begin immediate');
  const storing = transact(voteBatchTransaction, () => ({ rootId: 1, requests: [], at: 0 }));
  storing.catch(() => undefined);
  // The read came later, and the lock is still taken.
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  other.exec('commit');
  other.close();
  // The store has no assembly.
  await expect(storing).rejects.toMatchObject({ name: 'SqliteError', code: 'SQLITE_ERROR' });

  // The failure rolled back: the next job and a transaction of this thread run.
  await expect(transact(voteBatchTransaction, () => ({ rootId: 1, requests: [], at: 0 }))).rejects.toThrow(
    'no such table',
  );
  await db.transaction().execute((trx) => sql`insert into joint_revision values (1, 1)`.execute(trx));
  const unknown: StoreTransaction<null, null> = { name: 'unknown', run: async () => null };
  await expect(transact(unknown, () => null)).rejects.toThrow('has no transaction unknown');
  await close();
});

it('a slow begin still waits for another process’s lock', async () => {
  const file = new SqliteFile(dataDir, false);
  const here = connectionTo(file);
  const other = new BetterSqlite(join(dataDir, 'scaf.sqlite'));
  other.exec('begin immediate');
  const patience = 1;
  let tries = 0;
  const slow = {
    do: async (steps: Parameters<typeof here.do>[0]) => {
      tries += 1;
      if (tries > 1) return here.do(steps);
      const answer = await here.do(steps);
      await new Promise((resolve) => setTimeout(resolve, 10 * patience));
      other.exec('commit');
      return answer;
    },
    close: () => here.close(),
  };
  const mutex = new SqliteMutex(slow, new FaultLog(), patience);
  await mutex.take('votes');
  const { error } = await mutex.doPatiently([{ do: 'begin immediate' }, { do: 'rollback' }], 'votes');
  expect([error, tries]).toEqual([undefined, 2]);
  mutex.giveBack();
  other.close();
  await here.close();
});

it('queued jobs share one transaction, and a failed job does not affect the others', async () => {
  const opened = new SqliteFile(dataDir, false);
  const begun: string[] = [];
  const add: StoreTransaction<string, number> = {
    name: 'add',
    run: async (trx, name) => {
      await sql`insert into pet (name) values (${name})`.execute(trx);
      if (name === 'bad') throw new RangeError('bad');
      return (await sql`select * from pet`.execute(trx)).rows.length;
    },
  };
  const count: StoreTransaction<null, number> = {
    name: 'count',
    onlyReads: true,
    run: async (trx) => (await sql`select * from pet`.execute(trx)).rows.length,
  };
  const run = runTransactions(
    {
      do: (steps) => {
        begun.push(...steps.flatMap((step) => (step.do === 'run' || step.do === 'insert' ? [] : [step.do])));
        return opened.do(steps);
      },
      run: (text, parameters) => opened.run(text, parameters),
    },
    [add, count],
  );
  opened.do([{ do: 'run', sql: 'create table pet (name text unique)', parameters: [] }]);
  const word = ({ name }: StoreTransaction<never, unknown>, input: unknown) => ({ name, input });

  const shared = await run([
    word(add, 'a'),
    word(add, 'bad'),
    word(add, 'a'),
    word(count, null),
    word(add, 'b'),
  ]);
  expect(shared.map(({ result }) => result)).toEqual([1, undefined, undefined, 1, 2]);
  expect(shared.map(({ error }) => Object(error).name)).toEqual([
    undefined,
    'RangeError',
    'SqliteError',
    undefined,
    undefined,
  ]);
  expect(begun).toEqual(['begin immediate', 'commit']);
  expect(await run([word(count, null), word(count, null)])).toEqual([{ result: 2 }, { result: 2 }]);
  expect(begun.slice(2)).toEqual(['begin', 'commit']);
  await expect(run([word(add, 'bad')])).rejects.toThrow('bad');
  expect(await run([word(count, null)])).toEqual([{ result: 2 }]);
  opened.close();
});

it('a crashed thread is reported as a store fault, and pending callers get the fault', async () => {
  const thread = new Worker(workerFile('../../composition/sqlite.worker', import.meta.url), { execArgv: [] });
  const crashes: Error[] = [];
  const connection = new SqliteThread((error) => crashes.push(error), thread);
  await connection.open(dataDir, false);
  await thread.terminate().then(() => undefined);
  const answers = [connection.do([{ do: 'begin' }]), connection.do([{ do: 'commit' }])];
  for (const { found, error } of await Promise.all(answers)) {
    expect(found).toEqual([]);
    const fault = faultOfSqlite(error);
    expect(fault).toBeInstanceOf(StoreFault);
    expect(fault).toMatchObject({ kind: 'away', code: 'SCAF_STORE_GONE' });
  }
  expect(crashes.map(({ message }) => message)).toEqual(['The thread of the store ended by itself.']);
  await connection.close();
});

it('the thread of a closed store serves the next store, and forgets the first', async () => {
  const first = new SqliteThread(() => undefined);
  const thread = new Worker(workerFile('../../composition/sqlite.worker', import.meta.url), { execArgv: [] });
  const second = new SqliteThread(() => undefined, thread);
  const run = (on: SqliteThread, text: string) => on.do([{ do: 'run', sql: text, parameters: [] }]);
  const pets = 'create table pet (name text)';
  await second.open(dataDir, false);
  expect((await run(second, pets)).error).toBeUndefined();
  expect((await second.run([{ name: 'none', input: null }])).error).toMatchObject({ name: 'Error' });
  await second.close();

  const third = new SqliteThread(() => undefined);
  await third.open(join(dataDir, 'other'), false);
  expect([thread.threadId > 0, thread.listenerCount('message')]).toEqual([true, 1]);
  expect((await run(third, pets)).error).toBeUndefined();
  expect((await run(second, pets)).error).toMatchObject({ name: 'TypeError' });
  const batch = { name: voteBatchTransaction.name, input: { rootId: 1, requests: [], at: 0 } };
  const { results, error } = await third.run([batch]);
  expect(results).toEqual([]);
  expect(error).toMatchObject({ message: expect.stringContaining('no such table') });
  // At most one idle thread stays.
  await third.close();
  await first.close();
  expect(thread.threadId).toBeGreaterThan(0);
});

it('requests pending at the end of a thread are answered', async () => {
  const thread = new Worker(workerFile('../../composition/sqlite.worker', import.meta.url), { execArgv: [] });
  const connection = new SqliteThread(() => undefined, thread);
  await connection.open(dataDir, false);
  // Longer than the thread lives: terminating does not wait for a statement.
  const sum =
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select sum(i) from n';
  const steps = [{ do: 'run', sql: sum, parameters: [] }] as const;
  const answers = Array.from({ length: 20 }, () => connection.do(steps));
  await thread.terminate();
  const last = await answers.at(-1);
  expect(last?.error).toMatchObject({ code: 'SCAF_STORE_GONE' });
  await Promise.all(answers);
});

it('a server exits if its thread ends, and its main thread does not load SQLite', {
  tags: 'slow',
}, async () => {
  const preload = join(dataDir, 'preload.cjs');
  writeFileSync(
    preload,
    `const threads = require('node:worker_threads');
    const { Worker } = threads;
    threads.Worker = class extends Worker {
      constructor(file, options) {
        super(file, options);
        if (options?.name !== 'store') return;
        process.once('SIGUSR2', () => {
          const loaded = Object.keys(require.cache).filter((file) => file.includes('better-sqlite3'));
          console.log('of SQLite: ' + JSON.stringify(loaded));
          this.terminate();
        });
      }
    };
    require('node:module').syncBuiltinESMExports();`,
  );
  const server = await startServer({ dataDir: join(dataDir, 'data'), nodeArgs: ['--require', preload] });
  server.signal('SIGUSR2');
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('of SQLite: []');
  expect(server.output()).toContain('The thread of the store ended by itself.');
  const next = await startServer({ dataDir: join(dataDir, 'data') });
  await next.end();
});
