import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type InterestWay,
  interestWays,
  interestWayWords,
  isCapital,
  itemNatures,
} from '../../../shared/billing/natures.ts';
import { addDays, type Day, shiftMonth } from '../../../shared/days.ts';
import { isQuick, rounds } from '../../../shared/testing/rounds.ts';
import { asOf, balanceOf, creditOf, openCredits, openDebits } from './account.ts';
import { agingOf } from './aging.ts';
import { issueAccount } from './issue-account.ts';
import type { Account, Posting } from './ledger.types.ts';
import { statementOf } from './statement.ts';
import { RandomBooks, years } from './years.fixture.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** Computes the balance of an account in four independent ways. */
function balances(account: Account, day: Day): number[] {
  const signed = sum(account.items.map(({ side, amount }) => (side === 'debit' ? amount : -amount)));
  const open =
    sum(openDebits(account).map((one) => one.open)) - sum(openCredits(account).map((one) => one.open));
  const statement = statementOf(account).at(-1)?.balance ?? 0;
  const { current, d30, d60, d90, d120, older, credit } = agingOf(account, day);
  return [signed, open, statement, current + d30 + d60 + d90 + d120 + older - credit];
}

/**
 * Checks the open amount of every item, computed from amount, reversal and allocations: never negative, never above
 * the amount.
 */
