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
  /** True if the covered debts bear no late interest while the agreement stands. */
  suspends: boolean;
  missedLimit: number;
  graceDays: number;
  /** Days of the forgiven breaches, oldest first. */
  forgivenOn: readonly Day[];
}

/** Days of a standing agreement, first and last day included; `to` is null without a breach. */
export interface StandingDays {
  from: Day;
  to: Day | null;
}

/** Returns the first day of an unpaid instalment as missed. */
export const missedDay = (dueDate: Day, graceDays: number): Day => addDays(dueDate, graceDays + 1);

/**
 * Computes the days of an agreement without a breach. The breach is the first day with as many missed instalments as the
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
