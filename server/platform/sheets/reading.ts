/** Kind of uploaded file to read in a worker, with the types of input and answer. */
export interface Reading<Given, Answer extends object> {
  kind: string;
  /** Never set: only holds the types of input and answer. */
  readonly types?: (input: Given) => Answer;
}

/**
 * Declares a kind of upload to be read in a worker, by name, with the types of input and answer. `readerOf`
 * connects the name with the reading function.
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

/**
 * Entry of the table of readers: pairs the kind of a reading (name of a worker task) with the function to
 * read the file.
 */
export function readerOf<Given, Answer extends object>(
  { kind }: Reading<Given, Answer>,
  read: Reader<Given, Answer>,
): readonly [string, Reader] {
  // The reader is called only with the input of the same reading.
  return [kind, read as Reader];
}
