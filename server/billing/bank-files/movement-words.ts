import type { Centavos } from '../../../shared/money.ts';
import { centavos } from '../../../shared/money.ts';
import { parseMoney } from '../../../shared/money-text.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';
import { sideBehind } from '../charges/column-values.ts';

/** Side of a movement: money into the account, or out. */
export type Side = 'in' | 'out';

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

/** Nouns of money in and out, in headers, kinds of movement and stated sums. `RECEIPTS` are headers of payments too. */
const INS = 'creditos?|depositos?|entradas?|ingresos?';
const OUTS = 'debitos?|cargos?|retiros?|salidas?|egresos?';
const RECEIPTS = 'abonos?|consignacion(?:es)?';

/** Header words of a column of money in, and of money out. Further words beside: `CREDIT_KINDS`, `DEBIT_KINDS`. */
export const CREDITS = new RegExp(`^(${INS}|credit|cr|entro|deposits?|money in|paid in)$`);
export const CREDIT_KINDS = new RegExp(`^(${RECEIPTS})$`);
export const DEBITS = new RegExp(
  `^(${OUTS}|debit|db|dr|retirado|salio|gastos?|withdrawals?|money out|paid out)$`,
);
export const DEBIT_KINDS = /^(cheques?|pagos?)$/;

/** Header words of a column with amounts of both sides: 'Débito / Crédito', 'Entradas y salidas'. */
const BOTH_SIDES = new RegExp(
  `^(?:valor |monto )?(?:(?:${OUTS}|db) (?:[dyo] )?(?:${INS}|${RECEIPTS}|cr)(?: c)?|(?:${INS}|${RECEIPTS}|cr) (?:[cyo] )?(?:${OUTS}|db)(?: d)?|d c|c d)$`,
);

/** True if a header names both sides of the amounts below: the header itself tells no side. */
export const saysBothSides = (words: string): boolean => BOTH_SIDES.test(words);

/** Verbs of a wallet for money sent. */
const VERBS =
  'envias?te|pagaste|retiraste|compraste|transferiste|sacaste|(?:saco|paso|pasaste) (?:plata|dinero)';

/** Kinds of movements out and in, in a column of kinds. */
const OUT = new RegExp(
  `\\b(${OUTS}|${VERBS}|debit|withdrawal|db|nd|pago a|envi(o|ad[oa]s?)|reembolsos?|refund|contracargos?|chargeback|payout|dbit)\\b|^(d|dr|ret|fee|gastos?( bancarios?)?|devolucion|reverso|reversion|anulacion|comision)$`,
);
const IN = new RegExp(
  `\\b(${INS}|${RECEIPTS}|credit|deposit|cr|crdt|nc|recib(iste|id[oa]s?|io)|recibo de caja|[lt]e (enviaron|pasaron|consignaron))\\b|^(c|dep|pagos?|payment|recaudos?)$`,
);

/**
 * Tells from a cell of a bank extract if the money came into the account or left: by words ('Nota Débito') or
 * by a sign. Null if the text says neither.
 */
export function directionOf(text: string): Side | null {
  if (text === '-' || text === '+') return text === '-' ? 'out' : 'in';
  const words = plainWords(text);
  if (OUT.test(words)) return 'out';
  return IN.test(words) ? 'in' : null;
}

/** Words behind a stated sum: 'Total abonos (12)', 'Total cargos de la página'. */
const OF_PART = '( (de la |del )?(pagina|hoja|dia|mes|periodo))?( \\d{1,4})?';

/** Titles of figures stated by a bank: sums of money in and out, and balances before and after the movements. */
const statedTitles = [
  ['in', new RegExp(`^((valor )?total (de )?|mas )(${INS}|${RECEIPTS})${OF_PART}$`)],
  ['out', new RegExp(`^((valor )?total (de )?|menos )(${OUTS})${OF_PART}$`)],
  ['opening', /^saldo (inicial|anterior)\b/],
  ['closing', /^(nuevo saldo|saldo (final|actual|total|a la fecha|al corte|al cierre))\b/],
] as const;

/** Titles of sums in the summary of a bank above the movements. */
const summaryTitles = [
  ['in', /^(creditos|abonos|depositos)$/],
  ['out', /^(debitos|cargos|retiros)$/],
] as const;

