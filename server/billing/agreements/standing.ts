import type { AgreementState } from '../../../shared/billing/agreements.api.ts';
import { addDays, type Day } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { type Instalment, isWithin, missedDay, type StoredAgreement } from '../interest/agreement-days.ts';
import { openDebits } from '../ledger/account.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { overdueDebts } from '../ledger/overdue.ts';
import { RunningAccount } from '../ledger/running-account.ts';

/** State of an agreement on a day, in centavos. */
export interface AgreementStanding {
  state: AgreementState;
  total: Centavos;
  /**
   * Part of the total paid: the debts at the agreement less the open part of the same debts. 0 if an older payment on the
   * debts bounced: the debts are then above the total, and the difference is behind.
   */
  paid: Centavos;
  /** Instalments due before the day and not paid. */
  behind: Centavos;
  /** Number of instalments not paid in full after the due date and the days of grace. */
  missed: number;
  /** Day of the breach, or of a later agreement; null without a breach, after a forgiven breach, and once paid. */
  brokenOn: Day | null;
  next: Instalment | null;
}

/**
 * Computes the state of an agreement on a day from the movements of the account. The total of the instalments was the open
 * part of the covered debts on the day of the agreement, so any payment, condonation or credit on the covered debts counts.
 */
export function agreementStanding(agreement: StoredAgreement, account: Account, day: Day): AgreementStanding {
  const { items, instalments, graceDays } = agreement;
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
    if (missedDay(dueDate, graceDays) <= day) missed += 1;
    next ??= { dueDate, amount: centavos(Math.min(amount, until - paid)) };
  }
  const periods = new RunningAccount(account).standingDays(agreement);
  const last = periods.findLast(({ from }) => from <= day)?.to ?? null;
  const brokenOn = open === 0 || last === null || last >= day ? null : addDays(last, 1);
  const behind = centavos(Math.max(0, due - paid));
  const state = open === 0 ? 'paid' : brokenOn !== null ? 'broken' : behind > 0 ? 'late' : 'current';
  const demanded = brokenOn === null ? { behind, next } : { behind: NO_MONEY, next: null };
  return { state, total, paid: centavos(Math.max(0, paid)), missed, brokenOn, ...demanded };
}

/** Returns the agreements of an account in force on a day. */
export function standingAgreements(account: Account, day: Day): StoredAgreement[] {
  const { agreements = [] } = account;
  if (agreements.length === 0) return [];
  const running = new RunningAccount(account);
  return agreements.filter((agreement) => isWithin(running.standingDays(agreement), day));
}

/**
 * Sums the part of the overdue debts of an account that a reminder may demand on a day, in centavos: debts outside
 * current agreements, and the part behind of each current agreement. Late
 * interest on a covered debt counts from its own due date.
 */
export function demandable(account: Account, day: Day): Centavos {
  const standing = standingAgreements(account, day);
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
