import { type Dialect, Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { migrations } from '../../../migrations/index.ts';
import type { LogReceiver } from './commit-log.ts';
import type { Db } from './engine.ts';
import { FaultLog } from './fault-log.ts';
import type { Lane } from './lanes.ts';
import type { StatementPace } from './postgres-pool.ts';
import { sqliteDialect, Turns } from './sqlite-dialect.ts';
import type { SqliteConnection, WorkAnswer, WorkWord } from './sqlite-steps.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { StoreError } from './store-error.ts';
import { mayPass } from './store-fault.ts';
import { type StoreWork, transactOn } from './store-works.ts';
import type { Tables } from './tables.ts';

/** Where a store is: what a worker needs to open it again for itself. */
export interface StoreAddress {
  dataDir: string;
  databaseUrl: string | null;
}

export interface Store {
  /** In the lane of reads. */
  db: Db;
  /** The same store in another lane (`lanes.ts`). */
  inLane: (lane: Lane) => Db;
  /** How long turns of a lane have waited on average in the last seconds. */
  lateMs: (lane: Lane) => number;
  /**
   * Does a work in a transaction of its own: on SQLite in the store's thread, as one message there and one back, where works
   * that wait for their turn share one transaction, else here.
   * @param input makes what the work is given, at the moment at which it has its turn
   */
  transact: <Input, Result>(work: StoreWork<Input, Result>, input: () => Input) => Promise<Result>;
  address: StoreAddress;
  engine: 'sqlite' | 'postgres';
  /** Connections of the live adapter's own, which opens them when it is used; null on SQLite. */
  pool: pg.Pool | null;
  /** Files that others could read, and cannot any more. */
  repaired: readonly string[];
  /** What failed in the store, said once for many times. */
  faults: FaultLog;
  /** Tells every commit from now on to a receiver; null where no thread of its own has the store. */
  ship: ((receiver: LogReceiver) => Promise<void>) | null;
  /** When what was asked before is done, and a receiver of the log has taken all of it. */
  close: () => Promise<void>;
}

/**
 * Opens the store: PostgreSQL where a URL is given, else the SQLite file in the data folder.
 * @param pace `works` in a process whose statements nobody's request waits for: they may take longer, and SQLite needs no
 *   thread of its own.
 * @throws StoreError when it cannot be opened, with what to look at.
 */
export async function openStore(address: StoreAddress, pace: StatementPace = 'answers'): Promise<Store> {
  return address.databaseUrl === null
    ? openSqlite(address, pace)
    : openPostgres({ ...address, databaseUrl: address.databaseUrl }, pace);
}

/**
 * The same for a server: on SQLite it is then the only one on its data folder.
 * @throws StoreError also when another server has it
 */
export async function openServerStore(address: StoreAddress): Promise<Store> {
  return address.databaseUrl === null ? openSqlite(address, 'answers', true) : openStore(address);
}

async function openSqlite(address: StoreAddress, pace: StatementPace, isServers = false): Promise<Store> {
  const { connection, repaired, thread } = await (pace === 'works'
    ? connectHere(address)
    : connectThread(address, isServers));
  const faults = new FaultLog();
  const turns = new Turns(connection, faults);
  const inLane = laneDbs((lane) => sqliteDialect(turns, lane));
  const db = inLane('reads');
  let receiver: LogReceiver | null = null;
  const ship = async (to: LogReceiver): Promise<void> => {
    receiver = to;
    await thread?.ship(address.dataDir, to);
  };
  const close = async (): Promise<void> => {
    await db.destroy();
    // Kysely closes nothing that was never used.
    await connection.close();
    await receiver?.end();
  };
  return {
    db,
    inLane,
    lateMs: (lane) => turns.lanes.lateMs(lane),
    transact:
      thread === null
        ? (work, input) => transactOn(inLane(work.lane ?? 'reads'), work, input)
        : transactIn(thread, turns),
    address,
    engine: 'sqlite',
    pool: null,
    repaired,
    faults,
    ship: thread === null ? null : ship,
    close,
  };
}

/** The same store for a part of the application whose reads and writes are in another lane. */
export const storeInLane = (store: Store, lane: Lane): Store => ({ ...store, db: store.inLane(lane) });

/** The store in each lane, made when it is first used; closing that of reads closes the store. */
function laneDbs(dialectOf: (lane: Lane) => Dialect): Store['inLane'] {
  const dbs = new Map<Lane, Db>();
  return (lane) => {
    const db = dbs.get(lane) ?? new Kysely<Tables>({ dialect: dialectOf(lane) });
    dbs.set(lane, db);
    return db;
  };
}

/** A work that waits for its turn. */
interface WaitingWork {
  word: () => WorkWord;
  resolve: (result: never) => void;
  reject: (reason: unknown) => void;
}

/** Works that wait for a turn have it together: fifty assemblies' votes of a moment cost one sync, as one assembly's do. */
function transactIn(thread: SqliteThread, turns: Turns): Store['transact'] {
  const byLane = new Map<Lane, WaitingWork[]>();
  const haveTurn = async (lane: Lane, waiting: WaitingWork[]): Promise<void> => {
    const works: WaitingWork[] = [];
    const settle = ({ resolve, reject }: WaitingWork, { result, error }: WorkAnswer) =>
      // A work answers what it is declared to answer.
      error === undefined ? resolve(result as never) : reject(error);
    try {
      const { results, error } = await turns.run(lane, async () => {
        works.push(...waiting.splice(0));
        return works.length === 0 ? { results: [] } : thread.run(works.map(({ word }) => word()));
      });
      works.forEach((work, i) => {
        settle(
          work,
          error === undefined ? (results[i] ?? { result: undefined }) : { result: undefined, error },
        );
      });
    } catch (error) {
      // Refused before their turn came, or by what all of them failed with.
      for (const { reject } of works.length > 0 ? works : waiting.splice(0)) reject(error);
    }
  };
  return ({ name, lane = 'reads' }, input) =>
    new Promise((resolve, reject) => {
      const word = () => ({ work: name, input: input() });
      const waiting = byLane.get(lane) ?? [];
      byLane.set(lane, waiting);
      if (waiting.push({ word, resolve, reject }) === 1) void haveTurn(lane, waiting);
    });
}

interface Connected {
  connection: SqliteConnection;
  repaired: readonly string[];
  thread: SqliteThread | null;
}

async function connectThread({ dataDir }: StoreAddress, isServers: boolean): Promise<Connected> {
  // What is thrown in an event ends the process in order, to be started again.
  const connection = new SqliteThread((error) => {
    throw error;
  });
  return { connection, repaired: await connection.open(dataDir, isServers), thread: connection };
}

/** In the same thread, which nobody else waits for. */
async function connectHere({ dataDir }: StoreAddress): Promise<Connected> {
  const { connectionTo, SqliteFile } = await import('./sqlite-file.ts');
  const file = new SqliteFile(dataDir, false);
  return { connection: connectionTo(file), repaired: file.repaired, thread: null };
}

async function openPostgres(
  address: StoreAddress & { databaseUrl: string },
  pace: StatementPace,
): Promise<Store> {
  // Only where it is used: loading it takes a tenth of a start.
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
    const transact: Store['transact'] = (work, input) =>
      transactOn(inLane(work.lane ?? 'reads'), work, input);
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

/**
 * Brings the schema up to date: all of the steps that are missing, or none of them when one fails. Several processes
 * may start at once: the migrator takes a lock.
 * @throws StoreError when a step failed; the store is as it was.
 */
export async function migrate(store: Store, steps: Record<string, Migration> = migrations): Promise<void> {
  // On a large PostgreSQL a step may take longer than any request may.
  const own = store.engine === 'postgres' ? await openStore(store.address, 'works') : store;
  const migrator = new Migrator({
    db: own.db,
    provider: { getMigrations: async () => steps },
    // Steps go by their names all the same. What it would check is the instants at which they were taken: of a clock that
    // was set back between two versions these are in another order, and no server would start again.
    allowUnorderedMigrations: true,
  });
  // The migrator never throws: what went wrong is in its result.
  const { error } = await migrator.migrateToLatest();
  if (own !== store) await own.close();
  if (error !== undefined) {
    throw new StoreError(
      `No se pudo actualizar el esquema de la base de datos, que queda como estaba (${messageOf(error)}).`,
      mayPass(error),
    );
  }
}

/** Whether an older version has used the store: steps are missing, and others are not. */
export async function isBehind({ db }: Store): Promise<boolean> {
  const steps = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).getMigrations();
  return steps.some(({ executedAt }) => executedAt) && steps.some(({ executedAt }) => !executedAt);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
