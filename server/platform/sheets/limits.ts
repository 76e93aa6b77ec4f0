const MB = 1024 * 1024;

/** The bounds of what is read. Each keeps a hostile or careless file from costing more than it is worth. */
export const sheetLimits = {
  /** PRODUCT.md §13; the route refuses larger uploads before they get here. */
  fileBytes: 10 * MB,
  /** Rows with something in them, in all visible sheets together (PRODUCT.md §13). */
  rows: 20_000,
  /** The widest real table has some 40 columns; old Excel ended at 256. */
  columns: 256,
  /** Excel's last row. A file that names a later one is made to hurt: arrays with holes that long stop a thread. */
  lastRow: 1_048_576,
  /** 20 columns in each of 20,000 rows; handing over more would hold up the main thread. */
  cells: 400_000,
  /** Cells in the XML, the empty formatted ones included; and rows that merged cells reach, each as often as one does. */
  xmlCells: 600_000,
  /** Excel's own bound of one cell. */
  cellCharacters: 32_767,
  /** A shared text may be repeated in every cell; unfolded, all of them together stay below this. */
  characters: 20_000_000,
  /** All entries of the zip, unpacked and counted as they come, whatever the file says of itself. */
  unpackedBytes: 80 * MB,
  /** XML of a sheet packs some 10:1, a very repetitive one 100:1; deflate's limit, used by bombs, is 1032:1. */
  unpackedRatio: 400,
  /** Below this the ratio says nothing: a tiny sheet may be all repetition. */
  ratioFrom: 8 * MB,
  /** Parts of a workbook: sheets, drawings, pictures. */
  zipEntries: 1_000,
  /**
   * Of processor time; and by the clock, below the client's own timeout of an upload, so that the person gets the reason: a
   * worker of the lowest priority gets a hundredth of a machine where others compute.
   */
  milliseconds: 20_000,
  clockMilliseconds: 150_000,
  /** V8 heap of one worker, in megabytes. */
  heapMb: 512,
  /** Files that may wait, each holding up to fileBytes. */
  waiting: 16,
} as const;
