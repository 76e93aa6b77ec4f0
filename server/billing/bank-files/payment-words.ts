import type { PaymentColumnRole } from '../../../shared/billing/payment-columns.ts';
import { isTowerTitle } from '../../platform/sheets/mapping/header.ts';
import { OTHER_CURRENCY, otherMoney } from '../charges/column-words.ts';
import { CREDIT_KINDS, CREDITS, DEBIT_KINDS, DEBITS, saysBothSides } from './movement-words.ts';

/** Column roles of a payment sheet found by the words of the header row. Columns are counted from 0. */
export interface WordedColumns {
  /** Key: index of the column. Value: role of the column (date, amount, unit …). */
  roles: Map<number, PaymentColumnRole>;
  /** Key: index of the column. Value: Spanish reason for leaving the column unread. */
  why: Map<number, string>;
}

/** Header words for the day of the approval at a payment gateway, before the day of the attempt. */
const SETTLED = /\b(finalized|approved|paid|completed|settled) at\b/;
const DATE =
  /\b(fechas?|dia|date|created at|(finalized|approved|paid|completed|settled) at)\b|^f (operativa|operacion|valor|movimiento|contable|pago)$/;
const OTHER_DATE =
  /\b(vencimiento|limite|expedicion|emision|corte|nacimiento|desde|hasta|compromiso|promesa|acuerdo|proximo|programad[oa])\b/;
/** Header words for the date of data entry. The date of the payment may be in another column. */
const ENTERED = /\b(registro|digitacion|creacion|sistema|contable|contabilizacion|cargue|aplicacion)\b/;
/** Header words about payments that name something other than an amount, and 'sin centavos'. */
const NO_AMOUNT =
  /\b(id|fecha|medio|forma|tipo|modo|metodo|referencia|ref|numero|nro|no|comprobante|recibo|banco|entidad|estado|saldo|cuenta|lugar|canal|codigo|quien|(?<!\bin )cents|(?<!\ben )centavos|centavos(?=.))\b|^f /;
/** Header words for parts of an amount, or fees of the bank. The whole amount is in another column. */
const PART_OF_AMOUNT = /\b(cheques?|efectivo|canje|base|iva|gmf|comision(es)?|retencion(es)?)\b/;
const amounts = [
  /\b(valor|monto|importe|total)\b.*\b(pagos?|pagad[oa]s?|abonos?|abonad[oa]|consignad[oa]|consignacion|recibid[oa]|recaudad[oa]|recaudo)\b/,
  /\b(pagos?|pagado|abonos?|abonado|consignado|consignacion|consignaciones|recaudado|recaudo|recibido)\b/,
  /\b(valor|vr|vlr|monto|importe)\b.*\btotal\b/,
  /\b(valor|vr|vlr|monto|importe|amount|value|cuanto)\b/,
  /^cantidad$/,
];
/** Header words beside the side of an amount: 'Valor crédito', 'Débito en cuenta', 'Credit Amount'. */
const BESIDE_SIDE =
  /\b(valor(es)?|vr|vlr|monto|importe|amount|movimientos?|notas?|cop|pesos|cuenta|dinero|otr[oa]s|en|a|de|la|y|e|o)\b/g;
/** True if all words of a header name one side, except words beside the side. */
function isSide(words: string, sides: RegExp, kinds: RegExp): boolean {
  const bare = words.replace(BESIDE_SIDE, ' ').trim().split(/ +/);
  if (sides.test(bare.join(' '))) return true;
  return bare.some((word) => sides.test(word)) && bare.every((word) => sides.test(word) || kinds.test(word));
}
const CREDIT = { test: (words: string) => isSide(words, CREDITS, CREDIT_KINDS) };
const DEBIT = { test: (words: string) => isSide(words, DEBITS, DEBIT_KINDS) };
/** Header words of Banco de Occidente: a column of cheques, beside 'Depósitos', is money out. 'Depósito' beside money out is money in. */
const CHEQUES = /^cheques?( girados| pagados)?$/;
const DEPOSITS = /^depositos?$/;
/** Header words that, beside a column of debits, mean money in and not a signed value. */
const IN_SIDE = /\b(abonos?|consignad[oa]s?|consignacion(es)?|recaudos?|recibid[oa]s?)\b/;
const BALANCE = /^(saldo( disponible| total| final| despues)?|balance)$/;
const OWN_BALANCE = /\b(saldos?|deuda|cartera)\b/;
const references = [
  /\b(referencias?|reference|ref)\b/,
  /\b(comprobante|transaccion|autorizacion|operacion|consignacion|soporte)\b/,
];
const NUMBERED_REFERENCE = /^(referencia|ref) ?\d$/;
/** Header words for the id of a transaction at a payment gateway, for example the CUS of PSE. */
const TRANSACTION =
  /^(id|codigo) (de )?(la )?transaccion\b|^(transaction|trans|transaccion) ?id$|^cus\b|\bcodigo unico de seguimiento\b|^(codigo |numero |no )?(de )?trazabilidad\b|^ref (e)?payco$/;
