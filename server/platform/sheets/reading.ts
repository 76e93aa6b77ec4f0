import type { SheetRow } from './sheet.types.ts';

/** Kind of uploaded file to read in a worker (units, payments …), with the types of input and answer. */
export interface Reading<Given, Answer extends object> {
  /** Name of the kind, to find the reading function in the worker. */
  kind: string;
  /** Never set: only holds the types of input and answer. */
  readonly types?: (input: Given) => Answer;
}

/**
 * Declares a kind of uploaded file to read in a worker. `readerOf` adds the reading function.
 * @param kind name of the kind, for example 'payments'
 */
export function reading<Given, Answer extends object>(kind: string): Reading<Given, Answer> {
  return { kind };
}

/**
 * Function to read the bytes of a file, with file name and input.
 * @throws SheetError
 */
export type Reader<Given = unknown, Answer extends object = object> = (
  file: Buffer,
  fileName: string,
  input: Given,
) => Promise<Answer>;

/**
 * Reading functions for uploaded files. Key: kind of the file ('payments'). A worker loads only the function
 * for the requested kind.
 */
export type ReaderTable = ReadonlyMap<string, Reader>;

/** Returns an entry for a `ReaderTable`: the kind's name with the reading function. */
export function readerOf<Given, Answer extends object>(
  { kind }: Reading<Given, Answer>,
  read: Reader<Given, Answer>,
): readonly [string, Reader] {
  // The reader is called only with the input of the same reading.
  return [kind, read as Reader];
}

/**
 * Kind of reading to check an uploaded spreadsheet: fails for an unreadable file, else answers with an
 * empty object.
 */
export const checkReading = reading<null, object>('check');

/**
 * Kind of reading for the rows of a spreadsheet as cells: names of the sheets, and rows with the index of the
 * sheet in `names`.
 */
export const rowsReading = reading<null, { names: string[]; rows: { sheet: number; row: SheetRow }[] }>(
  'rows',
);
