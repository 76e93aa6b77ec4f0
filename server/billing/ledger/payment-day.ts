import { type Day, firstDayOf, monthOfDay, shiftMonth, shortDay } from '../../../shared/days.ts';
import { type Centavos, centavos, formatMoney, sumMoney } from '../../../shared/money.ts';
import { openDebits, withPosting } from './account.ts';
import type { DiscountOffer } from './acts.types.ts';
import type { Books } from './books.repository.ts';
import type { Account, LedgerItem } from './ledger.types.ts';
import { takePayment } from './take-payment.ts';

/** Before any books that are kept here: a year that somebody mistyped. */
export const FIRST_DAY: Day = '2000-01-01';

/** Why no payment can have arrived on a day, in words; null where it can. */
export function whyNoDay(day: Day, today: Day): string | null {
  const shown = shortDay(day);
  if (day > today) return `La fecha ${shown} es posterior a hoy.`;
  return day < FIRST_DAY ? `La fecha ${shown} es demasiado antigua.` : null;
}

/** A payment with the day that is looked at, before it is posted. */
export interface DatedPayment {
  amount: Centavos;
  valueDate: Day;
}

/** The ledger's interest and discounts that a payment's day costs the joint, in centavos, against those of today's day. */
export interface DayPrice {
  interest: Centavos;
  discount: Centavos;
}

/** Months before the open one in which money may still be entered without a question: late, but usual. */
const USUAL = { months: 2, beforeBooks: 120 };

/** First day of a payment that is usual: two months before the month in which the books are open. */
export const usualSince = ({ openFrom }: Pick<Books, 'openFrom'>, today: Day): Day =>
  firstDayOf(
    openFrom === null
      ? shiftMonth(monthOfDay(today), -USUAL.beforeBooks)
      : shiftMonth(monthOfDay(openFrom), -USUAL.months),
  );

/**
 * Prices the days of an account's payments, in the order in which they pay: null for a usual day, else the interest that
 * the day forgives and the discount that the day earns. A day is unusual before `since`, or if interest is forgiven
 * although everything that is owed was charged after the day. Pure.
 * @param offers of the account, whatever their day
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

/** 'perdona $ 246.891 de interés', as questions tell a day's price. */
export function priceWords({ interest, discount }: DayPrice): string {
  const parts = [
    ...(interest > 0 ? [`perdona ${formatMoney(interest)} de interés`] : []),
    ...(discount > 0 ? [`concede ${formatMoney(discount)} de descuento`] : []),
  ];
  return parts.length === 0 ? 'no cambia intereses ni descuentos' : parts.join(' y ');
}

/** Why a payment's day is asked about, with its price. */
export const unusualDayWords = (day: Day, price: DayPrice): string =>
  `La fecha ${shortDay(day)} es muy anterior a lo que se debe: ${priceWords(price)}. Si es correcta, confírmela; si no, corríjala.`;
