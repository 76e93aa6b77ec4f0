import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import type { FaultLog } from './fault-log.ts';
import { type Lane, type LaneRoom, StoreLanes } from './lanes.ts';
import { faultOfPostgres, StoreFault } from './store-fault.ts';

/**
 * Time limits of database statements: `answers` (short) in a server with waiting requests, or `tasks`
 * (long) in commands and workers.
 */
export type StatementPace = 'answers' | 'tasks';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CONNECTION_MS = 10 * SECOND;

/**
 * Time limits of PostgreSQL statements, in milliseconds. PostgreSQL enforces all except `query_timeout`: the
 * client's limit for a silent PostgreSQL server, and so the longest. A value in `DATABASE_URL`
 * (`?statement_timeout=…`) overrides.
 */
const limits = {
  answers: {
    /** Limit for a single statement: the longest takes some seconds on a slow machine. */
    statement_timeout: 30 * SECOND,
    /** Limit for the wait for a joint's lock or billing lock: the holder stores a month in a few seconds. */
    lock_timeout: 15 * SECOND,
    /** Limit for the time between two statements: the server only computes, a whole month at most. */
    idle_in_transaction_session_timeout: MINUTE,
    query_timeout: 35 * SECOND,
  },
  tasks: {
    /**
     * Limit for a single statement of a report: the report's process has 15 minutes in all
     * (server/platform/queue/limits.ts).
     */
    statement_timeout: 15 * MINUTE,
    lock_timeout: MINUTE,
    /** Limit for the time between two statements: a report lays out pages inside its read transaction. */
    idle_in_transaction_session_timeout: 15 * MINUTE,
    query_timeout: 16 * MINUTE,
  },
} as const;

/** Maximum PostgreSQL connections per process for reads and writes. */
const CONNECTIONS = 10;
/** Maximum connections in use, by lane, before the lane may take another: votes always find a connection. */
const ROOM: LaneRoom = { votes: CONNECTIONS, registrations: 9, reads: 7, lists: 5, reports: 4, checks: 4 };
/** Maximum connections for live changes between processes: one listens, the others send. */
const LIVE_CONNECTIONS = 3;

interface PoolOptions {
  pace: StatementPace;
  faults: FaultLog;
}

// Counts and bigint columns stay numbers: input checks keep all below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`);
  return value;
});
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Opens the pool of PostgreSQL connections. A broken connection does not end the process. */
export function openPool(databaseUrl: string, { pace, faults }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ ...settings(databaseUrl, pace), max: CONNECTIONS });
  logFaults(pool, faults);
  return pool;
}

/**
 * Opens the PostgreSQL connections for live changes between server processes (notifications). The main pool
 * is separate, so a busy database does not delay notifications.
 */
export function openLivePool(databaseUrl: string, { pace, faults }: PoolOptions): LivePool {
  const pool = new LivePool({ ...settings(databaseUrl, pace), max: LIVE_CONNECTIONS });
  logFaults(pool, faults);
  return pool;
}

/**
 * Pool that frees connections left by the adapter for live changes. The adapter takes a connection to listen and
 * another after a break, and never returns the first: a few restarts of the database would use up the pool and
 * block its end.
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

  /** Ends the connections never returned, and a connection being opened, so that the pool can end. */
  drop(): void {
    this.#isDropped = true;
    for (const client of this.#held) client.release(true);
  }

  async #hold(): Promise<pg.PoolClient> {
    const client = this.#isDropped ? undefined : await super.connect();
    if (client === undefined || this.#isDropped) {
      client?.release(true);
      // After an error the closed adapter would retry for ever.
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
    // Wait for a new or returned connection.
    connectionTimeoutMillis: CONNECTION_MS,
    // The operating system notices a silent host after about 20 seconds.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND,
  };
}

function logFaults(pool: pg.Pool, faults: FaultLog): void {
  // An 'error' without listener ends the process. The pool listens only on idle clients, but a restart of the
  // database also breaks clients in use, first of all the listening client.
  pool.on('connect', (client) => client.on('error', (error) => faults.note(error)));
  pool.on('error', (error) => faults.note(error));
}

/** Makes the queue for the connections of a PostgreSQL pool, with priorities by lane. */
export const poolLanes = (): StoreLanes => new StoreLanes(ROOM, CONNECTION_MS);

/**
 * Adapts the PostgreSQL pool to the query builder Kysely, for calls of a lane (priority). A connection with
 * an error is closed instead of returned to the pool.
 */
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

/** Converts a PostgreSQL error to the store's error, and logs it if the database is at fault. */
function noted(error: unknown, faults: FaultLog): unknown {
  const fault = faultOfPostgres(error);
  if (fault instanceof StoreFault) faults.note(fault);
  return fault;
}

/** Connection taken from the pool by a caller. */
class HeldClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #faults: FaultLog;
  readonly #lanes: StoreLanes;
  /** Error that makes the connection unfit for further use; undefined for a sound connection. */
  #doubt: Error | undefined;

  constructor(client: pg.PoolClient, faults: FaultLog, lanes: StoreLanes) {
    this.#client = client;
    this.#faults = faults;
    this.#lanes = lanes;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Reading by cursor is not supported.');
    return this.#ask(text, parameters);
  }

  async #ask(text: string, parameters: readonly unknown[]) {
    try {
      if (this.#doubt !== undefined) throw this.#doubt;
      return await this.#client.query(text, [...parameters]);
    } catch (error) {
      const isRollback = text === 'rollback';
      // An answer of the server is certain. Other failures (silence, broken connection) may leave a statement
      // running, and a failed rollback leaves a transaction open.
      if (isRollback || !(error instanceof pg.DatabaseError)) this.#doubt ??= asError(error);
      // The caller needs the reason of the rollback instead of this error. The connection is closed anyway.
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
