import { EMPTY } from './cell.ts';
import { decodeMarkup } from './decode-text.ts';
import { type BookSheet, type CellGrid, readBookSheets } from './grid.ts';
import { sheetLimits } from './limits.ts';
import type { Sheet } from './sheet.types.ts';
import { tooLarge } from './unpack.ts';

/** Parts of a page without text for a person. */
const UNSEEN = new Set(['script', 'style', 'title', 'xml', 'noscript', 'template']);
/** Elements with a new line of text. */
const BREAKS = new Set(['br', 'p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Named characters of HTML in Spanish sheets: the name, then the character. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  [
    'lt< gt> amp& quot" apos\' aacuteá eacuteé iacuteí oacuteó uacuteú ntildeñ uumlü UumlÜ',
    'AacuteÁ EacuteÉ IacuteÍ OacuteÓ UacuteÚ NtildeÑ ordmº ordfª deg° iexcl¡ iquest¿ ndash–',
    'mdash— minus− euro€ middot· laquo« raquo» lsquo‘ rsquo’ ldquo“ rdquo” hellip…',
  ]
    .flatMap((line) => line.split(' '))
    .map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)])
    .concat([['nbsp', ' ']]),
);

/**
 * True if a file begins like a web page. Some banks and accounting programs save web pages with the name
 * .xls.
 * @param head first characters of the file
 */
export const isHtml = (head: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body|table|meta|style|div|center|font)\b/is.test(
    head,
  );

/**
 * Reads the tables of a web page, like Excel: all tables below each other in a sheet, with the text between the tables
 * as rows of a cell. Cells are texts. Follows no link and runs no script.
 * @throws SheetError
 */
export function readHtml(file: Buffer, fileName: string): Sheet[] {
  const page = decodeMarkup(file);
  const sheet: BookSheet = {
    name: fileName.replace(/\.[^.]*$/, ''),
    isHidden: false,
    read: (grid) => new Page(grid).read(page),
  };
  return readBookSheets([sheet]);
}

/** True for a tag with hidden content, as in Excel's own pages with a hidden row or column. */
const isUnseen = (tag: string): boolean => /\bdisplay\s*:\s*none\b|\shidden(?=[\s=>/]|$)/i.test(tag);

interface OpenRow {
  number: number;
  /** Next column; text between cells belongs to no column. */
  column: number;
  /** Text of the open cell; null between cells. */
  text: string | null;
  span: { columns: number; rows: number };
}

/** Walk through the page, with the open rows of nested tables. */
class Page {
  readonly #grid: CellGrid;
  #number = 0;
  /** Open rows, the innermost last. */
  readonly #open: OpenRow[] = [];
  /** Text outside of tables. */
  #between = '';
  /** Columns taken by cells of rows above: row number below, by column. */
  #taken = new Map<number, number>();
  /** Number of columns described by `<col>` in the open table. */
  #described = 0;

  constructor(grid: CellGrid) {
    this.#grid = grid;
  }

  read(page: string): void {
    let at = 0;
    while (at < page.length) {
      const mark = page.indexOf('<', at);
      this.#say(page.slice(at, mark === -1 ? undefined : mark));
      if (mark === -1) break;
      if (page.startsWith('<!--', mark)) {
        const end = page.indexOf('-->', mark);
        at = end === -1 ? page.length : end + 3;
        continue;
      }
      if (!/[/!?a-z]/i.test(page[mark + 1] ?? '')) {
        // A sign 'less than', not a tag: 'Mora < 30 días'.
        this.#say('<');
        at = mark + 1;
        continue;
      }
      const end = tagEnd(page, mark + 1);
      const [, slash = '', name = ''] =
        /^(\/?)([a-z][a-z0-9:]*)/i.exec(page.slice(mark + 1, mark + 20)) ?? [];
      at = end + 1;
      const tag = name.toLowerCase();
      if (tag === '') continue;
      if (slash !== '') this.#close(tag);
      else if (UNSEEN.has(tag)) at = behindElement(page, tag, at);
      else this.#start(tag, page.slice(mark + 1, end));
    }
    while (this.#open.length > 0) this.#endRow();
    this.#endBetween();
  }

  #say(text: string): void {
    if (text === '') return;
    const row = this.#open.at(-1);
    const decoded = withoutEntities(text);
    if (row === undefined) this.#between += decoded;
    else if (row.text !== null) row.text += decoded;
  }

