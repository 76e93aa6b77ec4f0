/**
 * What an uploaded spreadsheet is after reading: plain values that a worker can hand over, with nothing of the
 * file format left in them.
 */

/** One cell as a person sees it. An empty cell has the text ''. */
export interface Cell {
  /**
   * What the cell says, as written in the file: not trimmed, control characters and all. Numbers with a decimal
   * point, without the noise beyond 15 digits; percentages as '2.07%'; dates as dd/mm/aaaa; booleans as
   * VERDADERO and FALSO; errors as '#REF!'.
   */
  text: string;
  /** Present when the cell is a number and not text that looks like one. A percentage is 2.07, not 0.0207. */
  number?: number;
  /** The cell is a date for the spreadsheet, whatever the person meant by it. */
  date?: true;
  /** The cell repeats the one above that it is merged with. */
  merged?: true;
  /** The cell has a formula whose value the file does not keep; its text is ''. */
  uncalculated?: true;
}

export interface SheetRow {
  /** 1-based, as the spreadsheet program shows it. */
  number: number;
  /** Left to right from column A, without gaps; empty cells at the end are left out. */
  cells: Cell[];
}

export interface Sheet {
  name: string;
  /** Only rows with something in them, top to bottom. */
  rows: SheetRow[];
  /** Of a file's first sheet: its hidden ones, which nobody reads, with how many cells say something. */
  hidden?: readonly { name: string; cells: number }[];
  /** Columns (0-based) and rows with something in them that the program does not show; they are read all the same. */
  hiddenColumns?: readonly number[];
  hiddenRows?: readonly number[];
}

export interface SheetFile {
  /** The visible sheets with something in them, in the file's order; at least one. */
  sheets: Sheet[];
}

/** The letter that a spreadsheet program shows above a column: 0 is A, 26 is AA. */
export function columnLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetter(Math.floor(index / 26) - 1) + letter;
}
