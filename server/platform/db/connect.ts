import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { LogReceiver } from './commit-log.ts';
import type { Db } from './engine.ts';
import { FaultLog } from './fault-log.ts';
import { type Lane, watchForStall } from './lanes.ts';
import type { StatementPace } from './postgres-pool.ts';
import { SqliteMutex, sqliteDialect } from './sqlite-dialect.ts';
import type { SqliteConnection, TransactionAnswer, TransactionCall } from './sqlite-steps.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { StoreError } from './store-error.ts';
import { type StoreTransaction, transactOn } from './store-transactions.ts';
import type { Tables } from './tables.ts';

/**
 * Location of a store: the data folder, and the URL of a PostgreSQL database (null for SQLite). Workers
 * open the same store by the address.
 */
export interface StoreAddress {
  dataDir: string;
  databaseUrl: string | null;
}

/** Open database, SQLite or PostgreSQL, with the means to run calls by priority and transactions. */
export interface Store {
  /** Database for calls with the priority `reads` (`lanes.ts`). */
  db: Db;
  /** Returns the same database for calls with another priority (lane, `lanes.ts`). */
  inLane: (lane: Lane) => Db;
  /**
   * Returns the average wait of a lane's calls for a connection during the last seconds, in milliseconds.
   */
  lateMs: (lane: Lane) => number;
  /**
   * Runs a `StoreTransaction` (a feature's function) in a new transaction. On SQLite the function runs in
   * the thread of the store, and waiting functions share a database transaction. On PostgreSQL the function
   * runs in the calling thread.
   * @param input makes the input of the function, called when the transaction is about to run
   */
  transact: <Input, Result>(
    transaction: StoreTransaction<Input, Result>,
    input: () => Input,
  ) => Promise<Result>;
  address: StoreAddress;
  engine: 'sqlite' | 'postgres';
  /** Connections for sending live changes between processes, opened at first use; null on SQLite. */
  pool: pg.Pool | null;
  /** Paths of files readable by other users before the server restricted the permissions. */
  repaired: readonly string[];
  /** Log of failed database calls. Equal failures within a period become a single line. */
  faults: FaultLog;
  /** Sends every commit from now on to a receiver; null if the store has no separate thread. */
  ship: ((receiver: LogReceiver) => Promise<void>) | null;
  /** Closes the store after pending work, and after the receiver has every commit. */
  close: () => Promise<void>;
}

/**
 * Opens the store: PostgreSQL with a URL, else the SQLite file in the data folder.
 * @param pace `tasks` in a process without waiting requests: statements may take longer, and SQLite needs no
 * separate thread.
 * @throws StoreError if the store cannot be opened, with the cause to check.
 */
export async function openStore(address: StoreAddress, pace: StatementPace = 'answers'): Promise<Store> {
  return address.databaseUrl === null
    ? openSqlite(address, pace)
    : openPostgres({ ...address, databaseUrl: address.databaseUrl }, pace);
}

/**
 * Opens the store for a server; on SQLite as the only server of the data folder.
 * @throws StoreError also if another server has the folder
 */
export async function openServerStore(address: StoreAddress): Promise<Store> {
  return address.databaseUrl === null ? openSqlite(address, 'answers', true) : openStore(address);
}

/** Opens an empty SQLite store in memory, in the calling thread, without tables. */
export const openMemory = async (): Promise<Store> =>
  sqliteOn(await connectHere(null), { dataDir: ':memory:', databaseUrl: null });

async function openSqlite(address: StoreAddress, pace: StatementPace, isServers = false): Promise<Store> {
  const { dataDir } = address;
  return sqliteOn(
    await (pace === 'tasks' ? connectHere(dataDir) : connectThread(dataDir, isServers)),
    address,
  );
}

function sqliteOn({ connection, repaired, thread }: Connected, address: StoreAddress): Store {
  const faults = new FaultLog();
  const mutex = new SqliteMutex(connection, faults);
  const stopWatching = watchForStall(mutex, endProcess);
  const inLane = laneDbs((lane) => sqliteDialect(mutex, lane));
  const db = inLane('reads');
  let receiver: LogReceiver | null = null;
  const ship = async (to: LogReceiver): Promise<void> => {
    receiver = to;
    await thread?.ship(address.dataDir, to);
  };
  const close = async (): Promise<void> => {
    stopWatching();
    await db.destroy();
    // Kysely does not close unused connections.
    await connection.close();
    await receiver?.end();
  };
  return {
    db,
    inLane,
    lateMs: (lane) => mutex.lanes.lateMs(lane),
    transact:
      thread === null
        ? (transaction, input) => transactOn(inLane(transaction.lane ?? 'reads'), transaction, input)
        : transactIn(thread, mutex),
    address,
    engine: 'sqlite',
    pool: null,
    repaired,
    faults,
    ship: thread === null ? null : ship,
    close,
  };
}

/**
 * Returns the store with another lane for all calls: a priority of access to the database, from 'votes'
 * (first) to 'checks' (last), see `LANES`. Used by reports and lists, so votes do not wait.
 */
export const storeInLane = (store: Store, lane: Lane): Store => ({ ...store, db: store.inLane(lane) });

