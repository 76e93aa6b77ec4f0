import { createHash } from 'node:crypto';
import type { DifferenceReason } from '../../../shared/billing/months.api.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { Problem } from '../../platform/http/problem.ts';
import { balanceOf } from '../ledger/account.ts';
import type { Account, LedgerItem } from '../ledger/ledger.types.ts';
import type { SheetCheck } from '../store/months.repository.ts';
import type { MadeBill, MadeMonth, MonthToIssue } from './compute-month.ts';

/** Part of a difference with its reason, in centavos. Positive: the bill is higher than the sheet. */
export interface ReasonPart {
  reason: DifferenceReason;
  amount: Centavos;
}

/** Unit billed with another total than the total in the sheet, in centavos. */
export interface UnitDifference {
  apartmentId: string;
  /** Total of the unit in the sheet. */
  sheet: Centavos;
  /** Total of the unit's bill. */
  bill: Centavos;
  /** Parts that add up to the difference; null if no combination of known reasons gives the difference. */
  parts: ReasonPart[] | null;
}

/** Comparison of a prepared month's bills with the totals of the sheet, in centavos. */
export interface MonthDifferences {
  hasTotals: boolean;
  sheet: Centavos;
  bills: Centavos;
  /** Units with a difference: units without a known reason first, then in bill order. */
  units: UnitDifference[];
}

/** Amounts that the issue adds to an account, or that the books held before, by unit billed. In centavos. */
interface Parts {
  total: Centavos;
  leftOut: Centavos;
  bill: Centavos;
  /** Balance in the books before the month; `former` is the part on former accounts of grouped units. */
  before: number;
  former: number;
  /** Openings less payments in the sheet. */
  moved: number;
  /** Receipts, discounts and other movements since the last bill, before and after the month was prepared. */
  received: [number, number];
  granted: [number, number];
  adjusted: [number, number];
  interest: number;
  discount: number;
  rounding: number;
}

/** Differences below a peso come from sheets with rounded amounts. */
const A_PESO = 100;

/**
 * Compares the bills of a computed month with the totals in the sheet, by billed unit, and finds the reasons of each
 * difference. The parts come from the postings of the computation. Null for a month without stored totals. Pure.
 */
export function differencesOf(
  input: MonthToIssue,
  made: MadeMonth,
  check: SheetCheck | null,
): MonthDifferences | null {
  if (check === null) return null;
  const parts = partsByUnit(input, made, check);
  const units = [...parts].flatMap(([apartmentId, of]): UnitDifference[] => {
    const { total: sheet, bill } = of;
    return sheet === bill ? [] : [{ apartmentId, sheet, bill, parts: explain(of) }];
  });
  return {
    hasTotals: check.hasTotals,
    sheet: sumMoney([...parts.values()].map(({ total }) => total)),
    bills: sumMoney([...parts.values()].map(({ bill }) => bill)),
    units: [...units.filter((unit) => unit.parts === null), ...units.filter((unit) => unit.parts !== null)],
  };
}

const signed = ({ side, amount }: LedgerItem): number => (side === 'debit' ? amount : -amount);

function partsByUnit(input: MonthToIssue, made: MadeMonth, check: SheetCheck): Map<string, Parts> {
  const parts = new Map<string, Parts>();
  const of = (apartmentId: string): Parts => {
    const main = input.accountOf.get(apartmentId) ?? apartmentId;
    const found = parts.get(main) ?? noParts();
    parts.set(main, found);
    return found;
  };
  for (const { unit, issued } of made.bills) {
    const at = of(unit.apartmentId);
    at.bill = centavos(at.bill + issued.total);
  }
  for (const [apartmentId, total, leftOut] of check.units) {
    const at = of(apartmentId);
    at.total = centavos(at.total + total);
    at.leftOut = centavos(at.leftOut + leftOut);
  }
  for (const [apartmentId, account] of input.accounts) {
    const isFormer = (input.accountOf.get(apartmentId) ?? apartmentId) !== apartmentId;
    addBooks(of(apartmentId), account, {
      isFormer,
      since: input.lastBills.get(apartmentId) ?? 0,
      prepared: check.lastItem,
    });
  }
  for (const { apartmentId, role, amount } of input.rows) {
    const at = of(apartmentId);
    if (role === 'payment') at.moved -= amount;
    if (role === 'opening' || role === 'openingInterest') at.moved += amount;
    // Interest from the sheet is posted as interest too.
    if (role === 'interest' || (role === 'openingInterest' && amount > 0)) at.interest -= amount;
  }
  for (const item of made.postings.flatMap(({ items }) => items)) {
    const at = of(item.apartmentId);
    if (item.nature === 'interest' || item.nature === 'interestCredit') at.interest += signed(item);
    if (item.nature === 'discount') at.discount += signed(item);
    if (item.nature === 'rounding') at.rounding += signed(item);
  }
  return parts;
}

