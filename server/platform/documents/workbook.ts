import type ExcelJS from 'exceljs';
import type { FileAnswer } from '../../../shared/api.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { toPesos } from '../../../shared/money.ts';
import { fileNameOf } from './file-name.ts';
import { type CellKind, cellOf, type Fact, type ReportCell, type Table, totalsOf } from './table.ts';

/** Function to add a sheet to an Excel workbook. Made by `tableSheet` and `factSheet`. */
export type WorkbookSheet = (book: ExcelJS.Workbook, heading: PageHeading) => void;

/** Heading printed on every page of a workbook. */
export interface PageHeading {
  title: string;
  /** Name of the joint and subject of the report, in a line. */
  subject: string;
}

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Excel number formats by kind of cell. Coefficients show four decimals or more as needed. '@' keeps text typed
 * later as text.
 */
const FORMATS: Record<CellKind, string> = {
  text: '@',
  number: '#,##0',
  count: '#,##0',
  coefficient: '0.0000#####',
  percent: '0.00%',
  instant: 'dd/mm/yyyy hh:mm:ss',
  money: '#,##0.00',
  day: 'dd/mm/yyyy',
};
const WIDTHS: Record<Exclude<CellKind, 'text'>, number> = {
  number: 12,
  count: 12,
  coefficient: 16,
  percent: 12,
  instant: 20,
  money: 16,
  day: 12,
};
/** Bold font with all fields: Excel shows another font if only the weight is set. */
const BOLD: Partial<ExcelJS.Font> = { name: 'Calibri', size: 11, family: 2, bold: true };
/** Limits of a column's width in characters: narrower hides short texts, wider does not fit on printed paper. */
const TEXT_WIDTH = { least: 10, most: 48 };

/**
 * Writes an Excel workbook: sheets in order, typed columns, frozen header row.
 * @param name name of the file without its ending
 * @param heading title and subject of every printed page
 */
export async function workbookFile(
  name: string,
  heading: PageHeading,
  sheets: readonly WorkbookSheet[],
): Promise<FileAnswer> {
  // Loaded lazily: slow to load and not needed by a worker that draws PDFs.
  const { default: excel } = await import('exceljs');
  const book = new excel.Workbook();
  book.creator = 'SCAF';
  book.title = tidy(heading.title);
  book.subject = tidy(heading.subject);
  for (const sheet of sheets) sheet(book, heading);
  const written = await book.xlsx.writeBuffer();
  return { name: fileNameOf(name, 'xlsx'), mediaType: MEDIA_TYPE, bytes: new Uint8Array(written) };
}

/**
 * Makes the workbook sheet of a report's table: a row of titles, then the rows. An empty row separates the
 * totals, so sorting, filtering and summing in Excel affect only the rows.
 */
export function tableSheet<R>({ name, columns: all, rows, standsOut }: Table<R>): WorkbookSheet {
  const columns = all.filter((column) => column.paperOnly === undefined);
  return (book, heading) => {
    const sheet = newSheet(book, name, heading);
    sheet.columns = columns.map(({ kind, title, value }) => ({
      width: widthOf(kind, title, kind === 'text' ? rows.map((row) => String(value(row) ?? '').length) : []),
      style: { numFmt: FORMATS[kind], alignment: alignmentOf(kind) },
    }));
    putTitles(
      sheet,
      columns.map(({ title }) => title),
    );
    for (const row of rows) {
      const added = sheet.addRow(columns.map((column) => bookValue(cellOf(column, row))));
      if (standsOut?.(row) === true) markRow(added, columns.length);
    }
    if (rows.length > 0) {
      sheet.autoFilter = {
        from: { row: 1, column: 1 },
        to: { row: rows.length + 1, column: columns.length },
      };
    }
    const totals = totalsOf(columns, rows);
    if (totals === null) return;
    sheet.addRow([]);
    const last = sheet.addRow(totals.map(bookValue));
    last.eachCell((cell) => {
      cell.font = BOLD;
      cell.border = { top: { style: 'thin', color: { argb: 'FF5B6B7C' } } };
    });
  };
}

/** Makes a workbook sheet of facts (labelled values): a label and a value in each row. */
export function factSheet(name: string, facts: readonly Fact[]): WorkbookSheet {
  return (book, heading) => {
    const sheet = newSheet(book, name, heading);
    sheet.columns = [{ width: 38, style: { numFmt: FORMATS.text } }, { width: 70 }];
    putTitles(sheet, ['Dato', 'Valor']);
    for (const { label, ...fact } of facts) {
      const cell = sheet.addRow([tidy(label), bookValue(fact)]).getCell(2);
      cell.numFmt = FORMATS[fact.kind];
      cell.alignment = { ...alignmentOf(fact.kind), horizontal: 'left' };
    }
  };
}

/**
 * Makes a workbook sheet of cells as given, for programs that compare headings by letter: without titles in bold,
 * filters, and page headings. Amounts are numbers. An empty text gives no cell.
 */
