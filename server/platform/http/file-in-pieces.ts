/**
 * A file that is kept or sent piece by piece. In one piece a report of 500 pages holds up the main thread for a tenth of a
 * second or two, whether it comes from its worker, from the store or goes to its reader: for its memory alone.
 */
export interface FileInPieces {
  /** With its ending, as a person keeps it. */
  name: string;
  mediaType: string;
  /** Bytes of all pieces. */
  length: number;
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
