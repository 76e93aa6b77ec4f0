/** File for a client, sent piece by piece: copying a long report as a whole would block the main thread. */
export interface FileInPieces {
  /** File name with extension. */
  name: string;
  mediaType: string;
  /** Size in bytes, the sum of all pieces. */
  length: number;
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
