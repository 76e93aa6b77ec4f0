import { createHash } from 'node:crypto';
import type { DifferenceReason } from '../../../shared/billing/months.api.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { Problem } from '../../platform/http/problem.ts';
import { balanceOf } from '../ledger/account.ts';
import type { Account, LedgerItem } from '../ledger/ledger.types.ts';
import type { SheetCheck } from '../store/months.repository.ts';
import type { MadeBill, MadeMonth, MonthToIssue } from './compute-month.ts';

/**
 * Part of the difference between a unit's bill and the total in the month's spreadsheet, with the reason
 * (interest, rounding, discount …). Centavos; positive if the bill is higher.
 */
export interface ReasonPart {
  reason: DifferenceReason;
  amount: Centavos;
}

/** Unit with a bill different from the total in the month's spreadsheet, in centavos, with the reasons. */
export interface UnitDifference {
  apartmentId: string;
  /** Total of the unit in the sheet. */
  sheet: Centavos;
  /** Total of the unit's bill. */
  bill: Centavos;
  /** Parts that add up to the difference; null if no combination of known reasons gives the difference. */
  parts: ReasonPart[] | null;
}

/**
 * Comparison of the bills of a prepared month with the totals written in the spreadsheet, in centavos. Shown
 * before the issue; a difference without a known reason prevents the issue.
 */
export interface MonthDifferences {
  /** True if the spreadsheet has a column of totals. */
  hasTotals: boolean;
  /** Sum of the totals in the spreadsheet. */
  sheet: Centavos;
  /** Sum of the totals of the bills. */
  bills: Centavos;
  /** Units with a difference: units without a known reason first, then in bill order. */
  units: UnitDifference[];
}

/** Balance and movements of a unit's own account, in centavos. Grouped units keep former accounts. */
interface UnitParts {
  /** Balance in the books before the month. */
  before: number;
  /** Openings less payments in the sheet. */
  moved: number;
  /** Movements since the last bill, by the kinds of `SINCE`. */
  since: number[];
}

/** Reasons of movements since the last bill, before and after the month was prepared. */
const SINCE = ['received', 'received', 'discount', 'discount', 'adjusted', 'adjusted'] as const;

/** Amounts that the issue adds to an account, or that the books held before, by unit billed. In centavos. */
interface Parts {
  total: Centavos;
  leftOut: Centavos;
  /** Number of rows in the sheet. */
  rows: number;
  bill: Centavos;
  /** Key: id of the unit. */
  units: Map<string, UnitParts>;
  interest: number;
  /** Discounts given by the issue, one per posting. */
  discounts: number[];
  rounding: number;
}

/** Differences below a peso per row come from sheets with rounded amounts. */
const A_PESO = 100;

/**
 * Compares the computed bills of a month with the totals in the month's spreadsheet, by billed unit, and
 * finds the reasons of each difference (interest, rounding, discount …). The amounts of the reasons come from
 * the computed ledger movements. Has no side effects.
 */
export function differencesOf(input: MonthToIssue, made: MadeMonth, check: SheetCheck): MonthDifferences {
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
  for (const [apartmentId, total, leftOut, rows] of check.units) {
    const at = of(apartmentId);
    at.rows += rows;
    at.total = centavos(at.total + total);
    at.leftOut = centavos(at.leftOut + leftOut);
  }
  for (const [apartmentId, account] of input.accounts) {
    const since = input.lastBills.get(apartmentId) ?? 0;
    addBooks(unitIn(of(apartmentId), apartmentId), account, { since, prepared: check.lastItem });
  }
  for (const { apartmentId, role, amount } of input.rows) {
    const at = of(apartmentId);
    const unit = unitIn(at, apartmentId);
    if (role === 'payment') unit.moved -= amount;
    if (role === 'opening' || role === 'openingInterest') unit.moved += amount;
    // Interest from the sheet is posted as interest too.
    if (role === 'interest' || (role === 'openingInterest' && amount > 0)) at.interest -= amount;
  }
  for (const item of made.postings.flatMap(({ items }) => items)) {
    const at = of(item.apartmentId);
    if (item.nature === 'interest' || item.nature === 'interestCredit') at.interest += signed(item);
    if (item.nature === 'discount') at.discounts.push(signed(item));
    if (item.nature === 'rounding') at.rounding += signed(item);
  }
  return parts;
}

const noParts = (): Parts => ({
  total: NO_MONEY,
  leftOut: NO_MONEY,
  rows: 0,
  bill: NO_MONEY,
  units: new Map(),
  interest: 0,
  discounts: [],
  rounding: 0,
});

function unitIn({ units }: Parts, apartmentId: string): UnitParts {
  const found = units.get(apartmentId) ?? sumUnits([]);
  units.set(apartmentId, found);
  return found;
}

/** Adds the balance of an account and its movements since the last bill. */
function addBooks(
  at: UnitParts,
  account: Account,
  { since, prepared }: { since: number; prepared: number },
): void {
  at.before += balanceOf(account);
  for (const item of account.items) {
    if (item.item <= since) continue;
    const { nature } = item;
    const reason = nature === 'receipt' ? 'received' : nature === 'discount' ? 'discount' : 'adjusted';
    const kind = SINCE.indexOf(reason) + (item.item > prepared ? 1 : 0);
    at.since[kind] = (at.since[kind] ?? 0) + signed(item);
  }
}

