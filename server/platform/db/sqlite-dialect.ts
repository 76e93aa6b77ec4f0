import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { FaultLog } from './fault-log.ts';
import { type Lane, type LaneRoom, StoreLanes } from './lanes.ts';
import type { Answer, BatchAnswer, Found, SqliteConnection, Step } from './sqlite-steps.ts';
import { faultOfSqlite, StoreFault } from './store-fault.ts';

/** Maximum milliseconds that a write waits for another process's lock (checkpoint or copy). */
const LOCK_WAIT_MS = 5000;
const ONE: LaneRoom = { votes: 1, registrations: 1, reads: 1, lists: 1, reports: 1, checks: 1 };
/** Milliseconds between two tries for the lock. Meanwhile other callers use the connection. */
const LOCK_RETRY_MS = 50;

/**
 * SQLite dialect for Kysely with its own driver:
 * - The connection runs in a separate thread.
 * - A write transaction takes the write lock at its begin. (SQLite refuses a transaction that reads first as soon
 *   as another process wrote in between, regardless of `busy_timeout`.)
 * - Waiting for the lock does not block other callers.
 * - Of several errors in a transaction, the first is thrown.
 */
export const sqliteDialect = (mutex: SqliteMutex, lane: Lane = 'reads'): Dialect =>
  dialectOf(() => new SqliteStoreDriver(mutex, lane));

/**
 * SQLite dialect for code in the thread of the file: a statement runs at once, without a message and without a wait
 * for locks of other processes. The caller runs a single transaction at a time.
 */
export const sameThreadDialect = (file: SameThreadFile): Dialect =>
  dialectOf(() => new SameThreadDriver(file));

