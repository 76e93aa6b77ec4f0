import type { BillExplanation } from '../../../../shared/billing/bills.api.ts';
import { lastDayOf, monthWords } from '../../../../shared/days.ts';
import { dayWords, pesos, rate } from '../words.ts';

/**
 * Ledger item (charge, payment, late interest …) behind a line of a bill, as explained on the page of the
 * bill.
 */
export type Item = BillExplanation['lines'][number]['items'][number];
type Allocation = Item['allocations'][number];

/**
 * Returns the title of a ledger item on the page of a bill, with unit (if the account has several units) and
 * month: 'Administración (PARQ 25), abril de 2026'.
 */
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

/**
 * Late interest on a single overdue charge in a month, with capital, rate and days, as explained on the page
 * of a bill.
 */
export type InterestItem = Item['interest'][number];

/** True for a credit (negative amount: money in favour of the unit), false for a charge. */
const isCredit = ({ amount }: Pick<Item, 'amount'>): boolean => amount < 0;

/**
 * Returns a Spanish sentence about the origin of a ledger item on the page of a bill: 'Se cobró $ 250.000 el
 * 1 de abril de 2026; vence el 30 de abril de 2026.', or for a payment 'Recibo de caja 7: …'.
 */
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
  // The due date of an opening debt may be only the day the books began.
  return nature === 'interest'
    ? `Intereses que ya se debían cuando se empezaron a llevar aquí las cuentas: ${size}.`
    : `Ya se debía cuando se empezaron a llevar aquí las cuentas: ${size}, con vencimiento el ${dayWords(dueDate ?? valueDate)}.`;
}

const receiptOf = (receipt: number | null): string =>
  receipt === null ? 'Pago' : `Recibo de caja ${receipt}`;

/** Reason for returned interest: the payment was made earlier than the day of entry. */
const paidThen = ({
  receipt,
  valueDate,
  postingDate,
}: Pick<Item, 'receipt' | 'valueDate' | 'postingDate'>): string =>
  `el ${receiptOf(receipt).toLowerCase()} se había pagado el ${dayWords(valueDate)} y se registró el ${dayWords(postingDate)}`;

/**
 * Returns a Spanish sentence about money used to pay a debt, on the page of a bill. For a charge: the payment
 * ('Se abonaron $ 50.000 con el recibo de caja 7, …'); for a payment or credit: the charge paid ('$ 50.000
 * fueron a: …').
 * @param item charge, payment or credit on the bill
 * @param allocation other ledger item, and the amount of money between both, in pesos
 */
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

/**
 * Returns Spanish words about the open part of a ledger item when the bill was issued: 'Queda por pagar: $
 * 50.000', or for a credit 'Se descuenta de esta cuenta: $ 50.000'.
 */
export function leftWords(item: Item): string {
  const size = pesos(Math.abs(item.open));
  return isCredit(item) ? `Se descuenta de esta cuenta: ${size}` : `Queda por pagar: ${size}`;
}

/**
 * Returns Spanish words about late interest on the page of a bill: the overdue charge, the due date, and the
 * days or the month without payment. For interest given back: the part paid in time. For a bill issued before
 * the end of the month adds that a payment in time returns the interest.
 */
export function interestWords(
  item: Pick<Item, 'amount' | 'postingDate'>,
  { source, sourceUnit, sourceDueDate, month, way, stretches }: InterestItem,
): string {
  const instalment = `${nameIn(source, sourceUnit)}, que venció el ${dayWords(sourceDueDate)}`;
  const isBack = isCredit(item);
  if (way === 'days') {
    const days = stretches.reduce((sum, one) => sum + one.days, 0);
    const counted = `${days} ${days === 1 ? 'día' : 'días'} de ${monthWords(month)}`;
    if (isBack) return `${instalment}: esto ya estaba pagado en ${counted}`;
    const since = `${instalment} y estuvo sin pagar ${counted}`;
    return item.postingDate > lastDayOf(month)
      ? since
      : `${since}; si se paga antes, los intereses de los días que falten se devuelven`;
  }
  if (way === 'balance') {
    return isBack
      ? `${instalment}: esto ya estaba pagado cuando se emitió la cuenta de ${monthWords(month)}`
      : `${instalment} y seguía sin pagar cuando se emitió la cuenta de ${monthWords(month)}: un mes de intereses`;
  }
  if (isBack) return `${instalment}: esto ya estaba pagado al terminar ${monthWords(month)}`;
  const since = `${instalment} y seguía sin pagar`;
  if (item.postingDate > lastDayOf(month)) return `${since} al terminar ${monthWords(month)}`;
  return `${since} el ${dayWords(item.postingDate)}; si se paga antes de terminar ${monthWords(month)}, estos intereses se devuelven`;
}