export function plainSheet(name: string, rows: readonly (readonly (string | number)[])[]): WorkbookSheet {
  return (book) => {
    const sheet = book.addWorksheet(sheetName(book, name));
    for (const row of rows)
      sheet.addRow(row.map((cell) => (typeof cell === 'string' ? tidy(cell) || undefined : cell)));
  };
}

/**
 * Adds an empty sheet to a workbook: printed on A4 landscape, fit to the width, with column titles and heading on
 * every page.
 */
function newSheet(book: ExcelJS.Workbook, name: string, { title, subject }: PageHeading): ExcelJS.Worksheet {
  return book.addWorksheet(sheetName(book, name), {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: {
      paperSize: 9,
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: '1:1',
      margins: { left: 0.4, right: 0.4, top: 0.75, bottom: 0.6, header: 0.3, footer: 0.3 },
    },
    headerFooter: {
      // Excel allows 255 characters in each.
      oddHeader: `&L${inHeader(subject, 150)}&R${inHeader(title, 80)}`,
      oddFooter: `&L${inHeader(name, 60)}&RPágina &P de &N`,
    },
  });
}

/** Makes a unique sheet name of at most 31 characters without characters refused by Excel. */
function sheetName(book: ExcelJS.Workbook, wanted: string): string {
  const clean = tidy(wanted)
    .replace(/[[\]:*?/\\]+/g, '-')
    .replace(/^'+|'+$/g, '');
  const taken = new Set(book.worksheets.map((sheet) => sheet.name.toLowerCase()));
  for (let n = 1; ; n++) {
    const tail = n === 1 ? '' : ` (${n})`;
    const name = `${cut(clean, 31 - tail.length) || 'Hoja'}${tail}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/**
 * Prepares a text for the printed header of a sheet: escapes '&', the start of a command, after cutting so no
 * escape is cut in half.
 */
function inHeader(text: string, most: number): string {
  const line = tidy(text).replace(/\s+/g, ' ');
  const short = line.length > most ? `${cut(line, most - 1)}…` : line;
  return short.replaceAll('&', '&&');
}

function putTitles(sheet: ExcelJS.Worksheet, titles: readonly string[]): void {
  const row = sheet.addRow([...titles]);
  row.eachCell((cell) => {
    cell.numFmt = FORMATS.text;
    cell.font = BOLD;
    cell.alignment = { vertical: 'middle', wrapText: true };
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE3EAF2' } };
    cell.border = { bottom: { style: 'thin', color: { argb: 'FF5B6B7C' } } };
  });
}

function markRow(row: ExcelJS.Row, columns: number): void {
  for (let column = 1; column <= columns; column++) {
    const cell = row.getCell(column);
    cell.font = BOLD;
    cell.border = { bottom: { style: 'medium', color: { argb: 'FF1B5E20' } } };
  }
}

const alignmentOf = (kind: CellKind): Partial<ExcelJS.Alignment> =>
  kind === 'text' ? { vertical: 'top', wrapText: true } : { vertical: 'top', horizontal: 'right' };

/**
 * Returns the width of a column in characters.
 * @param lengths of the texts in the column
 */
function widthOf(kind: CellKind, title: string, lengths: readonly number[]): number {
  if (kind !== 'text') return Math.max(WIDTHS[kind], title.length + 3);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  return Math.min(TEXT_WIDTH.most, Math.max(TEXT_WIDTH.least, title.length + 3, longest + 1));
}

/** Milliseconds from the time in Bogotá to UTC, all year. Times of a spreadsheet have no time zone. */
const BOGOTA_MS = 5 * 3_600_000;

/** Converts a cell to a workbook value: coefficients as decimal numbers, amounts in pesos, null for no value. */
function bookValue({ kind, value }: ReportCell): string | number | Date | null {
  if (value === null) return null;
  if (kind === 'text') return tidy(value);
  if (kind === 'day') return new Date(`${value}T00:00:00Z`);
  if (kind === 'coefficient') return toNumber(value);
  if (kind === 'money') return toPesos(value);
  // Cuts to the second like a clock; a spreadsheet would round up.
  return kind === 'instant' ? new Date(Math.floor((value - BOGOTA_MS) / 1000) * 1000) : value;
}

/** Most characters in an Excel cell. */
const MOST_CHARACTERS = 32_767;

/**
 * Prepares a text for an Excel cell without changing visible text. Stored as a string, no text becomes a formula;
 * the text format of the column keeps edited cells as text, so no apostrophe is needed. Drops characters invalid in
 * XML, and escapes '_x0041_' so Excel does not read 'A'.
 */
function tidy(text: string): string {
  const whole = text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cs}/gu, '\ufffd')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: just those have no place in XML.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return cut(whole, MOST_CHARACTERS);
}

/** Cuts a text to a length without splitting a character. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/\p{Cs}$/u, '');
