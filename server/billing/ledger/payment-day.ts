import { type Day, firstDayOf, monthOfDay, shiftMonth, shortDay } from '../../../shared/days.ts';
import { type Centavos, centavos, formatMoney, sumMoney } from '../../../shared/money.ts';
import { openDebits, withPosting } from './account.ts';
import type { DiscountOffer } from './acts.types.ts';
import type { Books } from './books.repository.ts';
import type { Account, LedgerItem } from './ledger.types.ts';
import { takePayment } from './take-payment.ts';

/** Earliest day accepted for a payment. Earlier days are typing errors in the year. */
export const FIRST_DAY: Day = '2000-01-01';

/**
 * Returns the reason (in Spanish) to refuse the date of a payment: in the future, or before `FIRST_DAY`. Null
 * if the date is valid.
 */
export function whyNoDay(day: Day, today: Day): string | null {
  const shown = shortDay(day);
  if (day > today) return `La fecha ${shown} es posterior a hoy.`;
  return day < FIRST_DAY ? `La fecha ${shown} es demasiado antigua.` : null;
}

/** Payment not yet posted, to test with `unusualDays` if the date is unusual. */
export interface DatedPayment {
  /** Paid amount, in centavos. */
  amount: Centavos;
  /** Day of the payment. */
  valueDate: Day;
}

/**
 * Money that the owner saves because a payment has an early date instead of today's date, in centavos: late
 * interest not owed, and discounts earned. The user must confirm an unusual date.
 */
export interface DayPrice {
  /** Late interest that the early day saves. */
  interest: Centavos;
  /** Discounts that the early day earns. */
  discount: Centavos;
}

/**
 * Number of months in the past accepted without confirmation: before the open month (`months`), or before today if
 * no month was issued yet (`beforeBooks`).
 */
const USUAL = { months: 2, beforeBooks: 120 };

/**
 * Returns the first payment day accepted without a question to the user: the first day of the month two
 * months before the open month of the books, or ten years back before the first issue. Earlier days may be
 * typing errors with a large effect on interest.
 */
export const usualSince = ({ openFrom }: Pick<Books, 'openFrom'>, today: Day): Day =>
  firstDayOf(
    openFrom === null
      ? shiftMonth(monthOfDay(today), -USUAL.beforeBooks)
      : shiftMonth(monthOfDay(openFrom), -USUAL.months),
  );

/**
 * Finds payments of an account with an unusual day. A day is unusual before `since`, or if the day forgives
 * interest although all debts were charged later. Returns a value for each payment, in the order of
 * `payments`: null for a usual day, else the interest forgiven and the discount earned by the day, in
 * centavos. Has no side effects.
 * @param offers all offers of the account, for any day
 */
export function unusualDays(
  account: Account,
  payments: readonly DatedPayment[],
  { since, today, offers }: { since: Day; today: Day; offers: readonly DiscountOffer[] },
): (DayPrice | null)[] {
  let running = account;
  return payments.map(({ amount, valueDate }) => {
    const taken = postedOf(running, { amount, valueDate }, today, offers);
    const owed = openDebits(running);
    const price = priceOf(taken.items, postedOf(running, { amount, valueDate: today }, today, offers).items);
    running = withPosting(running, taken);
    const isBefore = owed.length > 0 && owed.every((debit) => debit.valueDate > valueDate);
    return valueDate < since || (isBefore && price.interest > 0) ? price : null;
  });
}

function priceOf(items: readonly LedgerItem[], today: readonly LedgerItem[]): DayPrice {
  const sum = (all: readonly LedgerItem[], nature: LedgerItem['nature']) =>
    sumMoney(all.flatMap((item) => (item.nature === nature && item.reverses === null ? [item.amount] : [])));
  const more = (nature: LedgerItem['nature']) =>
    centavos(Math.max(0, sum(items, nature) - sum(today, nature)));
  return { interest: more('interestCredit'), discount: more('discount') };
}

function postedOf(
  account: Account,
  { amount, valueDate }: DatedPayment,
  today: Day,
  offers: readonly DiscountOffer[],
) {
  let next = account.items.reduce((last, { item }) => Math.max(last, item), 0);
  const number = () => ++next;
  const valid = offers.filter(({ until }) => until >= valueDate);
  const stamp = { postingDate: today, numbers: { item: number, allocation: number } };
  return takePayment(account, { amount, valueDate, receipt: 0, offers: valid }, stamp).posting;
}

/**
 * Describes in Spanish the money saved by an early payment date: 'perdona $ 246.891 de interés'. Part of the
 * question to confirm an unusual date.
 */
export function priceWords({ interest, discount }: DayPrice): string {
  const parts = [
    ...(interest > 0 ? [`perdona ${formatMoney(interest)} de interés`] : []),
    ...(discount > 0 ? [`concede ${formatMoney(discount)} de descuento`] : []),
  ];
  return parts.length === 0 ? 'no cambia intereses ni descuentos' : parts.join(' y ');
}

/**
 * Builds the question in Spanish to confirm an unusual payment date, with the money saved by the date. Shown
 * when a payment is entered or imported.
 */
export const unusualDayWords = (day: Day, price: DayPrice): string =>
  `La fecha ${shortDay(day)} es muy anterior a lo que se debe: ${priceWords(price)}. Si es correcta, confírmela; si no, corríjala.`;