/** True for a header of the id of a transaction, or of a number of the row: 'ID del pago', 'ID'. */
export const mayCountRows = (words: string): boolean =>
  /^id$|^(id|codigo) (de )?(la )?operacion\b|^id (de(l)? )?pago$|^(operation|payment) ?id$/.test(words);
/** Header words for the means of payment (cash, transfer, …). */
const MEANS = /^((medio|forma|tipo|modo|metodo) (de |del )?(pago|recaudo)|medio|payment method( type)?)$/;
/** True if a header says that the amounts are in cents, as in the files of some gateways: 'amount_in_cents'. */
export const isInCents = (words: string): boolean => /\b(in cents\b|en centavos$)/.test(words);
const TEXT = /\b(descripcion|description|detalle|concepto|observacion|observaciones|nota|notas|mensaje)\b/;
/** Header for a description or a direction of money. Read as description if no other column has the text. */
const MOVEMENT = /^(clase (de )?)?movimientos?$/;
/** Header of the kind of a movement in an extract. */
const MOVED = /^(transaccion(es)?|movimientos?|descripcion motivo)$/;
/** True for a header of the sides in an extract: 'Naturaleza', 'D/C'. */
export const saysNature = (words: string): boolean =>
  /^(naturaleza|signo)$/.test(words) || saysBothSides(words);
const PAYER =
  /\b(propietari[oa]s?|pagador|ordenante|remitente|consignante|originador|titular|tercero|cliente)\b|^nombres?( completo| y apellidos?)?$|^(de|de quien|quien (pago|paga|consigno|envia|envio))$/;
const DOCUMENT =
  /\b(nit|cedula|identificacion)\b|\bdocumento (de |del )?(pagador|propietario|identidad|ordenante)\b/;
const unitHeaders = [
  /\b(inmueble|unidad|und|nomenclatura|bien privado)\b/,
  /\b(apartamento|apto|apt|casa|predio|apartaestudio|vivienda)\b/,
  /\b(local|oficina|consultorio|lote|parqueadero|garaje|deposito)\b/,
];
const NO_UNIT = /\b(fecha|tipo|valor|propietari[oa]|nombre|coeficiente)\b/;
/** Header word for the branch of the bank, in an extract or in a bank's list of collected money. */
const BRANCH = /\boficina\b/;
/** Header words for the number of a bank's slip: beside a description, the sheet is a bank's list. */
const SLIP = /^(no |nro |numero )?(de )?(dcto|doc|documento)$/;
const COLLECTED = /^valor (en )?(cheques?|efectivo)$/;

/**
 * Spanish reason shown in the report on every cell of a payment sheet: a column of amounts was left unread,
 * because the amount was taken from another column.
 */
export const OTHER_AMOUNT = 'El valor se tomó de otra columna.';

/** Spanish reason of a column of amounts by means of payment, beside the column of the whole amount. */
export const MEANS_OF_PAYMENT = 'Dice el medio de pago; el valor se tomó de otra columna.';

/**
 * Finds the role of each column (date, amount, reference …) by the header words. Works also without a date or
 * amount column. In a bank extract (with debits or a balance), 'Oficina' is the bank's branch, not a unit.
 * @param words header texts without accents, capitals and punctuation, in column order
 * @param hasDirection true if a column of the sheet says for each row if money came in or went out; undefined before the
 * search for the column
 */