/**
 * Writes the calculation of late interest as Spanish text for the page of a bill: '$ 100.000 × 30 días × 0,06
 * % = $ 1.800'. `steps`: a line for each period of days, or for the month. `rate`: words for the applied
 * rate.
 */
export function reckoningWords(line: InterestItem): { steps: string[]; rate: string } {
  const amount = pesos(Math.abs(line.amount));
  // The interest of a bill's month is rounded as a single sum.
  const whole = line.way === 'balance' ? ' con las demás cuotas de la cuenta' : '';
  const rounded = line.toPeso ? `${amount}, redondeado al peso${whole}` : amount;
  if (line.way !== 'days') {
    return {
      steps: [`${pesos(Math.abs(line.principal))} × ${rate(line.monthlyRate)} = ${rounded}`],
      rate: line.rateUnit === 'monthly' ? `${rate(line.monthlyRate)} mensual` : annualWords(line),
    };
  }
  const { dailyRate, monthlyRate, stretches } = line;
  const perDay = dailyRate === null ? `${rate(monthlyRate)} ÷ 30` : dailyText(dailyRate);
  const rows = stretches.map(({ from, to, days, principal }) => ({
    capital: Math.abs(principal),
    days,
    when:
      from === to ? `El ${Number(from.slice(8))}` : `Del ${Number(from.slice(8))} al ${Number(to.slice(8))}`,
  }));
  const daysWords = (days: number): string => `${days} ${days === 1 ? 'día' : 'días'}`;
  const [only] = rows;
  const steps =
    rows.length === 1 && only !== undefined
      ? [`${pesos(only.capital)} × ${daysWords(only.days)} × ${perDay} = ${rounded}`]
      : [
          ...rows.map(({ when, capital, days }) => `${when}: ${pesos(capital)} × ${daysWords(days)}`),
          `Suma de los días: ${pesos(capitalDays(rows))} × ${perDay} = ${rounded}`,
        ];
  return {
    steps,
    rate:
      dailyRate === null
        ? `${rate(monthlyRate)} mensual: cada día una treintava parte, y el 31 nada`
        : `${rate(line.annualRate)} efectiva anual, que es ${dailyText(dailyRate)} al día`,
  };
}

/** Sum of capital × days in pesos. Adds integers in centavos, so no rounding error occurs. */
const capitalDays = (stretches: readonly { capital: number; days: number }[]): number =>
  stretches.reduce((sum, { capital, days }) => sum + Math.round(capital * 100) * days, 0) / 100;

const annualWords = ({ annualRate, monthlyRate }: InterestItem): string =>
  `${rate(annualRate)} efectiva anual, que es ${rate(monthlyRate)} al mes`;

/** Formats a daily interest rate with enough decimals for a check by hand. */
const dailyText = (percent: number): string => `${String(Number(percent.toFixed(10))).replace('.', ',')} %`;

type Since = BillExplanation['since'][number];

/**
 * Returns the title of a movement after the bill, on the page of the bill: 'Pago', 'Condonación', or
 * 'Reversa: …' for the undoing of an earlier movement.
 */
export const sinceTitle = ({ description, reverses }: Since): string =>
  reverses ? `Reversa: ${description}` : description;

/**
 * Returns a Spanish sentence about a movement after the bill, on the page of the bill: document ('Recibo de
 * caja 7'), day and reason.
 */
export function sinceOrigin({ document, valueDate, postingDate, reason }: Since): string {
  const entered = valueDate === postingDate ? '' : `, registrado el ${dayWords(postingDate)}`;
  const parts = [document, `${dayWords(valueDate)}${entered}`, reason ?? ''];
  return parts.filter((part) => part !== '').join(' · ');
}
