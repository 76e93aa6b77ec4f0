import type { Centavos } from '../../../../shared/money.ts';
import { centavos } from '../../../../shared/money.ts';
import { parseMoney } from '../../../../shared/money-text.ts';
import { cellText, plainWords } from '../../../platform/sheets/cell-text.ts';
import type { SheetRow } from '../../../platform/sheets/sheet.types.ts';

/** An amount as a cell says it: its text, '' where nothing stands there; its money, null where that is no amount. */
export interface SaidAmount {
  text: string;
  money: Centavos | null;
}

/** What some banks write behind an amount: which side of the account it is on. */
const SIDE = /\s*\b(cr|db|dr)\.?$/i;

/** The amount in a cell, in centavos; negative where it went out of the account ('-5.000', '5.000-', '5.000 DB'). */
export function moneyIn(row: SheetRow, column: number | null): SaidAmount {
  if (column === null) return { text: '', money: null };
  const text = cellText(row, column);
  const number = row.cells[column]?.number;
  if (number !== undefined) return { text, money: parseMoney(number) };
  const side = SIDE.exec(text)?.[1]?.toLowerCase();
  const money = parseMoney(text.replace(SIDE, ''));
  const isOut = (side === 'db' || side === 'dr') && money !== null && money > 0;
  return { text, money: isOut ? centavos(-money) : money };
}

const OUT =
  /\b(debitos?|cargos?|retiros?|salidas?|egresos?|db|nd|pago a|envi(aste|o|ado)|pagaste|retiraste|compraste|transferiste)\b|^d$/;
const IN =
  /\b(creditos?|abonos?|depositos?|consignacion|consignaciones|entradas?|ingresos?|cr|nc|recib(iste|ido|io)|te enviaron|recargaste)\b|^c$/;

/** Which way money went, by a word such as 'Nota Débito', or its sign; null where neither is said. */
export function directionOf(text: string): 'in' | 'out' | null {
  if (text === '-' || text === '+') return text === '-' ? 'out' : 'in';
  const words = plainWords(text);
  if (OUT.test(words)) return 'out';
  return IN.test(words) ? 'in' : null;
}

/** Rows of an extract that state a balance and move nothing. */
const BALANCE =
  /^saldos? (inicial|final|anterior|dia|del dia|actual|disponible|total|en canje|a la fecha)\b|^saldo$/;

/** Whether a movement's text says that it is a balance. */
export const saysBalance = (text: string): boolean => BALANCE.test(plainWords(text));

/** What banks call what they or others take from an account. */
const DEBIT =
  /^(retiro|nota debito|debito|cobro|comision|cuota (de )?manejo|impto|impuesto|gmf|gravamen|4 ?x ?(1000|mil)|iva|compra|pago (a )?proveedor)/;

/** Whether a movement's text says that money went out. */
export const saysDebit = (text: string): boolean => DEBIT.test(plainWords(text));
