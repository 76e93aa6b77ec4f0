/**
 * Uploaded spreadsheet after reading: plain values for passing between processes, independent of the file format.
 */

/** Cell as seen by a person. An empty cell has the text ''. */
export interface Cell {
  /**
   * Text as written in the file, not trimmed and with control characters. Numbers with a decimal point and at most 15
   * digits; percentages as '2.07%'; dates as dd/mm/aaaa; booleans as VERDADERO and FALSO; errors as '#REF!'.
   */
  text: string;
  /** Value of a number; undefined for a text that looks like a number. A percentage is 2.07, not 0.0207. */
  number?: number;
  /** True if the spreadsheet shows the cell as a date. */
  date?: true;
  /** True if the cell repeats the first cell of a merged range. */
  merged?: true;
  /** True for a formula without a stored value; the text is ''. */
  uncalculated?: true;
  /** True for a cell made by a reading, absent in the file: a title over values from several places. */
  made?: true;
}

/** Row of an uploaded spreadsheet, with number and cells. */
export interface SheetRow {
  /** Row number, from 1, as shown by the spreadsheet program. */
  number: number;
  /** Cells left to right from column A, without gaps; without empty cells at the end. */
  cells: Cell[];
}

/** Sheet of an uploaded file, as rows of cells. */
export interface Sheet {
  name: string;
  /** Rows with content, top to bottom. */
  rows: SheetRow[];
  /**
   * Hidden sheets of the file with their number of filled cells, set on the first sheet. Hidden sheets are not
   * read.
   */
  hidden?: readonly { name: string; cells: number }[];
  /** Hidden columns with content, as indexes from 0. The cells are read like others. */
  hiddenColumns?: readonly number[];
  /** Numbers of hidden rows with content, from 1. The cells are read like others. */
  hiddenRows?: readonly number[];
  /** Filled cells of the file without a place in `rows`, if a reading rearranged the sheet. The reason is Spanish. */
  aside?: readonly { row: number; cells: number; reason: string }[];
}

/** Uploaded spreadsheet file. */
export interface SheetFile {
  /** Visible sheets with content in file order, at least one. */
  sheets: Sheet[];
}

/** Letter of a column as shown by a spreadsheet program: 0 is A, 26 is AA. */
export function columnLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetter(Math.floor(index / 26) - 1) + letter;
}
