/** Looks at a workbook in LibreOffice, which knows nothing of what wrote it. */
import { convertAllByOffice } from './setup/libreoffice.ts';

/** A cell as LibreOffice has it. */
export interface OfficeCell {
  /** 'float', 'string', 'date', …; null where there is nothing. */
  type: string | null;
  /** As it is shown. */
  text: string;
  /** The number itself, or the date as 2026-03-05T18:05:00; null for a text. */
  value: number | string | null;
  formula: string | null;
}

/** A workbook as LibreOffice has it: its sheets by name, each with its rows. */
export interface OfficeBook {
  sheets: Map<string, OfficeCell[][]>;
  /** What `sumsInOffice` takes. */
  fods: string;
}

export function openWorkbooks(files: readonly Uint8Array[]): OfficeBook[] {
  return convertAllByOffice(files, 'xlsx', 'fods').map((bytes) => bookOf(Buffer.from(bytes).toString()));
}

/** Has LibreOffice itself add up ranges of workbooks that it opened: `Votos.G2:G241`. */
export function sumsInOffice(asked: readonly { fods: string; ranges: readonly string[] }[]): number[][] {
  const withSums = asked.map(({ fods, ranges }) => {
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
    sheets.set(plain(name), rows);
  }
  return { sheets, fods };
}

/** Empty ones fill the sheet to its end: a few stand for all of them. */
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
  return value === null ? null : plain(value);
}

/** The text of a paragraph: spaces and tabs have marks of their own. */
function textOf(xml: string): string {
  return plain(
    xml
      .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, times = '1') => ' '.repeat(Number(times)))
      .replace(/<text:tab\/>/g, '\t')
      .replace(/<text:line-break\/>/g, '\n')
      .replace(/<[^>]*>/g, ''),
  );
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const plain = (xml: string): string =>
  xml.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (_, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? '';
    return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10));
  });
