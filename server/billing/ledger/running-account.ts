import { payingOrder } from '../../../shared/billing/allocation.ts';
import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import {
  isWithin,
  type StandingDays,
  type StoredAgreement,
  standingDays,
} from '../interest/agreement-days.ts';
import type { Stretch } from '../interest/interest.types.ts';
import { addDaysOften, addStretches, largestOf } from '../interest/stretches.ts';
import type { OpenItem } from './account.ts';
import type { Account, Allocation, InterestItem, LedgerItem } from './ledger.types.ts';

/**
 * Late interest of a month on an overdue charge after corrections: the interest charged minus the interest
 * given back later.
 */
export interface NetInterest extends InterestItem {
  /** Ledger item that charged the interest. */
  chargedBy: LedgerItem;
  /** Charged capital without later credits: the principal, and for the method `days` the periods. */
  chargedPrincipal: Centavos;
  charged: readonly Stretch[];
}

/**
 * Returns the key for the late interest of an overdue charge in a month, for maps: '812 2026-05' for ledger
 * item 812.
 */
export const lineKey = (sourceItem: number, month: Month): string => `${sourceItem} ${month}`;

/**
 * Account in memory that grows with each new movement, with indexes for fast sums: used to post many payments
 * or a month. Copies the source account, so changes never touch the source.
 */
export class RunningAccount implements Account {
  readonly apartmentId: string;
  readonly items: LedgerItem[] = [];
  readonly allocations: Allocation[] = [];
  readonly interest: InterestItem[] = [];
  readonly agreements: readonly StoredAgreement[];
  /** Numbers of the items undone by a reversal. */
  readonly reversed = new Set<number>();
  /** Late interest after corrections, by `lineKey` (instalment and month). */
  readonly netLines = new Map<string, NetInterest>();
  /** Amount forgiven of each debit, by item number. */
  readonly forgiven = new Map<number, number>();
  readonly #byNumber = new Map<number, LedgerItem>();
  readonly #debits: LedgerItem[] = [];
  readonly #left = new Map<number, number>();
  readonly #open = { debit: new Set<LedgerItem>(), credit: new Set<LedgerItem>() };
  /** Last day with a change of each item, by item number. */
  readonly #touched = new Map<number, Day>();
  /** Amounts paid of each debit (by item number), by value date of the credit. */
  readonly #paid = new Map<number, Map<Day, number>>();

  constructor(account: Account) {
    this.apartmentId = account.apartmentId;
    this.agreements = account.agreements ?? [];
    for (const item of account.items) this.addItem(item);
    for (const allocation of account.allocations) this.addAllocation(allocation);
    for (const line of account.interest) this.addLine(line);
  }

  addItem(item: LedgerItem): void {
    this.items.push(item);
    this.#byNumber.set(item.item, item);
    this.#touch(item.item, item.postingDate);
    if (item.reverses !== null) this.reversed.add(item.reverses);
    else if (item.side === 'debit') this.#debits.push(item);
    this.#change(item.reverses ?? item.item, item.amount);
  }

  addAllocation(allocation: Allocation): void {
    this.allocations.push(allocation);
    const { creditItem, debitItem, amount, postingDate } = allocation;
    for (const item of [creditItem, debitItem]) {
      this.#touch(item, postingDate);
      this.#change(item, -amount);
    }
    const credit = this.#byNumber.get(creditItem);
    const day = credit?.valueDate ?? '';
    const paid = this.#paid.get(debitItem) ?? new Map<Day, number>();
    this.#paid.set(debitItem, paid.set(day, (paid.get(day) ?? 0) + amount));
    if (credit?.nature === 'condonation') {
      this.forgiven.set(debitItem, (this.forgiven.get(debitItem) ?? 0) + amount);
    }
  }

  addLine(line: InterestItem): void {
    this.interest.push(line);
    const item = this.#byNumber.get(line.item);
    if (item === undefined) return;
    const key = lineKey(line.sourceItem, line.month);
    const netLine = this.netLines.get(key);
    const charges = item.nature === 'interest' && item.reverses === null;
    const isOwn = charges || netLine === undefined;
    const isCharge = isOwn || item.nature === 'interest';
    const before = netLine ?? { charged: [], chargedPrincipal: NO_MONEY };
    const stretches = addStretches(netLine?.stretches ?? [], line.stretches);
    this.netLines.set(key, {
      ...line,
      chargedBy: isOwn ? item : netLine.chargedBy,
      charged: isCharge ? addStretches(before.charged, line.stretches) : before.charged,
      chargedPrincipal: centavos(before.chargedPrincipal + (isCharge ? line.principal : 0)),
      principal:
        line.way === 'days'
          ? largestOf(stretches)
          : centavos((netLine?.principal ?? NO_MONEY) + line.principal),
      stretches,
      amount: centavos((netLine?.amount ?? NO_MONEY) + line.amount),
    });
  }

