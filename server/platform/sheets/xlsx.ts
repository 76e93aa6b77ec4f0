import { formatOf, type NumberFormat } from './cell.ts';
import { Collector, tooWide } from './collector.ts';
import { damaged, SheetError } from './error.ts';
import type { Sheet } from './sheet.types.ts';
import { unpackWorkbook } from './unpack.ts';
import { type BookParts, type HiddenParts, isFilled, readWorksheet, unescaped } from './worksheet.ts';
import { walkXml, type XmlVisitor } from './xml.ts';

/**
 * Reads an xlsx file. Skips and counts hidden sheets: people store old tables and lists there. Memory and time grow
 * with the file, so only for workers.
 * @throws SheetError
 */
export async function readXlsx(file: Buffer): Promise<Sheet[]> {
  const parts = await unpackWorkbook(file);
  try {
    return readBook(parts);
  } catch (error) {
    throw error instanceof SheetError ? error : damaged(error);
  }
}

/**
 * Reads the sheets from the parts of a workbook.
 * @throws SheetError, XmlError
 */
function readBook(parts: ReadonlyMap<string, Buffer>): Sheet[] {
  const xmlOf = (name: string): string | undefined => parts.get(name)?.toString();
  const { sheets, date1904 } = sheetsIn(xmlOf('xl/workbook.xml') ?? '');
  const targets = targetsIn(xmlOf('xl/_rels/workbook.xml.rels'));
  const book: BookParts = {
    strings: stringsIn(xmlOf('xl/sharedStrings.xml')),
    formats: formatsIn(xmlOf('xl/styles.xml')),
    date1904,
  };
  // Chart sheets have no table part.
  const tables = sheets.flatMap(({ relation, ...sheet }) => {
    const xml = xmlOf(targets.get(relation) ?? '');
    return xml === undefined ? [] : [{ ...sheet, xml }];
  });
  if (!tables.some(({ isHidden }) => !isHidden)) {
    throw new SheetError(
      'sheetEmpty',
      'El libro no tiene hojas visibles. Muestre la hoja con la tabla, guarde el archivo y vuelva a subirlo.',
    );
  }
  const collector = new Collector();
  const hidden: { name: string; cells: number }[] = [];
  const count = { cells: 0 };
  const unseen = new Map<string, HiddenParts>();
  for (const { name, isHidden, xml } of tables) {
    if (isHidden) {
      let cells = 0;
      const rows = readWorksheet(xml, book, count, () => {
        cells += 1;
      });
      for (const row of rows) cells += row.cells.filter(isFilled).length;
      if (cells > 0) hidden.push({ name, cells });
      continue;
    }
    collector.startSheet(name);
    const parts: HiddenParts = { columns: new Set(), rows: new Set() };
    unseen.set(name, parts);
    const beyond = (row: number, column: number) => {
      throw tooWide(name, row, column);
    };
    const rows = readWorksheet(xml, book, count, beyond, parts);
    for (const row of rows) collector.addRow(row.number, row.cells);
  }
  const read = collector.finish();
  for (const sheet of read) {
    const { columns, rows } = unseen.get(sheet.name) ?? {};
    if (columns !== undefined && columns.size > 0) sheet.hiddenColumns = [...columns];
    const filled = sheet.rows.flatMap(({ number }) => (rows?.has(number) ? [number] : []));
    if (filled.length > 0) sheet.hiddenRows = filled;
  }
  const [first] = read;
  if (first !== undefined && hidden.length > 0) first.hidden = hidden;
  return read;
}

const ignore = () => undefined;
const walk = (xml: string | undefined, visitor: Partial<XmlVisitor>): void => {
  if (xml !== undefined) walkXml(xml, { open: ignore, close: ignore, text: ignore, ...visitor });
};

interface NamedSheet {
  name: string;
  isHidden: boolean;
  /** Id that leads to the file of the sheet inside the workbook. */
  relation: string;
}

function sheetsIn(xml: string): { sheets: NamedSheet[]; date1904: boolean } {
  const sheets: NamedSheet[] = [];
  let date1904 = false;
  walk(xml, {
    open(name, attribute) {
      if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const isHidden = (attribute('state') ?? 'visible') !== 'visible';
      const relation = attribute('r:id') ?? attribute('id') ?? '';
      sheets.push({ name: attribute('name') ?? '', isHidden, relation });
    },
  });
  return { sheets, date1904 };
}

/** Returns the paths of the workbook's parts by relation id. */
function targetsIn(xml: string | undefined): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  walk(xml, {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      const target = (attribute('Target') ?? '').trim().replace(/^\/?xl\/|^\.?\//, '');
      targets.set(attribute('Id') ?? '', `xl/${target}`);
    },
  });
  return targets;
}

/** Returns the shared texts of a workbook, without formatting and phonetic hints. */
function stringsIn(xml: string | undefined): string[] {
  const strings: string[] = [];
  let phrase = '';
  let [isSaying, isPhonetic] = [false, false];
  walk(xml, {
    open(name) {
      if (name === 'si') phrase = '';
      else if (name === 't') isSaying = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    text(text) {
      if (isSaying) phrase += text;
    },
    close(name) {
      if (name === 'si') strings.push(unescaped(phrase));
      else if (name === 't') isSaying = false;
      else if (name === 'rPh') isPhonetic = false;
    },
  });
  return strings;
}

/** Built-in number formats of Excel used here, by number. */
const builtIn: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [9, '0%'],
  [10, '0%'],
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47].map((id): [number, string] => [id, 'd/m/y']),
]);

function formatsIn(xml: string | undefined): NumberFormat[] {
  const codes = new Map(builtIn);
  const ids: number[] = [];
  let isInCells = false;
  walk(xml, {
    open(name, attribute) {
      if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) ids.push(Number(attribute('numFmtId') ?? 0));
      else if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return ids.map((id) => formatOf(codes.get(id) ?? ''));
}