const noParts = (): Parts => ({
  total: NO_MONEY,
  leftOut: NO_MONEY,
  bill: NO_MONEY,
  before: 0,
  former: 0,
  moved: 0,
  received: [0, 0],
  granted: [0, 0],
  adjusted: [0, 0],
  interest: 0,
  discount: 0,
  rounding: 0,
});

/** Adds the balance of an account and its movements since the last bill. */
function addBooks(
  at: Parts,
  account: Account,
  { isFormer, since, prepared }: { isFormer: boolean; since: number; prepared: number },
): void {
  const balance = balanceOf(account);
  at.before += balance;
  if (isFormer) at.former += balance;
  for (const item of account.items) {
    if (item.item <= since) continue;
    const { nature } = item;
    const of = nature === 'receipt' ? at.received : nature === 'discount' ? at.granted : at.adjusted;
    of[item.item > prepared ? 1 : 0] += signed(item);
  }
}

/**
 * Finds the reasons of a unit's difference: the smallest combination of known parts that adds up to the difference.
 * Parts are (1) the balance missing in the sheet's total, whole or of former accounts, or the movements since the
 * last bill, and (2) interest, discount, rounding, and late interest of the sheet left unread.
 */
function explain(at: Parts): ReasonPart[] | null {
  const difference = at.bill - at.total;
  const part = (reason: DifferenceReason, amount: number): ReasonPart[] =>
    amount === 0 ? [] : [{ reason, amount: centavos(amount) }];
  const carried = (amount: number) => part(amount > 0 ? 'balance' : 'credit', amount);
  const computed = [
    ...part('interest', at.interest),
    ...part('discount', at.discount),
    ...part('rounding', at.rounding),
    ...part('sheetInterest', -at.leftOut),
  ];
  const since = [
    ...at.received.flatMap((amount) => part('received', amount)),
    ...at.granted.flatMap((amount) => part('discount', amount)),
    ...at.adjusted.flatMap((amount) => part('adjusted', amount)),
  ];
  const left = [
    ...combinations([...computed, ...since]),
    ...[at.before, at.before + at.moved, at.former, at.before - at.former].flatMap((balance) =>
      combinations(computed).map((rest) => [...carried(balance), ...rest]),
    ),
  ].sort((a, b) => a.length - b.length);
  const restOf = (parts: readonly ReasonPart[]): number =>
    difference - parts.reduce((sum, { amount }) => sum + amount, 0);
  const exact = left.find((parts) => restOf(parts) === 0);
  if (exact !== undefined) return grouped(exact);
  const near = left.find((parts) => Math.abs(restOf(parts)) < A_PESO);
  return near === undefined ? null : grouped([...near, ...part('rounding', restOf(near))]);
}

/** Returns all subsets of a short list. */
function combinations(parts: readonly ReasonPart[]): ReasonPart[][] {
  const sets: ReasonPart[][] = [[]];
  for (const part of parts) sets.push(...sets.map((set) => [...set, part]));
  return sets;
}

/** Adds the parts with the same reason. */
function grouped(parts: readonly ReasonPart[]): ReasonPart[] {
  const sums = new Map<DifferenceReason, Centavos>();
  for (const { reason, amount } of parts) sums.set(reason, centavos((sums.get(reason) ?? 0) + amount));
  return [...sums].map(([reason, amount]) => ({ reason, amount }));
}

/** Most units named in the details of a refusal. */
const MOST_REFUSED = 20;

/**
 * Checks that a known reason explains each difference from the sheet (PRODUCT §19 rule 1).
 * @throws Problem differenceUnexplained with the number of units and the first units
 */
export function refuseUnexplained(differences: MonthDifferences | null): void {
  const units = (differences?.units ?? []).flatMap(({ apartmentId, parts }) =>
    parts === null ? [apartmentId] : [],
  );
  if (units.length === 0) return;
  throw new Problem('differenceUnexplained', { units: units.slice(0, MOST_REFUSED), quantity: units.length });
}

/**
 * Fingerprint of the figures on the bills (total, lines, discount), without numbers and dates of the issue. Equal for a
 * preview and an issue with the same bills to the centavo.
 */
export function billFigures(bills: readonly MadeBill[]): string {
  const figures = bills.map(({ unit, issued: { total, discount, discountUntil, lines } }) => [
    unit.apartmentId,
    total,
    discount,
    discountUntil,
    lines.map(({ concept, periodFee, overdueFee }) => [concept, periodFee, overdueFee]),
  ]);
  return createHash('sha256').update(JSON.stringify(figures)).digest('hex').slice(0, FIGURES_LENGTH);
}

/** Length of the fingerprint, in hex digits. */
const FIGURES_LENGTH = 32;
