import type { SheetRow } from './sheet.types.ts';

/** Of what divides a number, as text says it. */
type Separator = '.' | ',';

/** An amount that leaves no doubt which of the two divides its decimals. */
interface Shown {
  row: number;
  text: string;
}

/** How the amounts of some columns, written as text, divide their decimals, going by those that leave no doubt. */
interface Signs {
  decimal: Partial<Record<Separator, Shown>>;
  thousands: Set<Separator>;
}

const DECIMAL = /([.,])(?:\d{1,2}|\d{9,})\D*$/;
const THOUSANDS = /([.,])\d{3}\1\d{3}/;
/** Thousands to some, and three decimals to others. */
const DOUBTFUL = /^\D*[1-9]\d{0,2}([.,])\d{3}\D*$/;
const LONGEST = 60;

/** Says of an amount written '12.125' what it is at odds with. */
export type Decimals = (text: string, column: number) => Shown | null;

/**
 * What the amounts of these columns show of their decimals. '12.125' is in doubt where another amount of its column,
 * or of the other columns where its own shows nothing, has decimals behind the same sign.
 */
export function decimalsIn(rows: readonly SheetRow[], columns: readonly number[]): Decimals {
  const all = noSigns();
  const byColumn = new Map(columns.map((column) => [column, noSigns()]));
  for (const row of rows) {
    for (const [column, own] of byColumn) {
      const cell = row.cells[column];
      if (!cell || cell.number !== undefined || cell.date) continue;
      const text = cell.text.trim();
      if (text.length > LONGEST || !/^\D*\d[\d.,' ´’]*\D*$/.test(text)) continue;
      note(own, row.number, text);
      note(all, row.number, text);
    }
  }
  return (text, column) => {
    const sign = separatorOf(DOUBTFUL.exec(text.slice(0, LONGEST)));
    if (sign === null) return null;
    const own = byColumn.get(column);
    if (own?.decimal[sign]) return own.decimal[sign];
    const other: Separator = sign === '.' ? ',' : '.';
    const isShown = own?.thousands.has(sign) || own?.decimal[other];
    return isShown ? null : (all.decimal[sign] ?? null);
  };
}

/** What to say of an amount in doubt; `whose` is said behind it: ' del inmueble «101»'. */
export const doubtfulWords = (text: string, shown: Shown, whose = ''): string =>
  `No se sabe si «${text}»${whose} son miles o decimales: en la fila ${shown.row}, «${shown.text}» divide los decimales con el mismo signo. Escríbalo sin separador de miles.`;

const noSigns = (): Signs => ({ decimal: {}, thousands: new Set() });

const separatorOf = (match: RegExpExecArray | null): Separator | null =>
  match?.[1] === '.' || match?.[1] === ',' ? match[1] : null;

function note({ decimal, thousands }: Signs, row: number, text: string): void {
  const fraction = separatorOf(DECIMAL.exec(text));
  if (fraction !== null) decimal[fraction] ??= { row, text };
  const group = separatorOf(THOUSANDS.exec(text));
  if (group !== null) thousands.add(group);
}