/**
 * Returns the meaning of a title of a stated figure: 'out' for 'Total cargos'. Null for another text.
 * @param isSummary true above the movements of a bank: 'Cargos' is a title too
 */
export const statedTitle = (words: string, isSummary = false): (typeof statedTitles)[number][0] | null =>
  [...statedTitles, ...(isSummary ? summaryTitles : [])].find(([, pattern]) => pattern.test(words))?.[0] ??
  null;

/** Further words of a balance among the movements. */
const BALANCE =
  /^saldos? (inicial|final|anterior|dia|del dia|actual|disponible|total|en canje|a la fecha)\b|^saldo$|^(vienen?|van?|pasan?|suma y sigue)( (de|a) (la )?(pag|pagina|hoja|folio)\b.*)?$/;

/** True if the text of a row names a balance ('saldo …'): the row is no movement of money. */
export const saysBalance = (text: string): boolean => {
  const words = plainWords(text);
  return BALANCE.test(words) || ['opening', 'closing'].includes(statedTitle(words) ?? '');
};

/** First words of certain money out: sent, withdrawn, bought, or kept by the bank. */
const SENT = new RegExp(
  `^((le )?(${VERBS})|compro|usted (envio|pago|transfirio|retiro)|(transferencia|transf|dinero|giro) enviad[oa]|envi(o|ado) (a|de dinero|con bre b a)|giro a|dispersion (de )?nomina|dbto|traslado a|retiros?|avance|compras?|pago (de )?nomina|nota debito|debito automatico|cheque (pagado|girado)|comision(es)?|cuota (de )?manejo|impto|gmf|gravamen|4 ?x ?(1000|mil)|iva)\\b|\\bdb$`,
);

/** True if a movement's text certainly means money out. */
export const saysSent = (text: string): boolean => SENT.test(plainWords(text));

/** First words of possible money out: charges, transfers, places of purchases; and kinds of expenses, alone in a text. */
const DEBIT =
  /^(debito|cobro|impuesto|cargo|dispersion|pago a [a-z]{3,}|(pse )?pago (pse )?(de )?(la )?(facturas?|servicios?|impuestos?|predial|prov(e|eedor(es)?)?|tarjeta|planilla|seguridad social|aportes|soi|dian)|(transf(erencia)?|trf|tr) (a|cta inscrita) |para |restaurantes?|supermercados?|droguerias?|farmacias?|ferreterias?|almacen|gasolina|peajes?|parqueadero|recarga(ste)?|epm|codensa|enel|acueducto|vanti|etb|claro|movistar)\b|^(mercado|combustible|transporte|taxi|cine|ropa|viajes?|suscripcion(es)?|entretenimiento|comida|domicilios?)$/;

/** True if the text of a movement perhaps means money out ('Nota débito', 'Restaurante' …). */
export const saysDebit = (text: string): boolean => DEBIT.test(plainWords(text));

const RETURN =
  'rev|revers\\w*|dev|devol\\w*|devuel\\w*|anul\\w*|rechaz\\w*|errad[oa]|extorno|retorno|reintegro|reembolso|contracargo|chargeback|refund';
const RETURNS = new RegExp(`\\b(${RETURN})\\b`);
/** Words of a debit that takes a payment back. A credit of an 'ajuste' is a payment of raised fees. */
export const TURNS = new RegExp(`\\b(${RETURN}|ajust\\w*|correccion)\\b`, 'g');

/** True if the text of a movement means the return of money. */
export const saysReturn = (text: string): boolean => RETURNS.test(plainWords(text));

/** Note of a person about a payment without money: 'ANULADO', 'Cheque devuelto', 'Pago no aplicado'. */
const UNDONE =
  /^((recibo|pago|consignacion|cheque|abono|transferencia)( de caja)?( no)?( \d+)? )?(anulad[oa]|devuelt[oa]|rechazad[oa]|reversad[oa]|sin fondos|pos(t)?fechad[oa]|(no|sin) (aplicad[oa]|aplicar|confirmar|abonad[oa]))\b/;

/** True if a note beside a payment says that the payment was annulled, given back, or not received yet. */
export const saysUndone = (text: string): boolean => UNDONE.test(plainWords(text));
