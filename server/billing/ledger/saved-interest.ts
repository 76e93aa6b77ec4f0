import { payingOrder, spread } from '../../../shared/billing/allocation.ts';
import { type Day, firstDayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { Stretch } from '../interest/interest.types.ts';
import { exactInterest, roundedInterest } from '../interest/reckon.ts';
import { addDaysOften, addStretches, capitalOn, edgesOf, largestOf, negated } from '../interest/stretches.ts';
import type { Account, LedgerItem, NewInterestItem } from './ledger.types.ts';
import { lineKey, type NetInterest, type RunningAccount } from './running-account.ts';

/** Payment entered late. */
interface LatePayment {
  amount: Centavos;
  valueDate: Day;
  /** Interest paid with the debts of the value date, although charged later (`chargedLater`). */
  charged: ReadonlyMap<number, Centavos>;
}

/**
 * Returns the late interest of an account for time up to a day, but charged only after the day. A payment
 * entered late, with the day as value date, pays the interest first if large enough to settle the account.
 * Key: number of the ledger item that charged the interest. Value: centavos.
 */
export function chargedLater(account: RunningAccount, day: Day): Map<number, Centavos> {
  const sums = new Map<number, Centavos>();
  for (const line of account.netLines.values()) {
    const { chargedBy, sourceItem, stretches } = line;
    if (chargedBy.valueDate <= day || (account.find(sourceItem)?.valueDate ?? day) > day) continue;
    if (line.way === 'balance' || (line.way === 'fullMonths' && lastDayOf(line.month) >= day)) continue;
    const until = stretches
      .filter(({ from }) => from <= day)
      .map((stretch) => ({ ...stretch, to: stretch.to < day ? stretch.to : day }));
    const amount =
      line.way === 'days'
        ? roundedInterest(exactInterest({ ...line, stretches: until }), line.toPeso)
        : line.amount;
    if (amount > 0) sums.set(chargedBy.item, centavos((sums.get(chargedBy.item) ?? 0) + amount));
  }
  return sums;
}

/**
 * Late interest to give back to the unit because a payment was entered after the day of the payment. In
 * centavos.
 */
export interface Saving {
  /** Ledger item that charged the interest. */
  of: LedgerItem;
  /** Amount to give back, in centavos. */
  amount: Centavos;
  /** Copies of the charged interest lines with negative amounts. */
  lines: NewInterestItem[];
}

/**
 * Computes the late interest to credit for a payment entered late, as if entered on the value date. At each moment
 * of the interest calculation since then (each day, month end or bill), the payment pays the debts unpaid at the
 * time: late interest owed on the value date, then charges, then the debts of each later day. The paid part of an
 * instalment bears no interest. Interest saved in a month is not owed in the next; the money pays another debt.
 */
export function savedInterest(account: RunningAccount, payment: LatePayment): Saving[] {
  const months = monthsAfter(account, payment.valueDate);
  if (months.size === 0) return [];
  const debits = account.standingDebits();
  const room = savable(account);
  const savings = new Map<number, Saving>();
  for (const [month, lines] of [...months].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const paid = new Map<NetInterest, { principal: number; stretches: Stretch[] }>();
    for (const moment of momentsOf(account, { month, lines, debits }, payment.valueDate)) {
      for (const { line, amount } of paidAt(account, { month, moment, debits, savings }, payment)) {
        const interest = paid.get(line) ?? { principal: 0, stretches: [] };
        interest.principal += amount;
        if (moment.days !== null) interest.stretches.push({ ...moment.days, principal: amount });
        paid.set(line, interest);
      }
    }
    for (const one of savedOf(lines, paid)) addSaving(one, room, savings);
  }
  return [...savings.values()];
}

/** Returns the charged interest lines, by month, still reducible by a payment of the value date. */
function monthsAfter({ netLines }: RunningAccount, valueDate: Day): Map<Month, NetInterest[]> {
  const months = new Map<Month, NetInterest[]>();
  for (const line of netLines.values()) {
    if (boundOf(line) <= valueDate) continue;
    months.set(line.month, [...(months.get(line.month) ?? []), line]);
  }
  return months;
}

/** Returns the first day too late for a payment to reduce the interest of a line. */
const boundOf = ({ way, month, chargedBy, charged }: NetInterest): Day => {
  // Interest on the balance uses the capital unpaid at the issue. A payment later on the issue day pays the interest.
  if (way === 'balance') return chargedBy.valueDate;
  // A day bears interest on the capital unpaid at its start. A payment on the last charged day saves nothing.
  if (way === 'days') return charged.reduce((last, { to }) => (to > last ? to : last), '');
  return addDaysOften(lastDayOf(month), 1);
};

/**
 * Day for reading the unpaid capital (at the end of the day), and the period (both days included) when the capital
 * bears interest.
 */
interface Moment {
  at: Day;
  /** Last day of charges to include; later charges do not count at this moment. */
  charged: Day;
  days: Pick<Stretch, 'from' | 'to'> | null;
}

interface OfMonth {
  month: Month;
  lines: readonly NetInterest[];
  debits: readonly LedgerItem[];
}

/**
 * Returns the moments of a month for reading the unpaid capital. With the method `days`: a moment per period with
 * constant debt.
 */
function momentsOf(account: RunningAccount, { month, lines, debits }: OfMonth, valueDate: Day): Moment[] {
  const [first] = lines;
  if (first === undefined) return [];
  const last = lastDayOf(month);
  if (first.way === 'fullMonths') return [{ at: last, charged: last, days: null }];
  if (first.way === 'balance') {
    const day = first.chargedBy.valueDate;
    return [{ at: day, charged: addDaysOften(day, -1), days: null }];
  }
  const begin = [firstDayOf(month), addDaysOften(valueDate, 1)].sort()[1] ?? valueDate;
  const changes = [
    ...lines.flatMap((line) => [...edgesOf(line.stretches), ...edgesOf(line.charged)]),
    ...debits.flatMap((debit) =>
      [debit.valueDate, ...account.paidDays(debit)].map((day) => addDaysOften(day, 1)),
    ),
  ];
  const starts = [...new Set([begin, ...changes.filter((day) => day > begin && day <= last)])].sort();
  return starts.map((from, index) => {
    const next = starts[index + 1];
    const at = addDaysOften(from, -1);
    return { at, charged: at, days: { from, to: next === undefined ? last : addDaysOften(next, -1) } };
  });
}

/** Returns the capital of each interest line that the payment would have paid at a moment. */
function paidAt(
  account: RunningAccount,
  {
    month,
    moment,
    debits,
    savings,
  }: Omit<OfMonth, 'lines'> & { moment: Moment; savings: Map<number, Saving> },
  payment: LatePayment,
): { line: NetInterest; amount: Centavos }[] {
  const { at, charged, days } = moment;
  let money: number = payment.amount;
  const owed = debits.flatMap((debit) => {
    const netLine = account.netLines.get(lineKey(debit.item, month));
    const line =
      netLine && (days === null || capitalOn(netLine.charged, days.from) !== 0) ? netLine : undefined;
    const early = payment.charged.get(debit.item) ?? NO_MONEY;
    const isLater = line === undefined && debit.valueDate > charged;
    if (isLater && early === 0) return [];
    const saved = savings.get(debit.item)?.amount ?? NO_MONEY;
    const open = centavos((line === undefined ? account.unpaid(debit, at) : capitalOf(line, days)) - saved);
    if (open < 0) money -= open;
    const first = debit.valueDate > payment.valueDate ? centavos(Math.min(early, Math.max(open, 0))) : open;
    const rest = isLater ? NO_MONEY : centavos(open - first);
    // The debts of the payment's day, then the debts of each later day, as `takePayment` pays.
    return [
      { ...debit, open: first, line, day: '' },
      { ...debit, open: rest, line, day: debit.valueDate },
    ].filter((part) => part.open > 0);
  });
  owed.sort((a, b) => (a.day === b.day ? payingOrder(a, b) : a.day < b.day ? -1 : 1));
  return spread(centavos(money), owed).flatMap(({ to: { line }, amount }) =>
    line === undefined ? [] : { line, amount },
  );
}

const capitalOf = ({ principal, stretches }: NetInterest, days: Moment['days']): number =>
  days === null ? principal : capitalOn(stretches, days.from);

/**
 * Computes the interest saved on each line by the paid capital, rounded like the original (for the method
 * `balance`, the sum of the lines is rounded).
 */
function savedOf(
  lines: readonly NetInterest[],
  paid: ReadonlyMap<NetInterest, { principal: number; stretches: Stretch[] }>,
): { line: NetInterest; less: Centavos; mirror: NewInterestItem }[] {
  const reduced = lines.flatMap((line) => {
    const less = paid.get(line);
    if (less === undefined) return [];
    const taken = negated(addStretches([], less.stretches));
    const principal = centavos(line.way === 'days' ? largestOf(taken) : -less.principal);
    const left = exactInterest({
      ...line,
      principal: centavos(line.principal + principal),
      stretches: addStretches(line.stretches, taken),
    });
    return { line, principal, taken, left };
  });
  const [first] = reduced;
  if (first === undefined) return [];
  const { toPeso } = first.line;
  const whole = new Map(reduced.map(({ line, left }) => [line, left]));
  /** Total saving allowed for all lines, in centavos: limited only for the method `balance`. */
  let most: number =
    first.line.way === 'balance'
      ? sumMoney(lines.map(({ amount }) => amount)) -
        roundedInterest(
          lines.reduce((sum, line) => sum + (whole.get(line) ?? exactInterest(line)), 0n),
          toPeso,
        )
      : Number.POSITIVE_INFINITY;
  return reduced.flatMap(({ line, principal, taken, left }, index) => {
    const {
      item: _item,
      position: _position,
      apartmentId: _account,
      chargedBy: _by,
      charged: _,
      chargedPrincipal: __,
      ...rest
    } = line;
    const isLast = Number.isFinite(most) && index === reduced.length - 1;
    const own = isLast ? line.amount : line.amount - roundedInterest(left, toPeso);
    const less = centavos(Math.min(own, most));
    if (less <= 0) return [];
    most -= less;
    return { line, less, mirror: { ...rest, principal, stretches: taken, amount: less } };
  });
}

/** Adds a saving, limited to the interest still charged by the item. */
function addSaving(
  { line, less, mirror }: { line: NetInterest; less: Centavos; mirror: NewInterestItem },
  room: Map<number, number>,
  savings: Map<number, Saving>,
): void {
  const { chargedBy } = line;
  const left = room.get(chargedBy.item) ?? 0;
  const saved = centavos(Math.min(less, left));
  if (saved <= 0) return;
  room.set(chargedBy.item, left - saved);
  const saving = savings.get(chargedBy.item) ?? { of: chargedBy, amount: NO_MONEY, lines: [] };
  saving.amount = centavos(saving.amount + saved);
  saving.lines.push({ ...mirror, amount: centavos(-saved) });
  savings.set(chargedBy.item, saving);
}

/**
 * Returns the numbers of the ledger items that gave back late interest charged by the item `charged`, for the
 * same overdue charges and months. Annulling a bill reverses the items too.
 */
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

/** Returns the maximum saving of each interest item: interest after corrections minus forgiven interest. */
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
