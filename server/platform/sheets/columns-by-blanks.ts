import { Collector } from './collector.ts';
import { SheetError } from './error.ts';
import type { Sheet } from './sheet.types.ts';

/** Lines of a text in columns divided by blanks, with the positions of the gaps: start and end of each. */
interface InColumns {
  lines: readonly string[];
  gaps: readonly (readonly [from: number, to: number])[];
  /** Index of the first line with all columns. */
  header: number;
}

/** Two columns in a line, divided by blanks. */
const TWO_COLUMNS = /\S {2,}\S/;
/** End and begin of amounts on both sides of a single blank. */
const BETWEEN_AMOUNTS = /\d[)-]? [($-]*\d/;
/** Most lines inspected for columns, and most characters of a line. */
const LOOKED_AT = { lines: 400, characters: 1_000 };

/** A line drawn below titles or above sums. */
const RULE = /^[-=_*+|. ]+$/;
/** Most lines of titles above the header. */
const MOST_TITLES = 20;

/**
 * Finds the columns of a text printed in columns divided by blanks, as some banks and accounting programs export. From
 * the header on, the gaps are blank in nearly all lines with two or more columns. Null for other texts.
 */
function columnsByBlanks(text: string): InColumns | null {
  if (/\t/.test(text)) return null;
  const lines = text.split(/\r\n|\r|\n|\f/).map((line) => line.trimEnd());
  const filled = lines.filter((line) => line !== '' && !RULE.test(line)).slice(0, LOOKED_AT.lines);
  // Blanks beside a sign in most lines only align the columns.
  if ([/;/, /\|/].some((sign) => filled.filter((line) => sign.test(line)).length * 2 >= filled.length))
    return null;
  const table = filled.filter((line) => TWO_COLUMNS.test(line.trim()));
  if (table.length < 3 || table.length * 2 < filled.length) return null;
  let best: InColumns | null = null;
  for (const [start, first] of table.slice(0, Math.min(MOST_TITLES, table.length - 1)).entries()) {
    // Signs between the titles divide the columns.
    if (/[;,|]/.test(first)) continue;
    const all = gapsOf(table.slice(start));
    // A gap without a title behind is within a column.
    const titles = dividedAt(first, all) ?? [];
    const gaps = all.filter((_, at) => titles[at + 1] !== '');
    if (titles[0] && gaps.length > (best?.gaps.length ?? 0))
      best = { lines, gaps, header: lines.indexOf(first) };
  }
  return best;
}

/** Returns the places blank in nine tenths of the lines. */
function gapsOf(lines: readonly string[]): InColumns['gaps'] {
  const width = Math.min(Math.max(0, ...lines.map(({ length }) => length)), LOOKED_AT.characters);
  const gaps: [number, number][] = [];
  for (let at = 0; at < width; at++) {
    const blanks = lines.filter((line) => (line[at] ?? ' ') === ' ').length;
    const last = gaps.at(-1);
    if (blanks * 10 < lines.length * 9) continue;
    if (last?.[1] === at) last[1] = at + 1;
    else gaps.push([at, at + 1]);
  }
  const isBehindFigures = (from: number) => {
    const ends = lines.slice(1).flatMap((line) => line[from - 1]?.trim() || []);
    return ends.length * 2 > lines.length - 1 && ends.every((end) => /[\d)-]/.test(end));
  };
  const isBetweenAmounts = (from: number, to: number) =>
    lines.some((line) => BETWEEN_AMOUNTS.test(line.slice(Math.max(0, from - 2), to + 2)));
  const isGap = (from: number, to: number) =>
    to - from > 1 || isBehindFigures(from) || isBetweenAmounts(from, to);
  return gaps.filter(([from, to]) => from > 0 && to < width && isGap(from, to));
}

/** Divides a line at the gaps; null for a line with a letter or figure in a gap. */
function dividedAt(line: string, gaps: InColumns['gaps']): string[] | null {
  if (gaps.some(([from, to]) => line.slice(from, to).trim() !== '')) return null;
  return [0, ...gaps.map(([, to]) => to)].map((from, at) => line.slice(from, gaps[at]?.[0]).trim());
}

/**
 * Reads a text in columns divided by blanks. Lines above the header and notes are a cell. Null for other texts.
 * @throws SheetError sheetUnreadable for a line below the header with figures beyond its column
 */
export function readColumns(text: string, fileName: string): Sheet[] | null {
  const inColumns = columnsByBlanks(text);
  if (inColumns === null) return null;
  const { lines, gaps, header } = inColumns;
  const collector = new Collector();
  collector.startSheet(fileName.replace(/\.[^.]*$/, ''));
  for (const [at, line] of lines.entries()) {
    if (RULE.test(line)) continue;
    const fields = dividedAt(line, gaps);
    const isWhole = line.length > (gaps.at(-1)?.[0] ?? 0) && /\d[)-]?$/.test(line);
    const isEntry = isWhole || (/\d/.test(line) && TWO_COLUMNS.test(line.trim()));
    if (fields === null && at > header && isEntry) {
      throw new SheetError(
        'sheetUnreadable',
        `Las columnas se dividen con espacios, y la fila ${at + 1} no cabe en ellas («${line.trim().slice(0, 60)}»). Abra el archivo en Excel con «Datos», «Desde texto», «Ancho fijo», guárdelo como libro de Excel (.xlsx) y súbalo.`,
      );
    }
    collector.addRow(
      at + 1,
      (fields ?? [line.trim()]).map((field) => ({ text: field })),
    );
  }
  return collector.finish();
}