  #start(tag: string, whole: string): void {
    if (BREAKS.has(tag)) {
      if (this.#open.length === 0) this.#endBetween();
      else this.#say(' ');
    } else if (tag === 'table') {
      if (this.#open.length === 0) this.#endBetween();
      this.#taken = new Map();
      this.#described = 0;
    } else if (tag === 'col') {
      const last = Math.min(this.#described + spanOf(whole, 'span'), sheetLimits.columns);
      for (; this.#described < last; this.#described += 1)
        if (isUnseen(whole)) this.#grid.hidden.columns.add(this.#described);
    } else if (tag === 'tr') {
      // A row may begin within a cell of an outer table only after <table>; else the row before was left open.
      if (this.#open.at(-1)?.text === null) this.#endRow();
      this.#number += 1;
      if (isUnseen(whole)) this.#grid.hidden.rows.add(this.#number);
      this.#open.push({ number: this.#number, column: 0, text: null, span: { columns: 1, rows: 1 } });
    } else if (tag === 'td' || tag === 'th') {
      const row = this.#open.at(-1);
      if (row === undefined) return;
      this.#endCell(row);
      while ((this.#taken.get(row.column) ?? 0) >= row.number) row.column += 1;
      row.text = '';
      if (isUnseen(whole)) this.#grid.hidden.columns.add(row.column);
      row.span = { columns: spanOf(whole, 'colspan'), rows: spanOf(whole, 'rowspan') };
    }
  }

  #close(tag: string): void {
    const row = this.#open.at(-1);
    if ((tag === 'td' || tag === 'th') && row !== undefined) this.#endCell(row);
    else if (tag === 'tr' || tag === 'table') {
      if (row !== undefined && (tag === 'tr' || row.text === null)) this.#endRow();
    } else if (BREAKS.has(tag) && row === undefined) this.#endBetween();
  }

  #endCell(row: OpenRow): void {
    if (row.text === null) return;
    this.#grid.countCell();
    const text = row.text.replace(/\s+/g, ' ').trim();
    row.text = null;
    const { columns, rows } = row.span;
    const [left, right, bottom] = [row.column, row.column + columns - 1, row.number + rows - 1];
    this.#grid.put(row.number, left, text === '' ? EMPTY : { text });
    if (rows > 1 && text !== '') this.#grid.merges.push({ top: row.number, bottom, left, right });
    const last = Math.min(right, sheetLimits.columns - 1);
    for (let column = left; rows > 1 && column <= last; column += 1) this.#taken.set(column, bottom);
    row.column = right + 1;
  }

  #endRow(): void {
    const row = this.#open.pop();
    if (row !== undefined) this.#endCell(row);
  }

  #endBetween(): void {
    const text = this.#between.replace(/\s+/g, ' ').trim();
    this.#between = '';
    if (text === '') return;
    this.#number += 1;
    if (this.#number > sheetLimits.lastRow) throw tooLarge();
    this.#grid.countCell();
    this.#grid.put(this.#number, 0, { text });
  }
}

/** Returns the position of the '>' of a tag, outside of quotes; the end of the page if the tag is open. */
function tagEnd(page: string, from: number): number {
  let quote = '';
  for (let at = from; at < page.length; at += 1) {
    const sign = page[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '>') return at;
    else if ((sign === '"' || sign === "'") && page[at - 1] === '=') quote = sign;
  }
  return page.length;
}

function behindElement(page: string, tag: string, from: number): number {
  const end = new RegExp(`</${tag}\\b`, 'gi');
  end.lastIndex = from;
  const close = end.exec(page) === null ? -1 : page.indexOf('>', end.lastIndex);
  return close === -1 ? page.length : close + 1;
}

/** Returns a span of a cell: at least 1, at most the columns of a sheet, or as many rows. */
function spanOf(tag: string, name: string): number {
  const [, digits = '1'] = new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,7})`, 'i').exec(tag) ?? [];
  return Math.max(1, Math.min(Number(digits), name === 'rowspan' ? sheetLimits.rows : sheetLimits.columns));
}

/** Decodes the entities of a text; an unknown entity stays unchanged. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
