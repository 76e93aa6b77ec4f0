import type { MessagePort } from 'node:worker_threads';
import { StoreError } from './store-error.ts';

/**
 * A single request to the SQLite connection: begin or end a transaction, run a statement, or insert many
 * rows. Plain data, to be sent to the thread of the store.
 */
export type Step =
  /**
   * Begins or ends a transaction. With `begin`, the transaction reads the store in its state at the first statement
   * and waits for no lock.
   */
  | { do: 'begin' | 'begin immediate' | 'commit' | 'rollback' }
  | { do: 'run'; sql: string; parameters: readonly unknown[] }
  /** Inserts many rows from a JSON list of lists; `more` are the values after each row's values. */
  | { do: 'insert'; sql: string; rows: Uint8Array; more: readonly unknown[] };

/** Result of an SQL statement: the rows found, or the number of changed rows. */
export interface Found {
  /** Names of the columns. */
  columns: string[];
  /** Values of all rows in sequence: first all columns of the first row. */
  values: unknown[];
  /** Number of changed rows. */
  changes: number;
  /** Row number of the last inserted row. */
  lastInsertRowid: number | bigint;
}

/**
 * Results of the finished steps, in order. After a failed step, `error` has the error, and the later steps
 * did not run.
 */
export interface Answer {
  found: Found[];
  error?: unknown;
}

/**
 * Result of a store transaction (`StoreTransaction`, a feature's function run as a whole). With an `error`,
 * no row of the transaction is stored.
 */
export interface TransactionAnswer {
  result: unknown;
  error?: unknown;
}

/**
 * Results of several store transactions in the order of the calls, run in a common database transaction; or
 * the error of the whole.
 */
export interface BatchAnswer {
  results: readonly TransactionAnswer[];
  error?: unknown;
}

/**
 * Connection to an SQLite file. A server runs the connection in a separate thread, so statements do not
 * block requests; commands run the connection in the main thread.
 */
export interface SqliteConnection {
  /** Runs steps (SQL statements), in the order of the calls. Never rejects. */
  do(steps: readonly Step[]): Promise<Answer>;
  /** Closes the connection after pending work. */
  close(): Promise<void>;
}

/**
 * Message to the SQLite thread to start the continuous backup: from now on the thread sends every commit to
 * a port.
 */
export interface ShipWord {
  /** Data folder with the SQLite file. */
  dataDir: string;
  /** Port to send the commits to. */
  port: MessagePort;
  /** Shared counter of the bytes sent and not yet received. */
  waiting: SharedArrayBuffer;
}

/**
 * Call of a store transaction (`StoreTransaction`, a feature's function run as a whole) in the SQLite
 * thread: name of the transaction, and the input as plain data.
 */
export interface TransactionCall {
  name: string;
  input: unknown;
}

/**
 * Message to the SQLite thread: a store to open, a receiver of commits, store transactions or steps to run,
 * or the request to close.
 */
export type ToStore =
  | { dataDir: string; isServers: boolean }
  | ShipWord
  | { transactions: readonly TransactionCall[] }
  | readonly Step[]
  | 'close';

/**
 * Answer of the SQLite thread to a message: results of the statements or of the store transactions, or an
 * error as plain data.
 */
export interface FromStore {
  found: Found[];
  error?: PlainError;
  /** Results of the jobs, if the message had jobs. */
  results?: readonly { result: unknown; error?: PlainError }[];
  /** After opening a store: paths of files readable by other users before the server restricted the permissions. */
  repaired?: readonly string[];
}

/** Error as plain data to send between threads: a transferred Error object would lose the code. */
export type PlainError = { name: string; message: string; code?: unknown; mayPass?: boolean };

/** Converts an error to plain data for another thread; `errorOf` rebuilds the error. */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  if (error instanceof StoreError) return { name, message, mayPass: error.mayPass };
  return 'code' in error ? { name, message, code: error.code } : { name, message };
}

/** Rebuilds an error from plain data, with the stack of the caller. */
export function errorOf({ name, message, mayPass, ...code }: PlainError): Error {
  if (mayPass !== undefined) return new StoreError(message, mayPass);
  // A number too large, or a value of a type unknown to SQLite.
  const ErrorClass = name === 'RangeError' ? RangeError : name === 'TypeError' ? TypeError : Error;
  return Object.assign(new ErrorClass(message), code, { name });
}
