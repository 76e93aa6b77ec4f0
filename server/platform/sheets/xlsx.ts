import { walkXml, type XmlVisitor } from './bytes/xml.ts';
import { builtInFormats, formatOf, type NumberFormat } from './cell.ts';
import { damaged, SheetError } from './error.ts';
import { type BookSheet, readBookSheets } from './grid.ts';
import type { Sheet } from './sheet.types.ts';
import { notAWorkbook, unpackWorkbook } from './unpack.ts';
import { type BookParts, readWorksheet, unescaped } from './worksheet.ts';

/**
 * Reads an xlsx file. Memory and time grow with the file, so only for workers.
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
  const xmlOf = (path: string): string | undefined => parts.get(path)?.toString();
  const start = relationsIn(xmlOf('_rels/.rels'), '').find(({ type }) => type === 'officeDocument');
  const path = start !== undefined && parts.has(start.target) ? start.target : WORKBOOK;
  const [folder, file] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)];
  if (!parts.has(path)) throw notAWorkbook();
  const { sheets, date1904 } = sheetsIn(xmlOf(path));
  const relations = relationsIn(xmlOf(`${folder}_rels/${file}.rels`), folder);
  const partOf = (wanted: string): string | undefined => {
    const relation = relations.find(({ type, target }) => type === wanted && parts.has(target));
    return xmlOf(relation?.target ?? `${folder}${wanted.toLowerCase()}.xml`);
  };
  const book: BookParts = {
    strings: stringsIn(partOf('sharedStrings')),
    formats: formatsIn(partOf('styles')),
    date1904,
  };
  // Chart sheets have no table part.
  const tables = sheets.flatMap(({ relation, ...sheet }): BookSheet[] => {
    const xml = xmlOf(relations.find(({ id }) => id === relation)?.target ?? '');
    return xml === undefined ? [] : [{ ...sheet, read: (grid) => readWorksheet(xml, book, grid) }];
  });
  if (tables.length === 0 && sheets.length > 0) throw damaged();
  return readBookSheets(tables);
}

/** Usual path of the workbook, in lower case: programs write the names in any case. */
const WORKBOOK = 'xl/workbook.xml';

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

function sheetsIn(xml: string | undefined): { sheets: NamedSheet[]; date1904: boolean } {
  const sheets: NamedSheet[] = [];
  let date1904 = false;
  walk(xml, {
    open(name, attribute) {
      if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const isHidden = (attribute('state') ?? 'visible') !== 'visible';
      const relation = attribute(':id') ?? attribute('id') ?? '';
      sheets.push({ name: attribute('name') ?? '', isHidden, relation });
    },
  });
  return { sheets, date1904 };
}

/** Relation to a part: type without address ('worksheet'), and path of the part in lower case. */
interface Relation {
  id: string;
  type: string;
  target: string;
}

/**
 * Reads the relations of a part.
 * @param folder the part's folder with a slash at the end; '' for the zip
 */
function relationsIn(xml: string | undefined, folder: string): Relation[] {
  const relations: Relation[] = [];
  walk(xml, {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      const type = attribute('Type') ?? '';
      const target = unescapedPath(attribute('Target') ?? '')
        .trim()
        .toLowerCase()
        .replaceAll('\\', '/');
      relations.push({
        id: attribute('Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: pathFrom(folder, target),
      });
    },
  });
  return relations;
}

/** Decodes a target with signs like '%20'. */
function unescapedPath(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Returns the path of a target without '.' and '..'. Some programs write the folder again in a relative target. */
function pathFrom(folder: string, target: string): string {
  const isWhole = target.startsWith('/') || (folder !== '' && target.startsWith(folder));
  const steps: string[] = [];
  for (const step of `${isWhole ? '' : folder}${target}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
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

function formatsIn(xml: string | undefined): NumberFormat[] {
  const codes = new Map(builtInFormats);
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