  /** Returns the debits not undone by a reversal. */
  standingDebits(): LedgerItem[] {
    return this.#debits.filter(({ item }) => !this.reversed.has(item));
  }

  /** Returns the debits not fully paid, in the order of payment. */
  openDebits(): OpenItem[] {
    return this.#openOf('debit').sort(payingOrder);
  }

  /** Returns the credits not fully used, oldest first. */
  openCredits(): OpenItem[] {
    return this.#openOf('credit').sort((a, b) => a.item - b.item);
  }

  /** Returns the unpaid part of a debit, or the unused part of a credit. */
  openOf({ item }: LedgerItem): Centavos {
    return centavos(this.#left.get(item) ?? 0);
  }

  /** Returns the unpaid amount of a debit at the end of a day, by the value dates of the credits. */
  unpaid(debit: LedgerItem, day: Day): Centavos {
    let left: number = debit.amount;
    for (const [valueDate, amount] of this.#paid.get(debit.item) ?? []) if (valueDate <= day) left -= amount;
    return centavos(left);
  }

  /**
   * Returns the days of an agreement without a breach, up to a later agreement over a common debt. A covered debt is paid
   * by the value dates of the credits.
   */
  standingDays(agreement: StoredAgreement): StandingDays[] {
    const total = sumMoney(agreement.instalments.map(({ amount }) => amount));
    const covered = agreement.items.flatMap((item) => {
      const debit = this.#byNumber.get(item);
      return debit === undefined || this.reversed.has(item) ? [] : [debit];
    });
    const others = this.agreements.filter(
      ({ agreementId, items }) =>
        agreementId !== agreement.agreementId && items.some((item) => agreement.items.includes(item)),
    );
    const paidUntil = (day: Day) => total - sumMoney(covered.map((debit) => this.unpaid(debit, day)));
    return standingDays(agreement, paidUntil, others);
  }

  /** Returns the days without late interest on a debit, by payment agreements. */
  suspensionsOf({ item }: LedgerItem): StandingDays[] {
    return this.agreements
      .filter(({ suspends, items }) => suspends && items.includes(item))
      .flatMap((agreement) => this.standingDays(agreement));
  }

  /**
   * Divides a period into shorter periods with the same unpaid amount of a debit at the start of each day. Omits
   * days without debt, and days with suspended interest.
   */
  stretches(debit: LedgerItem, from: Day, to: Day): Stretch[] {
    // A payment lowers the debt from the next day on.
    const lowered = this.paidDays(debit).map((day) => addDaysOften(day, 1));
    const suspended = this.suspensionsOf(debit);
    const edges = suspended.flatMap((of) => [of.from, ...(of.to === null ? [] : [addDaysOften(of.to, 1)])]);
    const inside = [...lowered, ...edges].filter((day) => day > from && day <= to);
    const starts = [...new Set([from, ...inside])].sort();
    return starts.flatMap((start, at) => {
      const next = starts[at + 1];
      const principal = isWithin(suspended, start) ? 0 : this.unpaid(debit, addDaysOften(start, -1));
      const last = next === undefined ? to : addDaysOften(next, -1);
      return start > to || principal <= 0 ? [] : { from: start, to: last, principal: centavos(principal) };
    });
  }

  /** Returns the value dates of the payments used for a debit. */
  paidDays({ item }: LedgerItem): Day[] {
    return [...(this.#paid.get(item)?.keys() ?? [])];
  }

  /** Returns the ledger item with a number; undefined if absent. */
  find(item: number): LedgerItem | undefined {
    return this.#byNumber.get(item);
  }

  /** Returns the last day with a change of any of the items, or `since` if later. */
  lastTouched(items: readonly number[], since: Day): Day {
    return items.reduce((last, item) => {
      const day = this.#touched.get(item) ?? last;
      return day > last ? day : last;
    }, since);
  }

  #openOf(side: LedgerItem['side']): OpenItem[] {
    return [...this.#open[side]].map((item) => ({ ...item, open: this.openOf(item) }));
  }

  #touch(item: number, day: Day): void {
    const last = this.#touched.get(item);
    if (last === undefined || day > last) this.#touched.set(item, day);
  }

  #change(number: number, by: number): void {
    const left = (this.#left.get(number) ?? 0) + by;
    this.#left.set(number, left);
    const item = this.#byNumber.get(number);
    if (item === undefined) return;
    if (left === 0) this.#open[item.side].delete(item);
    else this.#open[item.side].add(item);
  }
}
