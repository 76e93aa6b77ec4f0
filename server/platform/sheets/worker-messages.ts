import type { SheetErrorCode } from './sheet-error.ts';

/** What the worker is started with. The bytes are its own copy. */
export interface ToWorker {
  file: ArrayBuffer;
  fileName: string;
  /** Of the reading, and what it is given beside the file. */
  kind: string;
  given: unknown;
}

/** What the worker says: an answer's long lists in pieces, then what is left of it; or why it refuses. */
export type FromWorker =
  /** Answered by any message, after which the next piece comes. */
  | { kind: 'items'; list: string; items: unknown[] }
  | { kind: 'done'; rest: object }
  | { kind: 'refused'; code: SheetErrorCode; message: string };
