const MB = 1024 * 1024;

/** Limits of reading a file, against hostile or careless files. */
export const sheetLimits = {
  /** The specification, section 13. The route refuses larger uploads before. */
  fileBytes: 10 * MB,
  /** Filled rows of all visible sheets (the specification, section 13). */
  rows: 20_000,
  /** The widest real table has about 40 columns; old Excel ended at 256. */
  columns: 256,
  /** Last row of Excel. A later row is an attack: sparse arrays of that length block a thread. */
  lastRow: 1_048_576,
  /** 20 columns in 20,000 rows. Passing more would block the main thread. */
  cells: 400_000,
  /** Cells in the XML, including empty formatted cells, plus rows covered by merged cells. */
  xmlCells: 600_000,
  /** Limit of Excel for a cell. */
  cellCharacters: 32_767,
  /** Total characters after expanding shared texts, since a shared text may repeat in every cell. */
  characters: 20_000_000,
  /** Unpacked size of all zip entries, counted while unpacking, independent of the declared sizes. */
  unpackedBytes: 80 * MB,
  /** Compression ratio. Sheets reach about 10:1, repetitive sheets 100:1; zip bombs use deflate's maximum of 1032:1. */
  unpackedRatio: 400,
  /** Smaller files skip the ratio check: a tiny sheet may be very repetitive. */
  ratioFrom: 8 * MB,
  /** Number of parts of a workbook: sheets, drawings, pictures. */
  zipEntries: 1_000,
  /**
   * Limit of processor time, and limit by the clock, shorter than the client's upload timeout, so that the person
   * gets the reason: a worker of the lowest priority gets a hundredth of a busy machine.
   */
  milliseconds: 20_000,
  clockMilliseconds: 150_000,
  /** V8 heap of a worker, in megabytes. */
  heapMb: 512,
  /** Number of waiting files, each of up to fileBytes. */
  waiting: 16,
} as const;
