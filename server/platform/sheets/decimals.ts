import type { SheetRow } from './sheet.types.ts';

/** Character that separates decimals or thousands. */
type Separator = '.' | ',';

/** Place and text of an amount with a clear decimal separator, as evidence. */
interface Shown {
  row: number;
  text: string;
}

/** Evidence about decimal and thousands separators, from amounts written as text. */
interface Signs {
  decimal: Partial<Record<Separator, Shown>>;
  thousands: Set<Separator>;
}

const DECIMAL = /([.,])(?:\d{1,2}|\d{9,})\D*$/;
const THOUSANDS = /([.,])\d{3}\1\d{3}/;
/** Pattern of ambiguous amounts like '12.125': either thousands or three decimals. */
const DOUBTFUL = /^\D*[1-9]\d{0,2}([.,])\d{3}\D*$/;
const LONGEST_NUMBER = 60;

/**
 * Function to settle an ambiguous amount like '12.125' (thousands or decimals?) by other amounts of the
 * column: returns an amount with clear decimals after the same sign, for example '7.5', with the number of
 * the row. Null without evidence.
 * @param text amount as written in the cell
 * @param column index of the column, from 0
 */
export type Decimals = (text: string, column: number) => Shown | null;

/**
 * Collects the amounts with a clear decimal sign in some columns. The returned function then tells if an
 * amount like '12.125' is doubtful. Without evidence in the column, the other columns count.
 */
export function decimalsIn(rows: readonly SheetRow[], columns: readonly number[]): Decimals {
  const all = noSigns();
  const byColumn = new Map(columns.map((column) => [column, noSigns()]));
  for (const row of rows) {
    for (const [column, own] of byColumn) {
      const cell = row.cells[column];
      if (!cell || cell.number !== undefined || cell.date) continue;
      const text = cell.text.trim();
      if (text.length > LONGEST_NUMBER || !/^\D*\d[\d.,' ´’]*\D*$/.test(text)) continue;
      note(own, row.number, text);
      note(all, row.number, text);
    }
  }
  return (text, column) => {
    const sign = separatorOf(DOUBTFUL.exec(text.slice(0, LONGEST_NUMBER)));
    if (sign === null) return null;
    const own = byColumn.get(column);
    if (own?.decimal[sign]) return own.decimal[sign];
    const other: Separator = sign === '.' ? ',' : '.';
    const isShown = own?.thousands.has(sign) || own?.decimal[other];
    return isShown ? null : (all.decimal[sign] ?? null);
  };
}

/**
 * Returns a Spanish sentence to the user about an amount like '12.125' (thousands or decimals?), with
 * another amount of the sheet as the reason for the doubt.
 * @param text doubtful amount
 * @param shown amount with clear decimals after the same sign, with the row
 * @param whose owner of the amount in Spanish, for example ' del inmueble «101»'
 */
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