function dialectOf(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Tells Kysely that SQLite also rolls back schema changes, so pending migrations run in a single transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Many rows as the single parameter of an `insert`: the SQLite thread runs the statement once per row. */
export class RowList {
  /** JSON list with a list of values for each row, as bytes. */
  readonly rows: Uint8Array;
  /** Values added after the values of each row, the same for all rows. */
  readonly more: readonly unknown[];

  constructor(rows: Uint8Array, more: readonly unknown[]) {
    this.rows = rows;
    this.more = more;
  }
}

function stepOf({ sql, parameters }: CompiledQuery): Step {
  const [first] = parameters;
  return first instanceof RowList
    ? { do: 'insert', sql, rows: first.rows, more: first.more }
    : { do: 'run', sql, parameters };
}

class SqliteStoreDriver implements Driver {
  readonly #mutex: SqliteMutex;
  readonly #lane: Lane;

  constructor(mutex: SqliteMutex, lane: Lane) {
    this.#mutex = mutex;
    this.#lane = lane;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<HeldConnection> {
    await this.#mutex.take(this.#lane);
    return new HeldConnection(this.#mutex, this.#lane);
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.giveBack();
  }

  /**
   * Begins a transaction. A read-only transaction reads the state of the store at its first statement and waits for
   * no lock.
   */
  async beginTransaction(held: HeldConnection, settings: TransactionSettings): Promise<void> {
    held.begin(beginOf(settings));
  }

  async commitTransaction(held: HeldConnection): Promise<void> {
    await held.commit();
  }

  async rollbackTransaction(held: HeldConnection): Promise<void> {
    await held.rollback();
  }

  async destroy(): Promise<void> {
    // After all pending requests.
    await this.#mutex.take('checks');
    await this.#mutex.connection.close();
    this.#mutex.giveBack();
  }
}

/**
 * Open SQLite file in the same thread. `do` runs steps (SQL statements) in order, and never throws; `run` runs a statement
 * of an open transaction, and throws the error of SQLite.
 */
export interface SameThreadFile {
  do: (steps: readonly Step[]) => Answer;
  run: (sql: string, parameters: readonly unknown[]) => Found;
}

/** Driver and connection in one: runs the statements on a file of the same thread. */
class SameThreadDriver implements Driver, DatabaseConnection {
  readonly #file: SameThreadFile;

  constructor(file: SameThreadFile) {
    this.#file = file;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}

  async beginTransaction(_: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    runStep(this.#file, { do: beginOf(settings) });
  }

  async commitTransaction(): Promise<void> {
    runStep(this.#file, { do: 'commit' });
  }

  async rollbackTransaction(): Promise<void> {
    // Report the cause of the rollback, not a failure of the rollback.
    this.#file.do([{ do: 'rollback' }]);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return resultOf(runStep(this.#file, stepOf(query)));
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    return readsNoRowAlone();
  }
}

/** @throws StoreFault if the store failed; else the error of the statement */
function runStep(file: SameThreadFile, step: Step): Found {
  const { found, error } = file.do([step]);
  return foundBy({ found, error: faultOfSqlite(error) }, 0);
}

const beginOf = ({ accessMode }: TransactionSettings) =>
  accessMode === 'read only' ? 'begin' : 'begin immediate';

function readsNoRowAlone(): never {
  throw new Error('Reading row by row is not supported.');
}

/**
 * Lock for the process's single connection to an SQLite file. Of the waiting calls, the call with the
 * highest lane (priority) goes first.
 */
export class SqliteMutex {
  readonly connection: SqliteConnection;
  readonly #faults: FaultLog;
  readonly #patience: number;
  readonly lanes: StoreLanes;
  /** Messages to the connection: number sent so far, and number without an answer yet. */
  readonly traffic = { sent: 0, unanswered: 0 };

  /**
   * @param patience milliseconds that a write waits for another process's lock
   * @param now clock in milliseconds that never goes back
   */
  constructor(connection: SqliteConnection, faults: FaultLog, patience = LOCK_WAIT_MS, now?: () => number) {
    this.connection = connection;
    this.lanes = new StoreLanes(ONE, undefined, now);
    this.#faults = faults;
    this.#patience = patience;
  }

  /** Runs steps (SQL statements) for the caller that holds the lock. */
  async do(steps: readonly Step[]): Promise<Answer> {
    return this.#noted(await this.#sent(() => this.connection.do(steps)));
  }

  /**
   * Runs the first steps of a transaction for the caller that holds the lock; waits while another process has the
   * database lock.
   */
  async doPatiently(steps: readonly Step[], lane: Lane): Promise<Answer> {
    return this.#patiently(
      lane,
      () => this.connection.do(steps),
      ({ found }) => found.length === 0,
    );
  }

  /**
   * Takes the lock and runs jobs, with their transaction, in the connection's thread; waits while another process
   * has the database lock.
   */
  async run(lane: Lane, ask: () => Promise<BatchAnswer>): Promise<BatchAnswer> {
    await this.take(lane);
    try {
      return await this.#patiently(lane, ask, () => true);
    } finally {
      this.giveBack();
    }
  }

  /** Repeats `ask` while another process has the database lock. Releases the connection in between. */
  async #patiently<A extends { error?: unknown }>(
    lane: Lane,
    ask: () => Promise<A>,
    nothingIsDone: (answer: A) => boolean,
  ): Promise<A> {
    let until = Number.POSITIVE_INFINITY;
    for (;;) {
      const answer = await this.#sent(ask);
      const isToWait = isBusy(answer.error) && nothingIsDone(answer);
      if (!isToWait || performance.now() >= until) return this.#noted(answer);
      // Starts at the first refusal: a thread's first job waits for code to load, not for a lock.
      if (until === Number.POSITIVE_INFINITY) until = performance.now() + this.#patience;
      this.giveBack();
      await sleep(LOCK_RETRY_MS);
      // Forced: a refusal here would release the mutex twice.
      await this.lanes.take(lane, true);
    }
  }

  take(lane: Lane): Promise<void> {
    return this.lanes.take(lane);
  }

  giveBack(): void {
    this.lanes.giveBack();
  }

  async #sent<A>(ask: () => Promise<A>): Promise<A> {
    this.traffic.sent += 1;
    this.traffic.unanswered += 1;
    try {
      return await ask();
    } finally {
      this.traffic.unanswered -= 1;
    }
  }

  #noted<A extends { error?: unknown }>(answer: A): A {
    const fault = faultOfSqlite(answer.error);
    if (fault instanceof StoreFault) this.#faults.note(fault);
    return { ...answer, error: fault };
  }
}

/** Connection as seen by Kysely: held by a caller for a statement or a transaction. */
class HeldConnection implements DatabaseConnection {
  readonly #mutex: SqliteMutex;
  readonly #lane: Lane;
  #transaction: Transaction | null = null;

  constructor(mutex: SqliteMutex, lane: Lane) {
    this.#mutex = mutex;
    this.#lane = lane;
  }

  begin(how: 'begin' | 'begin immediate'): void {
    this.#transaction = new Transaction(this.#mutex, this.#lane, how);
  }

  async commit(): Promise<void> {
    const ended = await this.#transaction?.end('commit');
    if (ended?.error !== undefined) throw ended.error;
  }

  async rollback(): Promise<void> {
    // Report the cause of the rollback, not a failure of the rollback.
    await this.#transaction?.end('rollback');
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const step = stepOf(query);
    if (this.#transaction !== null) return resultOf(await this.#transaction.run(step));
    return resultOf(foundBy(await this.#mutex.doPatiently([step], this.#lane), 0));
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    return readsNoRowAlone();
  }
}

/**
 * Transaction on the connection in the SQLite thread. After a failed statement the later statements fail with the same
 * error. The first message includes the begin.
 */
class Transaction {
  readonly #mutex: SqliteMutex;
  readonly #lane: Lane;
  readonly #how: 'begin' | 'begin immediate';
  #begun: Promise<Answer> | null = null;
  #isOver = false;

  constructor(mutex: SqliteMutex, lane: Lane, how: 'begin' | 'begin immediate') {
    this.#mutex = mutex;
    this.#lane = lane;
    this.#how = how;
  }

  async run(step: Step): Promise<Found> {
    // The statement would be stored outside the transaction.
    if (this.#isOver) throw new Error('The transaction is over.');
    if (this.#begun === null) {
      this.#begun = this.#mutex.doPatiently([{ do: this.#how }, step], this.#lane);
      return foundBy(await this.#begun, 1);
    }
    const begun = await this.#begun;
    return foundBy(begun.found.length === 0 ? begun : await this.#mutex.do([step]), 0);
  }

  /** Ends the transaction. @returns null if the transaction never began */
  async end(how: 'commit' | 'rollback'): Promise<Answer | null> {
    this.#isOver = true;
    const begun = await this.#begun;
    return begun === null || begun.found.length === 0 ? begun : this.#mutex.do([{ do: how }]);
  }
}

/** Returns the result of a step in an answer. @throws the error of the step or of an earlier step */
function foundBy({ found: all, error }: Answer, index: number): Found {
  const found = all[index];
  if (found !== undefined) return found;
  // The stack of the thread is useless: capture the caller's stack.
  if (error instanceof Error) Error.captureStackTrace(error);
  throw error;
}

function resultOf<R>({ columns, values, changes, lastInsertRowid }: Found): QueryResult<R> {
  if (columns.length === 0) {
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }
  const rows: R[] = [];
  for (let at = 0; at < values.length; ) {
    const row: Record<string, unknown> = {};
    for (const name of columns) row[name] = plainBytes(values[at++]);
    rows.push(row as R);
  }
  return { rows };
}

/** Converts bytes back to a Buffer, because the transfer between threads loses the type. */
const plainBytes = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

function isBusy(error: unknown): boolean {
  const fault = faultOfSqlite(error);
  return fault instanceof StoreFault && fault.kind === 'busy';
}
