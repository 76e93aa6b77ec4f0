import { payingOrder, spread } from '../../../shared/billing/allocation.ts';
import { interestOf } from '../../../shared/billing/interest.ts';
import { isCapital } from '../../../shared/billing/natures.ts';
import { addDays, type Day, firstDayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY } from '../../../shared/money.ts';
import { isOpening, netAllocations, reversedItems } from './account.ts';
import type { MonthRate } from './acts.types.ts';
import type { Account, InterestLine, LedgerItem } from './ledger.types.ts';

export type NewLine = Omit<InterestLine, 'item' | 'position' | 'apartmentId'>;

/** A month's late interest on each charge that was overdue in all of it, on what was unpaid at its end. */
export function reckonMonth(
  account: Account,
  rate: MonthRate,
  how: { graceDays: number; finesBearInterest: boolean },
): { source: LedgerItem; line: NewLine }[] {
  const { month, annualRate, monthlyRate } = rate;
  const unpaid = unpaidBy(account);
  const reversed = reversedItems(account);
  return account.items.flatMap((source) => {
    if (source.side !== 'debit' || source.dueDate === null) return [];
    if (source.reverses !== null || reversed.has(source.item)) return [];
    if (!isCapital(source.nature) || (source.nature === 'fine' && !how.finesBearInterest)) return [];
    if (addDays(source.dueDate, how.graceDays) >= firstDayOf(month)) return [];
    // What books are opened with comes with its interest until that day: ours is of the whole months from that day on.
    if (isOpening(source) && source.valueDate > firstDayOf(month)) return [];
    const principal = unpaid(source, lastDayOf(month));
    const amount = principal > 0 ? interestOf(principal, monthlyRate) : NO_MONEY;
    if (amount === 0) return [];
    return { source, line: { sourceItem: source.item, month, principal, annualRate, monthlyRate, amount } };
  });
}

/** What was left unpaid of a debit at the end of a day, counting credits by their value dates. */
function unpaidBy(account: Account): (debit: LedgerItem, day: Day) => Centavos {
  const credits = new Map(account.items.map((item) => [item.item, item.valueDate]));
  const paid = new Map<number, { valueDate: Day; amount: Centavos }[]>();
  for (const { creditItem, debitItem, amount } of netAllocations(account)) {
    const list = paid.get(debitItem) ?? [];
    list.push({ valueDate: credits.get(creditItem) ?? '', amount });
    paid.set(debitItem, list);
  }
  return (debit, day) => {
    let left: number = debit.amount;
    for (const { valueDate, amount } of paid.get(debit.item) ?? []) if (valueDate <= day) left -= amount;
    return centavos(left);
  };
}

/** What stands of a month's interest on one instalment: the line that charged it, less those that took from it. */
interface NetLine extends NewLine {
  /** The item that charged it. */
  chargedBy: LedgerItem;
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
export function savedInterest(account: Account, payment: { amount: Centavos; valueDate: Day }): Saving[] {
  const net = netLines(account);
  const months = [...new Set([...net.values()].map(({ month }) => month))].sort();
  const unpaid = unpaidBy(account);
  const reversed = reversedItems(account);
  const debits = account.items.filter(
    ({ item, side, reverses }) => side === 'debit' && reverses === null && !reversed.has(item),
  );
  const room = savable(account, net);
  const savings = new Map<number, Saving>();
  for (const month of months) {
    const end = lastDayOf(month);
    if (end < payment.valueDate) continue;
    let money: number = payment.amount;
    const owed = debits.flatMap((debit) => {
      const line = net.get(keyOf(debit.item, month));
      if (line === undefined && debit.valueDate > end) return [];
      const saved = savings.get(debit.item)?.amount ?? 0;
      const open = (line === undefined ? unpaid(debit, end) : line.principal) - saved;
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
      .map((line) => keyOf(line.sourceItem, line.month)),
  );
  const mirrors = account.interest.filter(
    (line) => line.principal < 0 && keys.has(keyOf(line.sourceItem, line.month)),
  );
  return [...new Set(mirrors.map(({ item }) => item))];
}

const keyOf = (sourceItem: number, month: Month): string => `${sourceItem} ${month}`;

function netLines(account: Account): Map<string, NetLine> {
  const items = new Map(account.items.map((item) => [item.item, item]));
  const net = new Map<string, NetLine>();
  for (const line of account.interest) {
    const key = keyOf(line.sourceItem, line.month);
    const known = net.get(key);
    const item = items.get(line.item);
    if (item === undefined) continue;
    const charges = item.nature === 'interest' && item.reverses === null;
    net.set(key, {
      ...line,
      chargedBy: charges || known === undefined ? item : known.chargedBy,
      principal: centavos((known?.principal ?? 0) + line.principal),
      amount: centavos((known?.amount ?? 0) + line.amount),
    });
  }
  return net;
}

/** What may still be saved of each item of interest: what stands of it, less what was forgiven. */
function savable(account: Account, net: ReadonlyMap<string, NetLine>): Map<number, number> {
  const room = new Map<number, number>();
  for (const { chargedBy, amount } of net.values()) {
    room.set(chargedBy.item, (room.get(chargedBy.item) ?? 0) + amount);
  }
  const forgiving = new Set(
    account.items.filter(({ nature }) => nature === 'condonation').map(({ item }) => item),
  );
  for (const { creditItem, debitItem, amount } of netAllocations(account)) {
    const left = room.get(debitItem);
    if (left !== undefined && forgiving.has(creditItem)) room.set(debitItem, left - amount);
  }
  return room;
}