export function columnsByWords(words: readonly string[], hasDirection?: boolean): WordedColumns {
  const roles = new Map<number, PaymentColumnRole>();
  const why = new Map<number, string>();
  const free = (fits: (text: string) => boolean): number[] =>
    words.flatMap((text, column) => (text !== '' && !roles.has(column) && fits(text) ? [column] : []));
  const ranked = (patterns: readonly RegExp[], none: RegExp): number[] =>
    free((text) => !none.test(text) && patterns.some((pattern) => pattern.test(text))).sort(
      (a, b) => rankOf(patterns, words[a] ?? '') - rankOf(patterns, words[b] ?? '') || a - b,
    );
  const give = (column: number | undefined, role: PaymentColumnRole): void => {
    if (column !== undefined) roles.set(column, role);
  };
  // 'Depósito' as a storage room has no cheque column beside it.
  const hasCheques = words.some((text) => CHEQUES.test(text)) && words.some((text) => DEPOSITS.test(text));
  const isDebit = (text: string) =>
    DEBIT.test(text) || (hasCheques && CHEQUES.test(text) && !words.some((other) => DEBIT.test(other)));
  const isDirected = hasDirection === true && words.some((text) => MOVED.test(text) || saysNature(text));
  const isExtract = isDirected || words.some((text) => isDebit(text) || BALANCE.test(text));
  // A bare 'ID' is an id of a gateway's file alone.
  const isGateway = words.some(isStateHeader);
  const isOperation = (text: string) => mayCountRows(text) && (isGateway || text !== 'id');
  const days = free((text) => DATE.test(text) && !OTHER_DATE.test(text));
  const wordsAt = (column: number) => words[column] ?? '';
  const settled = days.find((column) => SETTLED.test(wordsAt(column)));
  give(settled ?? days.find((column) => !ENTERED.test(wordsAt(column))) ?? days[0], 'date');
  const isListed =
    words.some((text) => SLIP.test(text)) && words.some((text) => TEXT.test(text) || MOVEMENT.test(text));
  const isCollection =
    isListed || words.some((text) => NUMBERED_REFERENCE.test(text) || COLLECTED.test(text));
  // A gateway deposits the rest without its fee; without a fee, 'Depósito' is a storage room.
  const isCharging = words.some((text) => PART_OF_AMOUNT.test(text));
  const isOfBank = (text: string) =>
    ((isExtract || isCollection) && BRANCH.test(text)) ||
    (((isGateway && isCharging) || words.some(isDebit)) && DEPOSITS.test(text));
  const named = ranked(unitHeaders, NO_UNIT).find((column) => !isOfBank(words[column] ?? ''));
  give(named, 'unit');
  for (const column of free(isTowerTitle)) roles.set(column, named === undefined ? 'ignore' : 'tower');
  const isPart = (column: number | undefined) => {
    const text = words[column ?? -1] ?? '';
    return PART_OF_AMOUNT.test(text) || otherMoney(text) === OTHER_CURRENCY;
  };
  const ranks = ranked(amounts, NO_AMOUNT)
    .filter((column) => !CREDIT.test(words[column] ?? '') && !isDebit(words[column] ?? ''))
    .sort((a, b) => Number(isPart(a)) - Number(isPart(b)));
  const credits = free((text) => CREDIT.test(text) && !NO_AMOUNT.test(text));
  const debits = free(isDebit);
  // 'Abonos' beside 'Cargos' is a credit column. A part is not the whole amount.
  const both = credits.length + debits.length === 0 ? free(saysBothSides) : [];
  const [first] = [...ranks, ...both];
  const isSide = first !== undefined && debits.length > 0 && IN_SIDE.test(words[first] ?? '');
  const isSplit = first === undefined || isSide || (isPart(first) && credits.length > 0);
  // Two columns with the same name are two tables. Two different names are left to the user.
  const isOne = new Set(credits.map((column) => words[column])).size === 1;
  const credit = isSide ? first : isOne ? credits[0] : undefined;
  if (isSplit) {
    give(credit, 'credit');
    give(debits[0], 'debit');
  } else give(first, 'amount');
  for (const column of ranks) if (!roles.has(column)) why.set(column, OTHER_AMOUNT);
  // With units, a balance is the unit's debt.
  if (named === undefined) give(free((text) => BALANCE.test(text))[0], 'balance');
  for (const column of free((text) => OWN_BALANCE.test(text))) why.set(column, 'Es un saldo y no un pago.');
  give(free((text) => TRANSACTION.test(text))[0] ?? free(isOperation)[0], 'transaction');
  give(free((text) => MEANS.test(text))[0], 'means');
  const [reference] = ranked(references, /\b(fecha|valor|estado)\b/);
  give(reference, 'reference');
  // An agreement has two references, and either may be the unit's.
  for (const column of free((text) => NUMBERED_REFERENCE.test(text))) give(column, 'reference');
  for (const column of free((text) => TEXT.test(text) && !/\b(fecha|valor)\b/.test(text)))
    give(column, 'text');
  const isText = isSplit || hasDirection !== undefined;
  if (isText && ![...roles.values()].includes('text')) give(free((text) => MOVEMENT.test(text))[0], 'text');
  give(free((text) => DOCUMENT.test(text))[0], 'document');
  give(free((text) => PAYER.test(text) && !/\bbanco\b/.test(text))[0], 'payer');
  return { roles, why };
}

