import type { Centavos } from '../../../shared/money.ts';
import { centavos } from '../../../shared/money.ts';
import { parseMoney } from '../../../shared/money-text.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';

/** Amount in a cell of a bank extract. */
export interface SaidAmount {
  /** Text of the cell; '' if empty. */
  text: string;
  /** Value in centavos; null if the text is no amount. */
  money: Centavos | null;
}

/** Suffix that some banks write after an amount for credit or debit. */
const SIDE = /\s*\b(cr|db|dr)\.?$/i;

/** Reads the amount of a cell in centavos. Negative for money out ('-5.000', '5.000-', '5.000 DB'). */
export function moneyIn(row: SheetRow, column: number | undefined): SaidAmount {
  if (column === undefined) return { text: '', money: null };
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

/**
 * Returns the direction of a movement by words ('Nota Débito') or a sign: money into the bank account or out;
 * null if unknown.
 */
export function directionOf(text: string): 'in' | 'out' | null {
  if (text === '-' || text === '+') return text === '-' ? 'out' : 'in';
  const words = plainWords(text);
  if (OUT.test(words)) return 'out';
  return IN.test(words) ? 'in' : null;
}

/** Pattern for rows of an extract that state a balance, not a movement. */
const BALANCE =
  /^saldos? (inicial|final|anterior|dia|del dia|actual|disponible|total|en canje|a la fecha)\b|^saldo$/;

/** True if the text of a row states a balance, not a movement. */
export const saysBalance = (text: string): boolean => BALANCE.test(plainWords(text));

/** Words of a wallet to the owner of the account about money out. */
const SENT = /^(enviaste|pagaste|retiraste|compraste|transferiste|transferencia enviada|envio a|enviado a)\b/;

/**
 * True if a movement's text tells about money sent by the owner of the bank account, so money out, also with
 * a positive sign.
 */
export const saysSent = (text: string): boolean => SENT.test(plainWords(text));

/** Pattern for bank words that mean charges and withdrawals. */
const DEBIT =
  /^(retiro|pago (de )?nomina|nota debito|debito|cobro|comision|cuota (de )?manejo|impto|impuesto|gmf|gravamen|4 ?x ?(1000|mil)|iva|compra|pago (a )?proveedor)/;

/** True if a movement's text means money out ('Nota débito', …). */
export const saysDebit = (text: string): boolean => DEBIT.test(plainWords(text));
