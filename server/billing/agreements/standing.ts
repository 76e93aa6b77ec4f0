import type { AgreementState } from '../../../shared/billing/agreements.api.ts';
import { addDays, type Day } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { openDebits } from '../ledger/account.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { overdueDebts } from '../ledger/overdue.ts';

/** Instalment of a payment agreement, in centavos. */
export interface Instalment {
  dueDate: Day;
  amount: Centavos;
}

/** Payment agreement as stored (`AgreementTable`). */
export interface StoredAgreement {
  agreementId: number;
  apartmentId: string;
  madeOn: Day;
  document: string;
  items: number[];
  instalments: Instalment[];
  suspends: boolean;
  missedLimit: number;
  graceDays: number;
  brokenOn: Day | null;
}

/** State of an agreement on a day, in centavos. */
export interface AgreementStanding {
  state: AgreementState;
  total: Centavos;
  /** Part of the total paid: the debts at the agreement less the open part of the same debts. */
  paid: Centavos;
  /** Instalments due before the day and not paid. */
  behind: Centavos;
  /** Number of instalments not paid in full after the due date and the days of grace. */
  missed: number;
  next: Instalment | null;
}

/**
 * Computes the state of an agreement on a day from the movements of the account. The total of the instalments was the open
 * part of the covered debts on the day of the agreement, so any payment, condonation or credit on the covered debts counts.
 */
export function agreementStanding(agreement: StoredAgreement, account: Account, day: Day): AgreementStanding {
  const { items, instalments, graceDays, brokenOn } = agreement;
  const total = sumMoney(instalments.map(({ amount }) => amount));
  const open = sumMoney(
    openDebits(account).flatMap((debit) => (items.includes(debit.item) ? [debit.open] : [])),
  );
  const paid = centavos(total - open);
  let until: number = 0;
  let [due, missed]: [number, number] = [0, 0];
  let next: Instalment | null = null;
  for (const { dueDate, amount } of instalments) {
    until += amount;
    if (dueDate < day) due = until;
    if (until <= paid) continue;
    if (addDays(dueDate, graceDays) < day) missed += 1;
    next ??= { dueDate, amount: centavos(Math.min(amount, until - paid)) };
  }
  const isBroken = brokenOn !== null && brokenOn <= day;
  const behind = centavos(Math.max(0, due - paid));
  const state = open === 0 ? 'paid' : isBroken ? 'broken' : behind > 0 ? 'late' : 'current';
  return { state, total, paid, behind: isBroken ? NO_MONEY : behind, missed, next: isBroken ? null : next };
}

/** True if the rule of an agreement allows the breach on a day. */
export const isBreach = (agreement: StoredAgreement, account: Account, day: Day): boolean => {
  const { state, missed } = agreementStanding(agreement, account, day);
  return (state === 'late' || state === 'current') && missed >= agreement.missedLimit;
};

/**
 * Sums the part of the overdue debts of an account that a reminder may demand on a day, in centavos: debts outside
 * standing agreements, and the part behind of each standing agreement. Late interest on a covered debt counts from its own due date.
 * @param agreements all agreements of the account
 */
export function demandable(account: Account, agreements: readonly StoredAgreement[], day: Day): Centavos {
  const standing = agreements.filter(({ brokenOn }) => brokenOn === null || brokenOn > day);
  const covered = new Set(standing.flatMap(({ items }) => items));
  const outside = overdueDebts(account, day).flatMap(({ item: debt, capital, parts }) => [
    covered.has(debt) ? NO_MONEY : capital,
    ...parts.flatMap(({ item: { item, dueDate }, amount }) => {
      const isOwed = !covered.has(debt) || (dueDate !== null && dueDate < day);
      return isOwed && !covered.has(item) ? [amount] : [];
    }),
  ]);
  return sumMoney([...outside, ...standing.map((one) => agreementStanding(one, account, day).behind)]);
}
