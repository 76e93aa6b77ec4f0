/** Uploaded spreadsheet after reading: plain values that a worker can pass on, independent of the file format. */

/** Cell as seen by a person. An empty cell has the text ''. */
export interface Cell {
  /**
   * Text as written in the file, not trimmed and with control characters. Numbers with a decimal point and at most 15
   * digits; percentages as '2.07%'; dates as dd/mm/aaaa; booleans as VERDADERO and FALSO; errors as '#REF!'.
   */
  text: string;
  /** Set for a number, not for a text like a number. A percentage is 2.07, not 0.0207. */
  number?: number;
  /** The spreadsheet treats the cell as a date. */
  date?: true;
  /** Repeats the merged cell above. */
  merged?: true;
  /** Formula without a stored value; the text is ''. */
  uncalculated?: true;
}

export interface SheetRow {
  /** Row number from 1, as shown by the spreadsheet program. */
  number: number;
  /** Left to right from column A, without gaps. Drops empty cells at the end. */
  cells: Cell[];
}

export interface Sheet {
  name: string;
  /** Filled rows, top to bottom. */
  rows: SheetRow[];
  /** Hidden sheets of the file with the number of filled cells, set on the first sheet. Hidden sheets are not read. */
  hidden?: readonly { name: string; cells: number }[];
  /** Hidden columns (0-based) and rows with content. Hidden cells are read like others. */
  hiddenColumns?: readonly number[];
  hiddenRows?: readonly number[];
}

export interface SheetFile {
  /** Visible filled sheets in file order, at least one. */
  sheets: Sheet[];
}

/** Letter of a column as shown by a spreadsheet program: 0 is A, 26 is AA. */
export function columnLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetter(Math.floor(index / 26) - 1) + letter;
}
