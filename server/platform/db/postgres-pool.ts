import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import type { FaultLog } from './fault-log.ts';
import { type Lane, type LaneRoom, StoreLanes } from './lanes.ts';
import { faultOfPostgres, StoreFault } from './store-fault.ts';

/** Whose statements they are: of somebody who waits for an answer, or of work that may take its time. */
export type StatementPace = 'answers' | 'works';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CONNECTION_MS = 10 * SECOND;

/**
 * How long PostgreSQL may take. `statement_timeout` and the others are the server's own; `query_timeout` is ours,
 * for a server that does not speak any more, and so the longest. A `DATABASE_URL` that names one of them
 * (`?statement_timeout=…`) has its way.
 */
const limits = {
  answers: {
    /** The longest single statement that a request waits for takes some seconds on a slow machine. */
    statement_timeout: 30 * SECOND,
    /** A joint's or the billing's turn: who has it stores a month in a few seconds. */
    lock_timeout: 15 * SECOND,
    /** Between two statements there is only our own reckoning, of a whole month at most. */
    idle_in_transaction_session_timeout: MINUTE,
    query_timeout: 35 * SECOND,
  },
  works: {
    /** A report's process has a quarter of an hour in all (reports/limits.ts). */
    statement_timeout: 15 * MINUTE,
    lock_timeout: MINUTE,
    /** It lays out pages while it holds what it read as of one instant. */
    idle_in_transaction_session_timeout: 15 * MINUTE,
    query_timeout: 16 * MINUTE,
  },
} as const;

/** Connections of one process that store and read. */
const CONNECTIONS = 10;
/** Those that are in use when a lane may take one more: whatever else is asked, votes find a connection. */
const ROOM: LaneRoom = { votes: CONNECTIONS, registrations: 9, reads: 7, lists: 5, reports: 4, checks: 4 };
/** And of its live adapter: one listens for ever, the others send. */
const LIVE_CONNECTIONS = 3;

interface PoolOptions {
  pace: StatementPace;
  faults: FaultLog;
}

// Counts and bigint columns stay numbers: all of them are below 2^53 by the checks at the door.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond exact numbers`);
  return value;
});
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** PostgreSQL's connections; none of them ends the process when it breaks. */
export function openPool(databaseUrl: string, { pace, faults }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ ...settings(databaseUrl, pace), max: CONNECTIONS });
  hear(pool, faults);
  return pool;
}

/** Those of the live adapter, which wait for nobody who stores. */
export function openLivePool(databaseUrl: string, { pace, faults }: PoolOptions): LivePool {
  const pool = new LivePool({ ...settings(databaseUrl, pace), max: LIVE_CONNECTIONS });
  hear(pool, faults);
  return pool;
}

/**
 * The adapter takes a client to listen, takes another one when that one's connection ends, and never gives the first
 * one back: the pool would be used up by a few restarts of the database, and wait for them at its end.
 */
class LivePool extends pg.Pool {
  readonly #held = new Set<pg.PoolClient>();
  #isDropped = false;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('release', (_error, client) => this.#held.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#hold();
    super.connect(callback);
    return undefined;
  }

  /** Ends the connections that are still held, whose holder is gone, and one that is being made; then the pool can end. */
  drop(): void {
    this.#isDropped = true;
    for (const client of this.#held) client.release(true);
  }

  async #hold(): Promise<pg.PoolClient> {
    const client = this.#isDropped ? undefined : await super.connect();
    if (client === undefined || this.#isDropped) {
      client?.release(true);
      // Told of a failure the adapter, which is closed, would ask again and again.
      return new Promise(() => undefined);
    }
    this.#held.add(client);
    client.once('end', () => {
      if (this.#held.has(client)) client.release(true);
    });
    return client;
  }
}

function settings(databaseUrl: string, pace: StatementPace): pg.PoolConfig {
  return {
    connectionString: databaseUrl,
    ...limits[pace],
    // For a new connection, or one that is given back.
    connectionTimeoutMillis: CONNECTION_MS,
    // A host that is gone without a word is noticed some twenty seconds later, by the system.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND,
  };
}

function hear(pool: pg.Pool, faults: FaultLog): void {
  // An 'error' that nobody hears ends the process. The pool hears those of idle clients alone, and one that is
  // checked out breaks as well when the database restarts: the one that listens for ever, first of all.
  pool.on('connect', (client) => client.on('error', (error) => faults.note(error)));
  pool.on('error', (error) => faults.note(error));
}

/** The lanes before a pool. */
export const poolLanes = (): StoreLanes => new StoreLanes(ROOM, CONNECTION_MS);

/** The pool as Kysely uses it in a lane: a connection that is in doubt is ended instead of given to the next. */
export function poolForKysely(
  pool: pg.Pool,
  { faults, lanes, lane }: { faults: FaultLog; lanes: StoreLanes; lane: Lane },
): PostgresPool {
  return {
    connect: async () => {
      await lanes.take(lane);
      try {
        return new HeldClient(await pool.connect(), faults, lanes);
      } catch (error) {
        lanes.giveBack();
        throw noted(error, faults);
      }
    },
    end: () => pool.end(),
  };
}

/** What failed, told to the log where the store is to blame. */
function noted(error: unknown, faults: FaultLog): unknown {
  const fault = faultOfPostgres(error);
  if (fault instanceof StoreFault) faults.note(fault);
  return fault;
}

/** A connection while somebody has it. */
class HeldClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #faults: FaultLog;
  readonly #lanes: StoreLanes;
  /** Why nothing more is asked of this connection. */
  #doubt: Error | undefined;

  constructor(client: pg.PoolClient, faults: FaultLog, lanes: StoreLanes) {
    this.#client = client;
    this.#faults = faults;
    this.#lanes = lanes;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Nothing here reads by cursor.');
    return this.#ask(text, parameters);
  }

  async #ask(text: string, parameters: readonly unknown[]) {
    try {
      if (this.#doubt !== undefined) throw this.#doubt;
      return await this.#client.query(text, [...parameters]);
    } catch (error) {
      const isRollback = text === 'rollback';
      // What the server answered is known. Anything else (its silence, a connection cut) may still be under way, and
      // a rollback that failed leaves a transaction open.
      if (isRollback || !(error instanceof pg.DatabaseError)) this.#doubt ??= asError(error);
      // The caller is to hear why it rolls back, and not that this failed as well. With the connection goes the rest.
      if (isRollback) return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      throw noted(error, this.#faults);
    }
  }

  release(): void {
    this.#client.release(this.#doubt);
    this.#lanes.giveBack();
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
