/** Kind of reading of an uploaded file. Input and answer are plain data passed between processes. */
export interface Reading<Given, Answer extends object> {
  kind: string;
  /** Never set: carries the types. */
  readonly types?: (input: Given) => Answer;
}

/** Declares a reading for callers and for the reader. */
export function reading<Given, Answer extends object>(kind: string): Reading<Given, Answer> {
  return { kind };
}

/** Reads the bytes of a file, with file name and input. @throws SheetError */
export type Reader<Given = unknown, Answer extends object = object> = (
  file: Buffer,
  fileName: string,
  input: Given,
) => Promise<Answer>;

/** Readers by kind. A worker loads only the requested reader. */
export type ReaderTable = ReadonlyMap<string, Reader>;

/** Pairs a reading with the reader, as an entry of a table. */
export function readerOf<Given, Answer extends object>(
  { kind }: Reading<Given, Answer>,
  read: Reader<Given, Answer>,
): readonly [string, Reader] {
  // The reader is called only with the input of the same reading.
  return [kind, read as Reader];
}
