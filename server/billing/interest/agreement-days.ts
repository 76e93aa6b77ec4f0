import { addDays, type Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';

/** Instalment of a payment agreement, in centavos. */
export interface Instalment {
  dueDate: Day;
  amount: Centavos;
}

/** Payment agreement over debts of an account, as stored (`AgreementTable`). The days of a breach are computed. */
export interface StoredAgreement {
  agreementId: number;
  apartmentId: string;
  madeOn: Day;
  document: string;
  /** Numbers of the covered debts. */
  items: readonly number[];
  instalments: readonly Instalment[];
  /** True if the covered debts bear no late interest while the agreement is in force. */
  suspends: boolean;
  missedLimit: number;
  graceDays: number;
  /** Days of the forgiven breaches, oldest first. */
  forgivenOn: readonly Day[];
}

/** Days of a current agreement, first and last day included; `to` is null without a breach. */
export interface StandingDays {
  from: Day;
  to: Day | null;
}

/** Returns the first day of an unpaid instalment as missed. */
export const missedDay = (dueDate: Day, graceDays: number): Day => addDays(dueDate, graceDays + 1);

/**
 * Computes the days of an agreement without a breach. The breach is the first day with as many missed instalments as the
 * agreement says; a forgiven agreement stands again from the day of the act, and counts later instalments only. Another
 * agreement over a common debt ends the days.
 * @param paidUntil returns the part of the covered debts paid until the end of a day, in centavos
 * @param others agreements with a common debt
 */
export function standingDays(
  agreement: StoredAgreement,
  paidUntil: (day: Day) => number,
  others: readonly StoredAgreement[],
): StandingDays[] {
  const { instalments, graceDays, missedLimit } = agreement;
  let sum = 0;
  const misses = instalments.map(({ dueDate, amount }) => {
    sum += amount;
    return { day: missedDay(dueDate, graceDays), until: sum };
  });
  const startsOf = (of: StoredAgreement): Day[] => [of.madeOn, ...of.forgivenOn];
  const replacing = others.flatMap(startsOf).sort();
  const days: StandingDays[] = [];
  for (const from of startsOf(agreement)) {
    const last = days.at(-1);
    // Forgiving without a breach before: a payment entered late has undone the breach.
    const isUnbroken = last !== undefined && (last.to === null || last.to >= from);
    if (isUnbroken) days.pop();
    const counted = misses.filter(({ day }) => day > from);
    const due = misses.findLast(({ day }) => day <= from)?.until ?? 0;
    const forgiven = Math.max(0, due - paidUntil(addDays(from, -1)));
    const breach = counted.find(({ day }, at) => {
      const paid = paidUntil(addDays(day, -1)) + forgiven;
      return counted.slice(0, at + 1).filter(({ until }) => until > paid).length >= missedLimit;
    });
    const [end] = [breach?.day ?? [], replacing.find((day) => day > from) ?? []].flat().sort();
    days.push({ from: isUnbroken ? last.from : from, to: end === undefined ? null : addDays(end, -1) });
  }
  return days;
}

/** True if a day is within one of the periods. */
export const isWithin = (periods: readonly StandingDays[], day: Day): boolean =>
  periods.some(({ from, to }) => from <= day && (to === null || day <= to));
