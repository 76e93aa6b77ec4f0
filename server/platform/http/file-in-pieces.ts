/**
 * A file that is kept or sent piece by piece. In one piece a report of 500 pages holds up the main thread for a tenth of a
 * second or two, whether it comes from its worker, from the store or goes to its reader: for its memory alone.
 */
export class FileInPieces {
  /** With its ending, as a person keeps it. */
  readonly name: string;
  readonly mediaType: string;
  /** Bytes of all pieces. */
  readonly length: number;
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

  constructor(file: Pick<FileInPieces, 'name' | 'mediaType' | 'length' | 'pieces'>) {
    this.name = file.name;
    this.mediaType = file.mediaType;
    this.length = file.length;
    this.pieces = file.pieces;
  }
}
