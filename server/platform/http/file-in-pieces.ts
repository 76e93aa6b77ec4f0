/**
 * A file in pieces. A report of 500 pages in one piece would block the main thread for 0.1 to 0.2 seconds for its
 * memory, from the worker, from the store or to the client.
 */
export interface FileInPieces {
  /** File name with extension. */
  name: string;
  mediaType: string;
  /** Total bytes of the pieces. */
  length: number;
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