const rankOf = (patterns: readonly RegExp[], text: string): number =>
  patterns.findIndex((pattern) => pattern.test(text));

const STATE =
  /\b(estado|status|state|resultado|result|respuesta|response)\b|^((valor|monto|total) )?(anulad|reversad|devuelt|reembolsad|verificad|confirmad|aprobad|validad)[oa]s?$|^(amount )?refunded( amount)?$/;
/** Values that mean yes, under a header like 'Anulado' (also an amount given back), and no, under a header like 'Confirmado'. */
const YES = /^(si|s|x|yes|verdadero|true|[1-9][\d ]*)$/;
const NO = /^(no|n|0|falso|false)$/;
/** States of a transaction in a payment gateway without money, or without money yet. */
const NOT_PAID =
  /\b(rechazad[oa]|declinad[oa]|declined|fallid[oa]|failed|error|anula(d[oa]|cion)|voided|cancelad[oa]|cancelled|pendiente|pending|expirad[oa]|expired|reversad[oa]|reembolsad[oa]|refunded|negad[oa]|denied|rejected|canceled|unauthorized|not authorized|abandoned|devuelt[oa]|iniciad[oa]|contracargo|reverso|devolucion|reversed|chargeback|no (autorizad|exitos|pagad|completad|realizad)[oa]|not approved|sin (pago|autorizar)|por (confirmar|validar|verificar|aprobar)|abandonad[oa]|no aprobad[oa]|en proceso)\b/;

/** States of a transaction in a payment gateway that mean paid. */
const PAID =
  /^(ok|(transaccion |pago )?(aprobad|exitos|autorizad|pagad|acreditad|confirmad|aplicad|verificad|validad|recibid|completad|abonad|finalizad|aceptad)[oa]s?|approved|paid|successful|success|completed|accepted|00)$/;

/**
 * True if a cell in the column of transaction states means paid ('aprobada' or similar). For files of payment
 * gateways with a row for each attempt to pay.
 */
export const saysPaid = (words: string): boolean => PAID.test(words);

/**
 * True if a header names the column of transaction states ('Estado', 'Anulada') in a file of a payment
 * gateway. Rows with an unpaid state are no payments.
 */
export const isStateHeader = (words: string): boolean => STATE.test(words);

/**
 * True if the state of a transaction in a file of a payment gateway means not paid: 'rechazada', or 'sí'
 * under a header like 'Devuelta', or 'no' under 'Confirmado'. The row is then no payment.
 */
export const saysNotPaid = (words: string, header: string): boolean =>
  NOT_PAID.test(words) || (NOT_PAID.test(header) && YES.test(words)) || (PAID.test(header) && NO.test(words));

const CURRENCY = /^(moneda|divisa|currency)$/;
const PESOS = /^((peso|pesos|cop|col|mn|m cte|moneda (legal|corriente|nacional))( colombianos?)?)?$/;

/**
 * True if a header names a column of currencies ('Moneda'). Amounts in other currencies than pesos are no
 * payments to read.
 */
export const isCurrencyHeader = (words: string): boolean => CURRENCY.test(words);

/** True if a cell in the column of currencies names another currency than pesos ('USD'). */
export const isForeign = (words: string): boolean => !PESOS.test(words);
