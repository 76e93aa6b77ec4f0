/** Reads workbooks with LibreOffice, independently of the code under test. */
import { convertAllByOffice } from './setup/libreoffice.ts';

/** Cell of a spreadsheet as read by LibreOffice. */
export interface OfficeCell {
  /** Type of the cell: 'float', 'string', 'date', …. Null for an empty cell. */
  type: string | null;
  /** Text of the cell as displayed. */
  text: string;
  /** Value of the cell: a number, or a date as 2026-03-05T18:05:00. Null for a text. */
  value: number | string | null;
  formula: string | null;
}

/** Workbook as read by LibreOffice: rows by sheet name. */
export interface OfficeBook {
  sheets: Map<string, OfficeCell[][]>;
  /** Workbook as text in LibreOffice's XML format, input of `sumsInOffice`. */
  fods: string;
}

export function openWorkbooks(files: readonly Uint8Array[]): OfficeBook[] {
  return convertAllByOffice(files, 'xlsx', 'fods').map((bytes) => bookOf(Buffer.from(bytes).toString()));
}

/**
 * Lets LibreOffice compute the sums of cell ranges ('Votos.G2:G241'), to compare with the totals of our
 * workbooks.
 */
export function sumsInOffice(books: readonly { fods: string; ranges: readonly string[] }[]): number[][] {
  const withSums = books.map(({ fods, ranges }) => {
    const cells = ranges.map((range) => {
      const [, sheet = '', from = '', to = ''] = /^(.+)\.(\w+):(\w+)$/.exec(range) ?? [];
      return `<table:table-cell table:formula="of:=SUM([$'${sheet}'.${from}:.${to}])"/>`;
    });
    const row = `<table:table-row>${cells.join('')}</table:table-row>`;
    const sheet = `<table:table table:name="SUMAS"><table:table-column/>${row}</table:table>`;
    return Buffer.from(fods.replace('<table:table ', () => `${sheet}<table:table `));
  });
  return convertAllByOffice(withSums, 'fods', 'fods').map((bytes) =>
    (bookOf(Buffer.from(bytes).toString()).sheets.get('SUMAS')?.[0] ?? []).map(({ value }) => Number(value)),
  );
}

function bookOf(fods: string): OfficeBook {
  const sheets = new Map<string, OfficeCell[][]>();
  for (const [, name = '', inside = ''] of fods.matchAll(
    /<table:table table:name="([^"]*)"[^>]*>(.*?)<\/table:table>/gs,
  )) {
    const rows: OfficeCell[][] = [];
    for (const [, attributes = '', cells = ''] of inside.matchAll(
      /<table:table-row\b([^>]*?)(?:\/>|>(.*?)<\/table:table-row>)/gs,
    )) {
      const row = [
        ...cells.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs),
      ].flatMap(([, of = '', content = '']) => repeated(of, 'columns', cellOf(of, content)));
      while (row.at(-1)?.type === null) row.pop();
      rows.push(...repeated(attributes, 'rows', row));
    }
    while (rows.at(-1)?.length === 0) rows.pop();
    sheets.set(unescapedText(name), rows);
  }
  return { sheets, fods };
}

/**
 * Repeats a row or column as often as LibreOffice says, at most 300 times, since empty rows fill the sheet to the
 * end.
 */
function repeated<T>(attributes: string, what: 'rows' | 'columns', one: T): T[] {
  const times = Number(attributeOf(attributes, `table:number-${what}-repeated`) ?? 1);
  return Array<T>(Math.min(times, 300)).fill(one);
}

function cellOf(attributes: string, content: string): OfficeCell {
  const number = attributeOf(attributes, 'office:value');
  const paragraphs = [...content.matchAll(/<text:p\b[^>]*?(?:\/>|>(.*?)<\/text:p>)/gs)];
  return {
    type: attributeOf(attributes, 'office:value-type'),
    text: paragraphs.map(([, text = '']) => textOf(text)).join('\n'),
    value: number === null ? attributeOf(attributes, 'office:date-value') : Number(number),
    formula: attributeOf(attributes, 'table:formula'),
  };
}

function attributeOf(attributes: string, name: string): string | null {
  const [, value = null] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes) ?? [];
  return value === null ? null : unescapedText(value);
}

/** Returns the text of an XML paragraph, with spaces and tabs decoded. */
function textOf(xml: string): string {
  return unescapedText(
    xml
      .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, times = '1') => ' '.repeat(Number(times)))
      .replace(/<text:tab\/>/g, '\t')
      .replace(/<text:line-break\/>/g, '\n')
      .replace(/<[^>]*>/g, ''),
  );
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const unescapedText = (xml: string): string =>
  xml.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (_, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? '';
    return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10));
  });