function expectNothingOverdrawn(account: Account): void {
  const left = new Map<number, number>();
  const add = (item: number, amount: number) => left.set(item, (left.get(item) ?? 0) + amount);
  const pairs = new Map<string, number>();
  for (const { item, reverses, amount } of account.items) add(reverses ?? item, amount);
  for (const { creditItem, debitItem, amount } of account.allocations) {
    add(creditItem, -amount);
    add(debitItem, -amount);
    const pair = `${creditItem} ${debitItem}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + amount);
  }
  for (const { item, reverses, amount } of account.items) {
    if (reverses !== null) continue;
    const rest = left.get(item) ?? 0;
    if (rest < 0 || rest > amount) throw new Error(`item ${item} of ${amount} has ${rest} open`);
  }
  for (const [pair, amount] of pairs)
    if (amount < 0) throw new Error(`the allocations of ${pair} sum to ${amount}`);
}

function expectInterestOnCapitalAlone(account: Account): void {
  const items = new Map(account.items.map((item) => [item.item, item]));
  const net = new Map<string, number>();
  const explained = new Map<number, number>();
  /**
   * Changes of the capital that bears interest, by instalment and day. Capital never exceeds the instalment, and no
   * day bears interest twice.
   */
  const changes = new Map<number, Map<string, number>>();
  for (const { item, sourceItem, month, way, principal, stretches, amount } of account.interest) {
    const source = items.get(sourceItem);
    if (source === undefined || !isCapital(source.nature) || source.side !== 'debit') {
      throw new Error(`interest on ${source?.nature}`);
    }
    const { dueDate } = source;
    const charging = items.get(item);
    // By `balance` a bill charges its own month: a due date before the issue is enough.
    const first =
      way === 'balance' && charging?.nature === 'interest' && charging.reverses === null
        ? charging.valueDate
        : null;
    const starts = way === 'days' ? (stretches[0]?.from ?? '') : (first ?? `${shiftMonth(month, 1)}-01`);
    if (dueDate === null || dueDate >= starts) throw new Error('interest before the due date');
    if (way === 'fullMonths' && dueDate >= `${month}-01`) throw new Error('interest for part of a month');
    if (Math.abs(principal) > source.amount) throw new Error('interest on more than the instalment');
    if (principal * amount <= 0) throw new Error('the signs of interest and principal differ');
    const keep = (key: string, capital: number) => net.set(key, (net.get(key) ?? 0) + capital);
    for (const { from, to, principal: capital } of stretches) {
      if (from.slice(0, 7) !== month || to.slice(0, 7) !== month || from > to) throw new Error('wrong days');
      const of = changes.get(sourceItem) ?? new Map<string, number>();
      changes.set(sourceItem, of);
      of.set(from, (of.get(from) ?? 0) + capital);
      const after = addDays(to, 1);
      of.set(after, (of.get(after) ?? 0) - capital);
    }
    if (way !== 'days') keep(`${sourceItem} ${month}`, principal);
    const { nature } = items.get(item) ?? {};
    if (nature !== 'interest' && nature !== 'interestCredit') throw new Error(`${nature} has interest lines`);
    explained.set(item, (explained.get(item) ?? 0) + amount);
  }
  for (const [key, principal] of net) {
    if (principal < 0) throw new Error(`interest of ${key} was credited twice`);
    if (principal > (items.get(Number(key.split(' ')[0]))?.amount ?? 0))
      throw new Error(`${key} bears interest twice`);
  }
  for (const [source, of] of changes) {
    let bearing = 0;
    for (const [from, capital] of [...of].sort()) {
      bearing += capital;
      if (bearing > (items.get(source)?.amount ?? 0))
        throw new Error(`${source} bears too much from ${from}`);
      if (bearing < 0) throw new Error(`interest of ${source} was credited twice from ${from}`);
    }
  }
  for (const { item, nature, amount, bill } of account.items) {
    const lines = explained.get(item) ?? 0;
    if (nature === 'interest' && bill !== null && lines !== amount)
      throw new Error('the interest lines differ from the interest');
    if (nature === 'interestCredit' && lines !== -amount) throw new Error('lines differ from the credit');
  }
}

/** Checks the account on every open day, including days before the change. */
function expectSoundOnOpenDays(account: Account, books: RandomBooks): void {
  const closed = books.closed.at(-1) ?? '';
  const days = new Set([...account.items, ...account.allocations].map(({ postingDate }) => postingDate));
  for (const day of days) {
    if (day <= closed) continue;
    const then = asOf(account, day);
    expectNothingOverdrawn(then);
    const [first, ...others] = balances(then, day);
    for (const other of others)
      if (other !== first) throw new Error(`balances differ on ${day}: ${other} and ${first}`);
  }
}

function expectNoEffectsOfAnnulled({ items }: Account): void {
  const reversed = new Set(items.map(({ reverses }) => reverses));
  for (const { item, nature, causedBy, reverses } of items) {
    const stands = reverses === null && !reversed.has(item);
    if (stands && reversed.has(causedBy ?? 0)) throw new Error(`${nature} of an annulled receipt stands`);
  }
}

/** Remembers the reports of each closed day, as first read. */
class Past {
  readonly #said = new Map<string, { movements: number; reports: string }>();

  /** Checks after every change that closed days got no movements, and reads the reports of newly closed days. */
  expectNothingAdded(account: Account, books: RandomBooks): void {
    for (const day of books.closed) {
      const key = `${account.apartmentId} ${day}`;
      const then = asOf(account, day);
      const movements = then.items.length + then.allocations.length + then.interest.length;
      const before = this.#said.get(key);
      if (before === undefined) this.#said.set(key, { movements, reports: this.#read(then, day) });
      else if (before.movements !== movements) throw new Error(`a movement was added to ${key}`);
    }
  }

  /** Reads the reports of every closed day again and compares with the first reading. */
  expectUnchanged(account: Account, books: RandomBooks): void {
    for (const day of books.closed) {
      const before = this.#said.get(`${account.apartmentId} ${day}`);
      if (before !== undefined) expect(this.#read(asOf(account, day), day)).toBe(before.reports);
    }
  }

  #read(then: Account, day: Day): string {
    expectNothingOverdrawn(then);
    const [first, ...others] = balances(then, day);
    for (const other of others) expect(other).toBe(first);
    return JSON.stringify([
      agingOf(then, day),
      statementOf(then).map(({ item, balance }) => [item.item, balance]),
    ]);
  }
}

function expectBillsAreWhatTheyWere(books: RandomBooks): void {
  for (const { account: id, issueDate, newBill, result, before, numbers } of books.issued) {
    const account = books.of(id);
    const { lines, items, total, relation } = result;
    expect(balanceOf(asOf(account, issueDate))).toBe(total);
    expect(sum(lines.flatMap((line) => [line.periodFee, line.overdueFee]))).toBe(total);
    expect(sum(items.map(({ amount }) => amount))).toBe(total);
    const { additional, total: related, credit, ...parts } = relation;
    expect(related).toBe(total);
    expect(sum(Object.values(parts)) - credit).toBe(total);
    expect(sum(additional.map(({ amount }) => amount))).toBe(parts.extra + parts.fines + parts.other);
    if (newBill.roundToPeso) expect(Math.abs(total % 100)).toBe(0);
    // The same bill, issued again on the current ledger up to the same item, is equal.
    const again: Account = {
      apartmentId: id,
      items: account.items.slice(0, before.items.length),
      allocations: account.allocations.slice(0, before.allocations.length),
      interest: account.interest.slice(0, before.interest.length),
    };
    expect(again).toEqual(before);
    const next = { ...numbers };
    const stamp = {
      postingDate: issueDate,
      numbers: { item: () => next.item++, allocation: () => next.allocation++ },
    };
    expect(issueAccount(again, newBill, stamp)?.bill).toEqual(result);
  }
}

const frozen = (posting: Posting): void => {
  for (const rows of [posting.items, posting.allocations, posting.interest]) rows.forEach(Object.freeze);
};

/** Natures of items, and of reversed items, required in the random years for a meaningful test. */
const EVERYTHING = itemNatures.flatMap((nature) =>
  nature === 'openingCredit' ? [nature] : [nature, `${nature} reversed`],
);

const waysOfYears: [string, readonly InterestWay[]][] = [
  ...interestWays.map((way): [string, InterestWay[]] => [`interest ${interestWayWords[way]}`, [way]]),
  ['a way of interest that changes', interestWays],
];
it.each(isQuick ? waysOfYears.slice(-1) : waysOfYears)(
  'random years with %s add up after every change, and the past never changes',
  (_, ways) => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(years(24, ways), ({ openings, months }) => {
        const past = new Past();
        const books = new RandomBooks((account, posting) => {
          frozen(posting);
          for (const { nature, reverses } of posting.items) {
            const kind = reverses === null ? nature : `${nature} reversed`;
            seen.set(kind, (seen.get(kind) ?? 0) + 1);
          }
          const day = posting.items.at(-1)?.postingDate ?? '2023-11-30';
          const [first, ...others] = balances(account, day);
          for (const other of others) expect(other).toBe(first);
          expectNothingOverdrawn(account);
          expectInterestOnCapitalAlone(account);
          expectSoundOnOpenDays(account, books);
          expectNoEffectsOfAnnulled(account);
          const owed = openDebits(account);
          expect(creditOf(account)).toBeGreaterThanOrEqual(0);
          if (owed.length > 0) expect(creditOf(account)).toBe(0);
          past.expectNothingAdded(account, books);
        });
        books.live(months, openings);
        expectBillsAreWhatTheyWere(books);

        books.annulAll();
        expectBillsAreWhatTheyWere(books);
        for (const account of books.accounts.values()) {
          past.expectUnchanged(account, books);
          const reversed = new Set(account.items.map(({ reverses }) => reverses));
          const standing = account.items.filter(
            ({ item, reverses }) => reverses === null && !reversed.has(item),
          );
          // Only items without a bill remain: openings and corrections.
          const left = standing.filter(
            ({ nature, bill }) =>
              bill !== null || ['receipt', 'discount', 'interestCredit', 'rounding'].includes(nature),
          );
          expect(left).toEqual([]);
          const net = new Map<string, number>();
          for (const { sourceItem, month, amount } of account.interest) {
            const key = `${sourceItem} ${month}`;
            net.set(key, (net.get(key) ?? 0) + amount);
          }
          for (const amount of net.values()) expect(amount).toBe(0);
        }
      }),
      { numRuns: rounds(4, 80) },
    );
    // Every nature occurred: the rarest about twenty times, so a missing nature is not chance.
    for (const kind of EVERYTHING) expect([kind, (seen.get(kind) ?? 0) > 0]).toEqual([kind, true]);
  },
);