/** Sums the parts of several units. */
const sumUnits = (units: readonly UnitParts[]): UnitParts => ({
  before: sumOf(units.map(({ before }) => before)),
  moved: sumOf(units.map(({ moved }) => moved)),
  since: SINCE.map((_, kind) => sumOf(units.map(({ since }) => since[kind] ?? 0))),
});

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

const sumOfParts = (parts: readonly ReasonPart[]): number => sumOf(parts.map(({ amount }) => amount));

const part = (reason: DifferenceReason, amount: number): ReasonPart[] =>
  amount === 0 ? [] : [{ reason, amount: centavos(amount) }];

const carried = (amount: number): ReasonPart[] => part(amount > 0 ? 'balance' : 'credit', amount);

/** Most units of an account, and most discounts, combined one by one. The others are combined as one sum. */
const MOST_APART = 4;

/**
 * Finds the reasons of a unit's difference: the smallest combination of known parts that adds up to the difference, to
 * the centavo, else within a peso for each row. Parts are, for each unit, the balance missing in the sheet's total
 * (with or without openings and payments of the sheet), for the other units the movements since the last bill, and, for
 * all, interest, discounts, rounding, and late interest of the sheet left unread. At most 3⁴ × 2⁶ combinations of
 * balances and movements, each looked up among the sums of at most 2⁷ combinations of the others.
 */
function explain(at: Parts): ReasonPart[] | null {
  const difference = at.bill - at.total;
  const computed = combinations([
    ...part('interest', at.interest),
    ...apart(at.discounts, sumOf).flatMap((amount) => part('discount', amount)),
    ...part('rounding', at.rounding),
    ...part('sheetInterest', -at.leftOut),
  ]).sort((a, b) => a.length - b.length);
  const bySum = new Map<number, ReasonPart[]>();
  for (const parts of computed) if (!bySum.has(sumOfParts(parts))) bySum.set(sumOfParts(parts), parts);
  const sums = [...bySum.keys()].sort((a, b) => a - b);
  const leeway = A_PESO * Math.max(1, at.rows);
  let best: { parts: ReasonPart[]; rest: number } | null = null;
  for (const parts of ofBooks([...at.units.values()])) {
    const open = difference - sumOfParts(parts);
    for (const sum of nearest(sums, open)) {
      const rest = open - sum;
      if (rest !== 0 && Math.abs(rest) >= leeway) continue;
      const all = [...parts, ...(bySum.get(sum) ?? [])];
      const isExact = rest === 0;
      const better =
        best === null || (isExact === (best.rest === 0) ? all.length < best.parts.length : isExact);
      if (better) best = { parts: all, rest };
    }
  }
  return best && grouped([...best.parts, ...part('rounding', best.rest)]);
}

/** Returns the sums next to an amount, from below and from above. `sums` are in ascending order. */
function nearest(sums: readonly number[], amount: number): number[] {
  const after = sums.findIndex((sum) => sum >= amount);
  return after === -1 ? sums.slice(-1) : sums.slice(Math.max(0, after - 1), after + 1);
}

/** Returns the combinations of balances and movements of an account's units, without parts first. */
function ofBooks(units: readonly UnitParts[]): ReasonPart[][] {
  let choices: { left: ReasonPart[]; others: UnitParts[] }[] = [{ left: [], others: [] }];
  for (const unit of apart(units.filter(hasParts), sumUnits)) {
    const balances = [...new Set([unit.before, unit.before + unit.moved])].filter((sum) => sum !== 0);
    choices = [
      ...choices.map(({ left, others }) => ({ left, others: [...others, unit] })),
      ...balances.flatMap((sum) =>
        choices.map(({ left, others }) => ({ left: [...left, ...carried(sum)], others })),
      ),
    ];
  }
  return choices.flatMap(({ left, others }) => {
    const { since } = sumUnits(others);
    const parts = SINCE.flatMap((reason, kind) => part(reason, since[kind] ?? 0));
    return combinations(parts).map((moved) => [...left, ...moved]);
  });
}

const hasParts = ({ before, moved, since }: UnitParts): boolean =>
  [before, moved, ...since].some((amount) => amount !== 0);

/** Shortens a list to `MOST_APART` entries: the last entry stands for the rest of the list. */
function apart<T>(list: readonly T[], merge: (rest: readonly T[]) => T): readonly T[] {
  if (list.length <= MOST_APART) return list;
  return [...list.slice(0, MOST_APART - 1), merge(list.slice(MOST_APART - 1))];
}

/** Returns all subsets of a short list. */
function combinations(parts: readonly ReasonPart[]): ReasonPart[][] {
  const sets: ReasonPart[][] = [[]];
  for (const one of parts) sets.push(...sets.map((set) => [...set, one]));
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
 * Stops the issue of a month if a bill differs from the total in the spreadsheet without a known reason
 * (PRODUCT §19 rule 1). Null (no totals to compare) passes.
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
 * Returns a hash of all amounts on the bills of a month (totals, lines, discounts), without bill numbers and
 * dates. The preview sends the hash to the browser, and the issue compares: the user issues exactly the
 * amounts seen.
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
