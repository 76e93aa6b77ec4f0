import { payingOrder, spread } from '../../../shared/billing/allocation.ts';
import { interestOf } from '../../../shared/billing/interest.ts';
import { isCapital } from '../../../shared/billing/natures.ts';
import { addDays, type Day, firstDayOf, lastDayOf } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY } from '../../../shared/money.ts';
import { isOpening } from './account.ts';
import type { MonthRate } from './acts.types.ts';
import type { Account, InterestLine, LedgerItem } from './ledger.types.ts';
import { lineKey, type RunningAccount } from './running-account.ts';

export type NewLine = Omit<InterestLine, 'item' | 'position' | 'apartmentId'>;

/** A month's late interest on each charge that was overdue in all of it, on what was unpaid at its end. */
export function interestOfMonth(
  account: RunningAccount,
  rate: MonthRate,
  how: { graceDays: number; finesBearInterest: boolean },
): { source: LedgerItem; line: NewLine }[] {
  const { month, annualRate, monthlyRate } = rate;
  return account.standingDebits().flatMap((source) => {
    if (source.dueDate === null) return [];
    if (!isCapital(source.nature) || (source.nature === 'fine' && !how.finesBearInterest)) return [];
    if (addDays(source.dueDate, how.graceDays) >= firstDayOf(month)) return [];
    // What books are opened with comes with its interest until that day: ours is of the whole months from that day on.
    if (isOpening(source) && source.valueDate > firstDayOf(month)) return [];
    const principal = account.unpaid(source, lastDayOf(month));
    const amount = principal > 0 ? interestOf(principal, monthlyRate) : NO_MONEY;
    if (amount === 0) return [];
    return { source, line: { sourceItem: source.item, month, principal, annualRate, monthlyRate, amount } };
  });
}

/** Interest that a payment saves of one item that charged it. */
export interface Saving {
  of: LedgerItem;
  amount: Centavos;
  /** They mirror the lines that they take from. */
  lines: NewLine[];
}

/**
 * The interest that would not have been charged, had a payment been entered on its value date. At the end of each
 * month that was reckoned since, the payment pays what was unpaid then: late interest that was owed on its value
 * date, the charges, and interest charged later; what it pays of an instalment bears no interest in that month.
 * Interest saved in one month is not owed in the next, and what had paid it pays something else.
 */
export function savedInterest(
  account: RunningAccount,
  payment: { amount: Centavos; valueDate: Day },
): Saving[] {
  const { netLines } = account;
  const months = [...new Set([...netLines.values()].map(({ month }) => month))]
    .filter((month) => lastDayOf(month) >= payment.valueDate)
    .sort();
  if (months.length === 0) return [];
  const debits = account.standingDebits();
  const room = savable(account);
  const savings = new Map<number, Saving>();
  for (const month of months) {
    const end = lastDayOf(month);
    let money: number = payment.amount;
    const owed = debits.flatMap((debit) => {
      const line = netLines.get(lineKey(debit.item, month));
      if (line === undefined && debit.valueDate > end) return [];
      const saved = savings.get(debit.item)?.amount ?? 0;
      const open = (line === undefined ? account.unpaid(debit, end) : line.principal) - saved;
      if (open < 0) money -= open;
      return open > 0 ? { ...debit, open: centavos(open), line } : [];
    });
    const later = (one: LedgerItem): number =>
      Number(one.nature === 'interest' && one.valueDate > payment.valueDate);
    owed.sort((a, b) => later(a) - later(b) || payingOrder(a, b));
    for (const { to, amount: pays } of spread(centavos(money), owed)) {
      if (to.line === undefined) continue;
      const { chargedBy, principal, amount, sourceItem, annualRate, monthlyRate } = to.line;
      const left = room.get(chargedBy.item) ?? 0;
      const less = amount - interestOf(centavos(principal - pays), monthlyRate);
      const saved = centavos(Math.min(less, left));
      if (saved <= 0) continue;
      room.set(chargedBy.item, left - saved);
      const saving = savings.get(chargedBy.item) ?? { of: chargedBy, amount: NO_MONEY, lines: [] };
      saving.amount = centavos(saving.amount + saved);
      saving.lines.push({
        sourceItem,
        month,
        principal: centavos(-pays),
        annualRate,
        monthlyRate,
        amount: centavos(-saved),
      });
      savings.set(chargedBy.item, saving);
    }
  }
  return [...savings.values()];
}

/** The items that credited interest of the given one, by the lines they share. */
export function creditsOfInterest(account: Account, charged: LedgerItem): number[] {
  const keys = new Set(
    account.interest
      .filter(({ item }) => item === charged.item)
      .map((line) => lineKey(line.sourceItem, line.month)),
  );
  const mirrors = account.interest.filter(
    (line) => line.principal < 0 && keys.has(lineKey(line.sourceItem, line.month)),
  );
  return [...new Set(mirrors.map(({ item }) => item))];
}

/** What may still be saved of each item of interest: what stands of it, less what was forgiven. */
function savable({ netLines, forgiven }: RunningAccount): Map<number, number> {
  const room = new Map<number, number>();
  for (const { chargedBy, amount } of netLines.values()) {
    room.set(chargedBy.item, (room.get(chargedBy.item) ?? 0) + amount);
  }
  for (const [item, amount] of forgiven) {
    const left = room.get(item);
    if (left !== undefined) room.set(item, left - amount);
  }
  return room;
}
