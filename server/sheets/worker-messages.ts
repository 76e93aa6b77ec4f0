import type { SheetRow } from './sheet.types.ts';
import type { SheetErrorCode } from './sheet-error.ts';

/** What the worker is started with. The bytes are its own copy. */
export interface ToWorker {
  file: ArrayBuffer;
  fileName: string;
}

/** What the worker says: each sheet's name followed by its rows in pieces, then done; or why it refuses. */
export type FromWorker =
  | { kind: 'sheet'; name: string }
  /** Answered by any message, after which the next piece comes. */
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'done' }
  | { kind: 'refused'; code: SheetErrorCode; message: string };
