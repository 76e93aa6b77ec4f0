import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import type { FaultLog } from './fault-log.ts';

/** Whose statements they are: of somebody who waits for an answer, or of work that may take its time. */
export type Pace = 'answers' | 'works';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

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

/** Connections of one process; the live adapter keeps one of them to listen. */
const CONNECTIONS = 10;

/** PostgreSQL's connections; none of them ends the process when it breaks. */
export function openPool(databaseUrl: string, { pace, faults }: { pace: Pace; faults: FaultLog }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    ...limits[pace],
    max: CONNECTIONS,
    // For a new connection, or one that is given back.
    connectionTimeoutMillis: 10 * SECOND,
    // A host that is gone without a word is noticed some twenty seconds later, by the system.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND,
  });
  // An 'error' that nobody hears ends the process. The pool hears those of idle clients alone, and one that is
  // checked out breaks as well when the database restarts: the one that listens for ever, first of all.
  pool.on('connect', (client) => client.on('error', (error) => faults.note(error)));
  pool.on('error', (error) => faults.note(error));
  return pool;
}

/** The pool as Kysely uses it: a connection that is in doubt is ended instead of given to the next. */
export function poolForKysely(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => new HeldClient(await pool.connect()),
    end: () => pool.end(),
  };
}

/** A connection while somebody has it. */
class HeldClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  /** Why nothing more is asked of this connection. */
  #doubt: Error | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
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
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#doubt);
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
