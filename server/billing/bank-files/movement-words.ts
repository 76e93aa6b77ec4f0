import type { Centavos } from '../../../shared/money.ts';
import { centavos } from '../../../shared/money.ts';
import { parseMoney } from '../../../shared/money-text.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';
import { sideBehind } from '../charges/column-values.ts';

/** Cell with an amount in a bank extract: its text, and the value read from the text. */
export interface SaidAmount {
  /** Text of the cell; '' if empty. */
  text: string;
  /** Value in centavos; null if the text is no amount. */
  money: Centavos | null;
}

/**
 * Reads the amount in a cell of a bank extract, in centavos. Negative for money leaving the account
 * ('-5.000', '5.000-', '5.000 DB'). The value is null for text without an amount.
 * @param column index of the column, from 0; undefined gives an empty text
 */
export function moneyIn(row: SheetRow, column: number | undefined): SaidAmount {
  if (column === undefined) return { text: '', money: null };
  const text = cellText(row, column);
  const number = row.cells[column]?.number;
  if (number !== undefined) return { text, money: parseMoney(number) };
  const { amount, side } = sideBehind(text);
  const money = parseMoney(amount);
  return { text, money: side === 'debit' && money !== null && money > 0 ? centavos(-money) : money };
}

const OUT =
  /\b(debit|debitos?|cargos?|retiros?|withdrawal|salidas?|egresos?|db|nd|pago a|envi(aste|o|ad[oa]s?)|pagaste|retiraste|compraste|transferiste|reembolsos?|refund|contracargos?|chargeback|payout|dbit|(saco|sacaste|paso|pasaste) (plata|dinero))\b|^(d|dr|ret|fee|gastos?( bancarios?)?|devolucion|reverso|reversion|anulacion|comision)$/;
const IN =
  /\b(credit|creditos?|abonos?|depositos?|deposit|consignacion|consignaciones|entradas?|ingresos?|cr|crdt|nc|recib(iste|id[oa]s?|io)|recibo de caja|[lt]e (enviaron|pasaron|consignaron)|recargaste)\b|^(c|dep|pagos?|payment|recaudos?)$/;

/**
 * Tells from a cell of a bank extract if the money came into the account or left: by words ('Nota Débito') or
 * by a sign. Null if the text says neither.
 */
export function directionOf(text: string): 'in' | 'out' | null {
  if (text === '-' || text === '+') return text === '-' ? 'out' : 'in';
  const words = plainWords(text);
  if (OUT.test(words)) return 'out';
  return IN.test(words) ? 'in' : null;
}

/** True for a text with no other word for money out than 'Enviado', also the state of a message or an order. */
export const mayBeState = (text: string): boolean => {
  const others = plainWords(text).replace(STATE, '');
  return others !== plainWords(text) && !saysSent(text) && directionOf(others) !== 'out';
};
const STATE = /\benvi(o|ad[oa]s?)\b/g;

/** Pattern for rows of an extract that state a balance, not a movement. */
const BALANCE =
  /^saldos? (inicial|final|anterior|dia|del dia|actual|disponible|total|en canje|a la fecha)\b|^saldo$|^(vienen|pasan|suma y sigue)( (de|a) (la )?(pag|pagina|hoja|folio)\b.*)?$/;

/**
 * True if the text of a bank extract's row names a balance ('saldo …'), so the row is no movement of money.
 */
export const saysBalance = (text: string): boolean => BALANCE.test(plainWords(text));

/** First words of certain money out: sent, withdrawn, bought, or kept by the bank. */
const SENT =
  /^((le )?(envias?te|enviaste|pagaste|retiraste|sacaste|compraste|transferiste|recargaste)|(saco|paso|pasaste) (plata|dinero)|compro|usted (envio|pago|transfirio|retiro)|(transferencia|transf|dinero|giro) enviad[oa]|envi(o|ado) (a|de dinero|con bre b a)|giro a|dispersion (de )?nomina|dbto|traslado a|retiros?|avance|compras?|pago (de )?nomina|nota debito|debito automatico|cheque (pagado|girado)|comision(es)?|cuota (de )?manejo|impto|gmf|gravamen|4 ?x ?(1000|mil)|iva)\b|\bdb$/;

/**
 * True if a movement's text certainly means money out. In a file without signs and directions the
 * movement is then no payment.
 */
export const saysSent = (text: string): boolean => SENT.test(plainWords(text));

/** First words of possible money out: charges, transfers, and the places of purchases. */
const DEBIT =
  /^(debito|cobro|impuesto|cargo|dispersion|pago a [a-z]{3,}|(pse )?pago (pse )?(de )?(la )?(facturas?|servicios?|impuestos?|predial|prov(e|eedor(es)?)?|tarjeta|planilla|seguridad social|aportes|soi|dian)|(transf(erencia)?|trf|tr) (a|cta inscrita) |para |restaurantes?|supermercados?|droguerias?|farmacias?|ferreterias?|almacen|gasolina|peajes?|parqueadero|recarga|epm|codensa|enel|acueducto|vanti|etb|claro|movistar)\b/;

/** Kinds of expenses, alone in a text. */
const EXPENSE =
  /^(restaurantes?|supermercados?|mercado|droguerias?|farmacias?|gasolina|combustible|transporte|taxi|cine|ropa|viajes?|suscripcion(es)?|entretenimiento|comida|domicilios?)$/;

/**
 * True if the text of a movement in a bank extract means money out ('Nota débito', 'Restaurante' …), so no payment
 * to the joint.
 */
export const saysDebit = (text: string): boolean => {
  const words = plainWords(text);
  return DEBIT.test(words) || EXPENSE.test(words);
};

/** Note of a person about a payment without money: 'ANULADO', 'Cheque devuelto', 'Pago no aplicado'. */
const UNDONE =
  /^((recibo|pago|consignacion|cheque|abono|transferencia)( de caja)?( no)?( \d+)? )?(anulad[oa]|devuelt[oa]|rechazad[oa]|reversad[oa]|sin fondos|pos(t)?fechad[oa]|(no|sin) (aplicad[oa]|aplicar|confirmar|abonad[oa]))\b/;

/** True if a note beside a payment says that the payment was annulled, given back, or not received yet. */
export const saysUndone = (text: string): boolean => UNDONE.test(plainWords(text));