/**
 * Returns a function that makes the database of each lane at first use. Closing the database of `reads` closes the
 * store.
 */
function laneDbs(dialectOf: (lane: Lane) => Dialect): Store['inLane'] {
  const dbs = new Map<Lane, Db>();
  return (lane) => {
    const db = dbs.get(lane) ?? new Kysely<Tables>({ dialect: dialectOf(lane) });
    dbs.set(lane, db);
    return db;
  };
}

/** Job that waits for the SQLite connection. */
interface WaitingTransaction {
  word: () => TransactionCall;
  resolve: (result: never) => void;
  reject: (reason: unknown) => void;
}

/** Most jobs in a common transaction, for lanes below registrations: a vote waits for four jobs at most. */
const MOST_READS_TOGETHER = 4;

/**
 * Returns a function that runs all waiting jobs in a common transaction (group commit): votes of fifty assemblies
 * at the same moment cost a single disk sync. A few reads share a transaction, and votes come in between.
 */
function transactIn(thread: SqliteThread, mutex: SqliteMutex): Store['transact'] {
  const byLane = new Map<Lane, WaitingTransaction[]>();
  const most = (lane: Lane) =>
    lane === 'votes' || lane === 'registrations' ? Number.POSITIVE_INFINITY : MOST_READS_TOGETHER;
  const runWaiting = async (lane: Lane, waiting: WaitingTransaction[]): Promise<void> => {
    const calls: WaitingTransaction[] = [];
    const settle = ({ resolve, reject }: WaitingTransaction, { result, error }: TransactionAnswer) =>
      // A job returns its declared type.
      error === undefined ? resolve(result as never) : reject(error);
    try {
      const { results, error } = await mutex.run(lane, async () => {
        calls.push(...waiting.splice(0, most(lane)));
        if (waiting.length > 0) void runWaiting(lane, waiting);
        return calls.length === 0 ? { results: [] } : thread.run(calls.map(({ word }) => word()));
      });
      calls.forEach((call, i) => {
        settle(
          call,
          error === undefined ? (results[i] ?? { result: undefined }) : { result: undefined, error },
        );
      });
    } catch (error) {
      // Refused before the mutex was free, or failed with the common transaction.
      for (const { reject } of calls.length > 0 ? calls : waiting.splice(0)) reject(error);
    }
  };
  return ({ name, lane = 'reads' }, input) =>
    new Promise((resolve, reject) => {
      const word = () => ({ name, input: input() });
      const waiting = byLane.get(lane) ?? [];
      byLane.set(lane, waiting);
      if (waiting.push({ word, resolve, reject }) === 1) void runWaiting(lane, waiting);
    });
}

/** Ends the process in order, for a restart: as an error thrown in an event. */
const endProcess = (error: Error): never => {
  throw error;
};

interface Connected {
  connection: SqliteConnection;
  repaired: readonly string[];
  thread: SqliteThread | null;
}

async function connectThread(dataDir: string, isServers: boolean): Promise<Connected> {
  const connection = new SqliteThread(endProcess);
  return { connection, repaired: await connection.open(dataDir, isServers), thread: connection };
}

/**
 * Opens SQLite in the calling thread, for processes without other waiting work.
 * @param dataDir null for a store in memory
 */
async function connectHere(dataDir: string | null): Promise<Connected> {
  const { connectionTo, SqliteFile } = await import('./sqlite-file.ts');
  const file = new SqliteFile(dataDir, false);
  return { connection: connectionTo(file), repaired: file.repaired, thread: null };
}

async function openPostgres(
  address: StoreAddress & { databaseUrl: string },
  pace: StatementPace,
): Promise<Store> {
  // Loaded only here: loading takes a tenth of a start.
  const { openLivePool, openPool, poolForKysely, poolLanes } = await import('./postgres-pool.ts');
  const faults = new FaultLog();
  const pool = openPool(address.databaseUrl, { pace, faults });
  const live = openLivePool(address.databaseUrl, { pace, faults });
  const lanes = poolLanes();
  const inLane = laneDbs(
    (lane) => new PostgresDialect({ pool: poolForKysely(pool, { faults, lanes, lane }) }),
  );
  const db = inLane('reads');
  try {
    const { rows } = await sql<{ synchronous_commit: string; fsync: string }>`
      select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync
    `.execute(db);
    if (rows[0]?.synchronous_commit === 'off' || rows[0]?.fsync === 'off') {
      throw new Error('synchronous_commit and fsync must not be off');
    }
    const close = async (): Promise<void> => {
      live.drop();
      await Promise.all([live.end(), db.destroy()]);
    };
    const transact: Store['transact'] = (transaction, input) =>
      transactOn(inLane(transaction.lane ?? 'reads'), transaction, input);
    const lateMs = (lane: Lane) => lanes.lateMs(lane);
    return {
      db,
      inLane,
      lateMs,
      transact,
      address,
      engine: 'postgres',
      pool: live,
      repaired: [],
      faults,
      ship: null,
      close,
    };
  } catch (error) {
    await db.destroy();
    throw new StoreError(
      `No se puede usar la base de datos de DATABASE_URL: revise la dirección, el usuario y que esté encendida (${messageOf(error)}).`,
      true,
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
