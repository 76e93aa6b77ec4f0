import type { BillExplanation } from '../../../../shared/billing/bills.api.ts';
import { lastDayOf, monthWords } from '../../../../shared/days.ts';
import { dayWords, pesos, rate } from '../billing-words.ts';

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
  { source, sourceUnit, sourceDueDate, month, way, stretches }: InterestLine,
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

/** How the interest of a line was reckoned, step by step: capital, days where they count, rate, and what it comes to. */
export function reckoningWords(line: InterestLine): { steps: string[]; rate: string } {
  const amount = pesos(Math.abs(line.amount));
  // A bill's month is rounded as one sum.
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
  const told = stretches.map(({ from, to, days, principal }) => ({
    capital: Math.abs(principal),
    days,
    when:
      from === to ? `El ${Number(from.slice(8))}` : `Del ${Number(from.slice(8))} al ${Number(to.slice(8))}`,
  }));
  const daysWords = (days: number): string => `${days} ${days === 1 ? 'día' : 'días'}`;
  const [only] = told;
  const steps =
    told.length === 1 && only !== undefined
      ? [`${pesos(only.capital)} × ${daysWords(only.days)} × ${perDay} = ${rounded}`]
      : [
          ...told.map(({ when, capital, days }) => `${when}: ${pesos(capital)} × ${daysWords(days)}`),
          `Suma de los días: ${pesos(sumOf(told))} × ${perDay} = ${rounded}`,
        ];
  return {
    steps,
    rate:
      dailyRate === null
        ? `${rate(monthlyRate)} mensual: cada día una treintava parte, y el 31 nada`
        : `${rate(line.annualRate)} efectiva anual, que es ${dailyText(dailyRate)} al día`,
  };
}

/** Pesos to the centavo of capital × days, added as integers. */
const sumOf = (stretches: readonly { capital: number; days: number }[]): number =>
  stretches.reduce((sum, { capital, days }) => sum + Math.round(capital * 100) * days, 0) / 100;

const annualWords = ({ annualRate, monthlyRate }: InterestLine): string =>
  `${rate(annualRate)} efectiva anual, que es ${rate(monthlyRate)} al mes`;

/** A day's rate with the decimals that its reckoning needs to be checked by hand. */
const dailyText = (percent: number): string => `${String(Number(percent.toFixed(10))).replace('.', ',')} %`;
