import ExcelJS from 'exceljs';
import { EMPTY, toCell } from './cell.ts';
import { Collector } from './collector.ts';
import { withEmptyTexts } from './empty-texts.ts';
import { sheetLimits } from './limits.ts';
import type { Cell, Sheet } from './sheet.types.ts';
import { damaged, SheetError } from './sheet-error.ts';
import { storedZip } from './stored-zip.ts';
import { unpackWorkbook, type ZipPart } from './unpack.ts';

/**
 * What a worksheet has besides cells and merges. None of it matters here, and exceljs can be brought down by
 * some of it: a validation of whole columns becomes an object per cell.
 */
const ignoreNodes = [
  'autoFilter',
  'conditionalFormatting',
  'dataValidations',
  'dimension',
  'drawing',
  'extLst',
  'headerFooter',
  'hyperlinks',
  'pageMargins',
  'pageSetup',
  'picture',
  'printOptions',
  'rowBreaks',
  'sheetProtection',
  'sheetViews',
  'tableParts',
];

/**
 * Reads an xlsx. Hidden sheets are left out, and told of: people keep old tables and lists for drop-downs in them. Hidden
 * rows and columns are read, since they are mostly a filter that somebody forgot, and a unit missing from the
 * table would change every result. Of merged cells, those below the first repeat it (a tower's name beside all
 * of its units) and those to its right are empty (a title over the whole table).
 * Throws SheetError. Takes memory and time in proportion to the file: to be called in a worker.
 */
export async function readXlsx(file: Buffer): Promise<Sheet[]> {
  const parts = (await unpackWorkbook(file)).map(withoutDefinedNames).map(withEmptyTexts);
  const workbook = new ExcelJS.Workbook();
  try {
    // exceljs declares a Buffer type of its own; the bytes are the same.
    await workbook.xlsx.load(storedZip(parts) as unknown as ExcelJS.Buffer, { ignoreNodes });
  } catch (error) {
    throw damaged(error);
  }
  const visible = workbook.worksheets.filter((worksheet) => worksheet.state === 'visible');
  if (visible.length === 0) {
    throw new SheetError(
      'sheetEmpty',
      'El libro no tiene hojas visibles. Muestre la hoja con la tabla, guarde el archivo y vuelva a subirlo.',
    );
  }
  const collector = new Collector();
  for (const worksheet of visible) {
    if (worksheet.rowCount > sheetLimits.lastRow) throw damaged();
    collector.startSheet(worksheet.name);
    worksheet.eachRow({ includeEmpty: false }, (row, number) => collector.addRow(number, readCells(row)));
  }
  const sheets = collector.finish();
  const hidden = workbook.worksheets
    .filter((worksheet) => worksheet.state !== 'visible')
    .flatMap(hiddenSheet);
  const [first] = sheets;
  if (first !== undefined && hidden.length > 0) first.hidden = hidden;
  return sheets;
}

/** A hidden sheet as it is told of; nothing where it is empty. */
function hiddenSheet(worksheet: ExcelJS.Worksheet): { name: string; cells: number }[] {
  let cells = 0;
  worksheet.eachRow({ includeEmpty: false }, (row) => {
    cells += readCells(row).filter(({ text, uncalculated }) => text.trim() !== '' || uncalculated).length;
  });
  return cells === 0 ? [] : [{ name: worksheet.name, cells }];
}

function readCells(row: ExcelJS.Row): Cell[] {
  const cells: Cell[] = [];
  row.eachCell({ includeEmpty: false }, (cell, column) => {
    const read = readCell(cell, column);
    if (read.text.trim() === '' && !read.uncalculated) return;
    while (cells.length < column - 1) cells.push(EMPTY);
    cells.push(read);
  });
  return cells;
}

function readCell(cell: ExcelJS.Cell, column: number): Cell {
  if (cell.type !== ExcelJS.ValueType.Merge) return toCell(cell);
  const master = cell.master;
  if (Number(master.col) !== column) return EMPTY;
  return { ...toCell(master), merged: true };
}

/** Names of print areas that no longer exist (#REF!) are common in real workbooks, and exceljs fails on them. */
function withoutDefinedNames(part: ZipPart): ZipPart {
  if (part.name !== 'xl/workbook.xml') return part;
  const start = part.bytes.indexOf('<definedNames');
  const end = part.bytes.indexOf('</definedNames>');
  if (start === -1 || end < start) return part;
  const rest = part.bytes.subarray(end + '</definedNames>'.length);
  return { name: part.name, bytes: Buffer.concat([part.bytes.subarray(0, start), rest]) };
}
