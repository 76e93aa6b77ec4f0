/**
 * What may be made of an uploaded file, by its kind. What it is given beside the file and what it answers are plain
 * data that crosses over between processes.
 */
export interface Reading<Given, Answer extends object> {
  kind: string;
  /** Never there: it carries the types. */
  readonly types?: (given: Given) => Answer;
}

/** Names a reading, for those who ask for it and for its reader. */
export function reading<Given, Answer extends object>(kind: string): Reading<Given, Answer> {
  return { kind };
}

/** Makes it of a file's bytes, its name and what is given beside it. @throws SheetError */
export type Reader<Given = unknown, Answer extends object = object> = (
  file: Buffer,
  fileName: string,
  given: Given,
) => Promise<Answer>;

/** Readers by their reading's kind: a worker loads only what it is asked for. */
export type ReaderTable = ReadonlyMap<string, Reader>;

/** A reading with its reader, as a line of a table. */
export function readerOf<Given, Answer extends object>(
  { kind }: Reading<Given, Answer>,
  read: Reader<Given, Answer>,
): readonly [string, Reader] {
  // It is called with what its own reading is given alone.
  return [kind, read as Reader];
}
