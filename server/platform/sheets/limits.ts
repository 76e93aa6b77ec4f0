import { limits } from '../../../shared/limits.ts';

const MB = 1024 * 1024;

/**
 * Limits for an uploaded spreadsheet: bytes, rows, cells and time. Protects the server against hostile or
 * careless files.
 */
export const sheetLimits = {
  /** Most bytes of a file (the specification, section 13). The endpoint refuses larger uploads before. */
  fileBytes: limits.sheetTooLarge.most * MB,
  /** Most filled rows of all visible sheets (the specification, section 13). */
  rows: 20_000,
  /** Most columns: the widest real table has about 40; old Excel ended at 256. */
  columns: 256,
  /** Last possible row number in Excel. A later row is an attack: sparse lists of a huge length block a thread. */
  lastRow: 1_048_576,
  /** Most cells: 20 columns in 20,000 rows. Passing more from the worker would block the main thread. */
  cells: 400_000,
  /** Most cells in the XML, including empty formatted cells, plus rows covered by merged cells. */
  xmlCells: 600_000,
  /** Most characters in a cell, the limit of Excel. */
  cellCharacters: 32_767,
  /** Most characters in total after expanding shared texts, since a shared text may repeat in every cell. */
  characters: 20_000_000,
  /** Most bytes of all zip entries together, counted while unpacking, independent of the declared sizes. */
  unpackedBytes: 80 * MB,
  /**
   * Largest compression ratio. Sheets reach about 10:1, repetitive sheets 100:1; zip bombs use deflate's maximum of
   * 1032:1.
   */
  unpackedRatio: 400,
  /** Size in unpacked bytes for beginning the ratio check: a tiny sheet may be very repetitive. */
  ratioFrom: 8 * MB,
  /** Most parts of a workbook: sheets, drawings, pictures. */
  zipEntries: 1_000,
  /**
   * Limits in milliseconds: `milliseconds` of processor time, `clockMilliseconds` by the clock, because a worker of
   * the lowest priority gets a hundredth of a busy machine. Shorter than the client's upload timeout, so the user
   * sees the reason.
   */
  milliseconds: 20_000,
  clockMilliseconds: 150_000,
  /** Memory limit of a worker (V8 heap), in megabytes. */
  heapMb: 512,
  /** Most files waiting to be read, each of up to `fileBytes`. */
  waiting: 16,
} as const;
