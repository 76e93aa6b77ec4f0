import type { BillExplanation } from '../../../../shared/billing/bills.api.ts';
import { lastDayOf, monthWords } from '../../../../shared/days.ts';
import { dayWords, pesos } from '../billing-words.ts';

export type Item = BillExplanation['lines'][number]['items'][number];
type Allocation = Item['allocations'][number];

/** A movement by its name, the unit where there are several, and its month: 'Administración (PARQ 25), abril de 2026'. */
export function titleOf({
  description,
  unit = null,
  month,
}: Pick<Item, 'description' | 'month'> & { unit?: string | null }): string {
  const name = nameIn(description, unit);
  return month === null ? name : `${name}, ${monthWords(month)}`;
}

const nameIn = (description: string, unit: string | null): string =>
  unit === null ? description : `${description} (${unit})`;

export type InterestLine = Item['interest'][number];

/** A credit is money of the unit's, a debit what it was charged: what is open of it says which. */
const isCredit = ({ amount }: Pick<Item, 'amount'>): boolean => amount < 0;

/** When and how a movement came to be, in a sentence. */
export function originOf(item: Item): string {
  const { amount, nature, receipt, valueDate, postingDate, dueDate } = item;
  const posted = valueDate === postingDate ? '' : ` (se registró el ${dayWords(postingDate)})`;
  const size = pesos(Math.abs(amount));
  if (nature === 'rounding') return 'El total se redondea al peso.';
  if (nature === 'receipt')
    return `${receiptOf(receipt)}: ${size}, pagado el ${dayWords(valueDate)}${posted}.`;
  if (nature === 'interestCredit')
    return `Se devolvieron ${size} de intereses ya cobrados: ${paidThen(item)}.`;
  if (isCredit(item)) return `Se reconocieron ${size} el ${dayWords(valueDate)}${posted}.`;
  const due = dueDate === null ? '' : `; vence el ${dayWords(dueDate)}`;
  if (!item.opening) return `Se cobró ${size} el ${dayWords(valueDate)}${posted}${due}.`;
  // Its due date may be made of nothing but the day the books began.
  return nature === 'interest'
    ? `Intereses que ya se debían cuando se empezaron a llevar aquí las cuentas: ${size}.`
    : `Ya se debía cuando se empezaron a llevar aquí las cuentas: ${size}, con vencimiento el ${dayWords(dueDate ?? valueDate)}.`;
}

const receiptOf = (receipt: number | null): string =>
  receipt === null ? 'Pago' : `Recibo de caja ${receipt}`;

/** Why interest that was charged was none: a payment of before it, entered afterwards. */
const paidThen = ({
  receipt,
  valueDate,
  postingDate,
}: Pick<Item, 'receipt' | 'valueDate' | 'postingDate'>): string =>
  `el ${receiptOf(receipt).toLowerCase()} se había pagado el ${dayWords(valueDate)} y se registró el ${dayWords(postingDate)}`;

/** A payment or another credit that went to a charge, or where a credit's own money went. */
export function allocationWords(item: Item, allocation: Allocation): string {
  const { nature, description, receipt, valueDate, postingDate, amount } = allocation;
  const size = pesos(amount);
  if (isCredit(item)) return `${size} fueron a: ${titleOf(allocation)}.`;
  if (nature === 'interestCredit')
    return `Se descontaron ${size} que no se causaron: ${paidThen(allocation)}.`;
  if (nature !== 'receipt') return `Se abonaron ${size} con ${description}, del ${dayWords(valueDate)}.`;
  const entered = valueDate === postingDate ? '' : ` y registrado el ${dayWords(postingDate)}`;
  return `Se abonaron ${size} con el ${receiptOf(receipt).toLowerCase()}, pagado el ${dayWords(valueDate)}${entered}.`;
}

/** What is left of it, which is what the bill has. */
export function leftWords(item: Item): string {
  const size = pesos(Math.abs(item.open));
  return isCredit(item) ? `Se descuenta de esta cuenta: ${size}` : `Queda por pagar: ${size}`;
}

/**
 * Whose interest it is: the instalment, when it fell due, and the month it was left unpaid; of a credit, what of it had
 * been paid by then. A bill that is issued before that month is over cannot know: it says what becomes of the interest
 * when somebody pays in time.
 */
export function interestWords(
  item: Pick<Item, 'amount' | 'postingDate'>,
  { source, sourceUnit, sourceDueDate, month }: InterestLine,
): string {
  const instalment = `${nameIn(source, sourceUnit)}, que venció el ${dayWords(sourceDueDate)}`;
  if (isCredit(item)) return `${instalment}: esto ya estaba pagado al terminar ${monthWords(month)}`;
  const since = `${instalment} y seguía sin pagar`;
  if (item.postingDate > lastDayOf(month)) return `${since} al terminar ${monthWords(month)}`;
  return `${since} el ${dayWords(item.postingDate)}; si se paga antes de terminar ${monthWords(month)}, estos intereses se devuelven`;
}
