/** File sent piece by piece, because copying a long report as a whole would block the main thread. */
export interface FileInPieces {
  /** File name with extension. */
  name: string;
  mediaType: string;
  /** Sum of the bytes of all pieces. */
  length: number;
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
