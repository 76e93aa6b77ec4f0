/**
 * File sent in pieces. As a whole, a report of 500 pages would block the main thread for 0.1 to 0.2 seconds at each
 * copy: from the worker, from the database, to the client.
 */
export interface FileInPieces {
  /** File name with extension. */
  name: string;
  mediaType: string;
  /** Sum of the bytes of all pieces. */
  length: number;
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
