import { addDays, type Day } from '../../../shared/days.ts';
import type { StoredAgreement } from './ledger.types.ts';

/** Days of a standing agreement, first and last day included; `to` is null without a breach. */
export interface StandingDays {
  from: Day;
  to: Day | null;
}

/** First day on which an unpaid instalment counts as missed. */
export const missedDay = (dueDate: Day, graceDays: number): Day => addDays(dueDate, graceDays + 1);

/**
 * Computes the days on which an agreement stands. The breach is the first day with as many missed instalments as the
 * agreement says; a forgiven agreement stands again from the day of the act, and counts later instalments only.
 * @param paidUntil returns the part of the covered debts paid until the end of a day, in centavos
 */
export function standingDays(agreement: StoredAgreement, paidUntil: (day: Day) => number): StandingDays[] {
  const { madeOn, instalments, graceDays, missedLimit, forgivenOn } = agreement;
  let sum = 0;
  const misses = instalments.map(({ dueDate, amount }) => {
    sum += amount;
    return { day: missedDay(dueDate, graceDays), until: sum };
  });
  const days: StandingDays[] = [];
  for (const from of [madeOn, ...forgivenOn]) {
    const last = days.at(-1);
    // Forgiving without a breach before: a payment entered late has undone the breach.
    const isUnbroken = last !== undefined && (last.to === null || last.to >= from);
    if (isUnbroken) days.pop();
    const counted = misses.filter(({ day }) => day > from);
    const breach = counted.find(({ day }, at) => {
      const paid = paidUntil(addDays(day, -1));
      return counted.slice(0, at + 1).filter(({ until }) => until > paid).length >= missedLimit;
    });
    days.push({
      from: isUnbroken ? last.from : from,
      to: breach === undefined ? null : addDays(breach.day, -1),
    });
  }
  return days;
}

/** True if a day is within one of the periods. */
export const isWithin = (periods: readonly StandingDays[], day: Day): boolean =>
  periods.some(({ from, to }) => from <= day && (to === null || day <= to));
