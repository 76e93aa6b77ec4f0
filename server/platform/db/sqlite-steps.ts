import type { MessagePort } from 'node:worker_threads';
import { StoreError } from './store-error.ts';

/** A request to the SQLite connection. Plain data for the store's thread. */
export type Step =
  /** A plain `begin` reads the store as of its first statement and waits for no lock. */
  | { do: 'begin' | 'begin immediate' | 'commit' | 'rollback' }
  | { do: 'run'; sql: string; parameters: readonly unknown[] }
  /** Inserts many rows from a JSON list of lists; `more` are the values after each row's values. */
  | { do: 'insert'; sql: string; rows: Uint8Array; more: readonly unknown[] };

/** Result of a step: the values of its rows in sequence, or the number of changes. */
export interface Found {
  columns: string[];
  values: unknown[];
  changes: number;
  lastInsertRowid: number | bigint;
}

/** Results of the finished steps, and the error of the next step if failed. */
export interface Answer {
  found: Found[];
  error?: unknown;
}

/** Result of a job, or its error. After an error no row of the job is stored. */
export interface TransactionAnswer {
  result: unknown;
  error?: unknown;
}

/** Results of jobs in a common transaction, or the error of all. */
export interface BatchAnswer {
  results: readonly TransactionAnswer[];
  error?: unknown;
}

/** Connection in a separate thread, or in the same thread if no request waits. */
export interface SqliteConnection {
  /** Runs steps in order of calls. Never rejects. */
  do(steps: readonly Step[]): Promise<Answer>;
  /** Closes after pending work. */
  close(): Promise<void>;
}

/** Receiver of every commit to the store of a data folder. */
export interface ShipWord {
  dataDir: string;
  port: MessagePort;
  waiting: SharedArrayBuffer;
}

/** Name of a feature's job, and its input: plain data. */
export interface TransactionCall {
  name: string;
  input: unknown;
}

/** Message to the store's thread: a store to open, steps or jobs to run, a receiver of commits, or the closing. */
export type ToStore =
  | { dataDir: string; isServers: boolean }
  | ShipWord
  | { transactions: readonly TransactionCall[] }
  | readonly Step[]
  | 'close';

/** Answer to each message. */
export interface FromStore {
  found: Found[];
  error?: PlainError;
  /** Result of each job. */
  results?: readonly { result: unknown; error?: PlainError }[];
  /** After an opening: files that were readable by other users before the repair. */
  repaired?: readonly string[];
}

/** Plain form of an error: a structured clone would lose the code. */
export type PlainError = { name: string; message: string; code?: unknown; mayPass?: boolean };

export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  if (error instanceof StoreError) return { name, message, mayPass: error.mayPass };
  return 'code' in error ? { name, message, code: error.code } : { name, message };
}

/** Rebuilds the error, with the stack of the caller. */
export function errorOf({ name, message, mayPass, ...code }: PlainError): Error {
  if (mayPass !== undefined) return new StoreError(message, mayPass);
  // A number too large, or a value of a type unknown to SQLite.
  const ErrorClass = name === 'RangeError' ? RangeError : name === 'TypeError' ? TypeError : Error;
  return Object.assign(new ErrorClass(message), code, { name });
}
