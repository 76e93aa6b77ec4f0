import type { MessagePort } from 'node:worker_threads';
import { StoreError } from './store-error.ts';

/** What a connection to SQLite is asked to do. Plain data: it crosses over to the store's thread. */
export type Step =
  /** `begin` alone sees the store as of its first statement and waits for nobody. */
  | { do: 'begin' | 'begin immediate' | 'commit' | 'rollback' }
  | { do: 'run'; sql: string; parameters: readonly unknown[] }
  /** Inserts each of many rows, which are a JSON list of lists; `more` are the values that follow those of each. */
  | { do: 'insert'; sql: string; rows: Uint8Array; more: readonly unknown[] };

/** What came of a step: the values of its rows, one row after the other, or what it changed. */
export interface Found {
  columns: string[];
  values: unknown[];
  changes: number;
  lastInsertRowid: number | bigint;
}

/** What came of steps: of those that were done, and what the next one failed with, if one did. */
export interface Answer {
  found: Found[];
  error?: unknown;
}

/** What came of a work, or what it failed with; then nothing of it is stored. */
export interface WorkAnswer {
  result: unknown;
  error?: unknown;
}

/** What came of works that shared a transaction, or what all of them failed with. */
export interface WorksAnswer {
  results: readonly WorkAnswer[];
  error?: unknown;
}

/** Who has the connection: a thread of its own, or the same thread where nobody waits for it. */
export interface SqliteConnection {
  /** Never rejects. What is asked first is done first. */
  do(steps: readonly Step[]): Promise<Answer>;
  /** When what was asked before is done. */
  close(): Promise<void>;
}

/** Whom to tell of every commit to the store of a data folder. */
export interface ShipWord {
  dataDir: string;
  port: MessagePort;
  waiting: SharedArrayBuffer;
}

/** A feature's work by its name, and what it works on: plain data. */
export interface WorkWord {
  work: string;
  input: unknown;
}

/** What the store's thread is told: which store to open, steps or works to do, whom to tell of commits, or to close it. */
export type ToStore =
  | { dataDir: string; isServers: boolean }
  | ShipWord
  | { works: readonly WorkWord[] }
  | readonly Step[]
  | 'close';

/** What it answers, to each word one. */
export interface FromStore {
  found: Found[];
  error?: PlainError;
  /** Of works, to each one. */
  results?: readonly { result: unknown; error?: PlainError }[];
  /** Of an opening: files that others could read, and cannot any more. */
  repaired?: readonly string[];
}

/** What crosses of an error: a clone of one would have lost its code. */
export type PlainError = { name: string; message: string; code?: unknown; mayPass?: boolean };

export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  if (error instanceof StoreError) return { name, message, mayPass: error.mayPass };
  return 'code' in error ? { name, message, code: error.code } : { name, message };
}

/** The same error, with the stack of whoever asked. */
export function errorOf({ name, message, mayPass, ...code }: PlainError): Error {
  if (mayPass !== undefined) return new StoreError(message, mayPass);
  // A number that is too large, a value that is of no kind that SQLite has.
  const Known = name === 'RangeError' ? RangeError : name === 'TypeError' ? TypeError : Error;
  return Object.assign(new Known(message), code, { name });
}
