import { payingOrder } from '../../../shared/billing/allocation.ts';
import type { Day } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { Account, LedgerItem, Posting } from './ledger.types.ts';

/**
 * Ledger item with the part still open, in centavos: the unpaid part of a charge, or the part of a payment
 * not used for any charge yet.
 */
export type OpenItem = LedgerItem & { open: Centavos };

/**
 * Returns an account without movements, as the start for the first posting of a unit.
 * @param apartmentId id of the billed unit
 */
export const emptyAccount = (apartmentId: string): Account => ({
  apartmentId,
  items: [],
  allocations: [],
  interest: [],
});

/**
 * Returns a copy of the account with new movements added at the end, as if already stored. Used to continue a
 * calculation before anything is stored; the first account stays unchanged.
 */
export const withPosting = (account: Account, posting: Posting): Account => ({
  ...account,
  items: [...account.items, ...posting.items],
  allocations: [...account.allocations, ...posting.allocations],
  interest: [...account.interest, ...posting.interest],
});

/**
 * Returns the account as of the end of a day, for reports about the past: only movements with a posting date
 * up to the day. With null as day: all movements.
 */
export function asOf(account: Account, day: Day | null): Account {
  if (day === null) return account;
  const items = account.items.filter((item) => item.postingDate <= day);
  const posted = new Set(items.map((item) => item.item));
  return {
    ...account,
    items,
    allocations: account.allocations.filter((allocation) => allocation.postingDate <= day),
    interest: account.interest.filter((line) => posted.has(line.item)),
    ...defined({ agreements: agreementsAsOf(account.agreements, day) }),
  };
}

/** Returns the agreements made until a day, with the breaches forgiven until the day. */
const agreementsAsOf = (agreements: Account['agreements'], day: Day): Account['agreements'] =>
  agreements
    ?.filter(({ madeOn }) => madeOn <= day)
    .map((one) => ({ ...one, forgivenOn: one.forgivenOn.filter((forgiven) => forgiven <= day) }));

/**
 * Returns the last posting day to include in a report of today: `seen`, or the latest posting date of the
 * movements if later. (Issuing a month closes the issue day: further entries of the day are posted on the
 * next day and must still appear.)
 */
export const heldUntil = (items: readonly Pick<LedgerItem, 'postingDate'>[], seen: Day): Day =>
  items.reduce((last, { postingDate }) => (postingDate > last ? postingDate : last), seen);

/**
 * Computes the balance of an account in centavos: debits minus credits. Positive is a debt; negative is in
 * favour of the unit.
 */
export const balanceOf = (account: Pick<Account, 'items'>): Centavos =>
  sumMoney(account.items.map(({ side, amount }) => (side === 'debit' ? amount : centavos(-amount))));

/**
 * Returns the charges and interest of an account not fully paid, in the order of payment by law: the next
 * payment pays the first entry first.
 */
export const openDebits = (account: Account): OpenItem[] =>
  openOf(account, 'debit', 'debitItem').sort(payingOrder);

/**
 * Returns the payments and other credits of an account with money not used for any debt yet, oldest first.
 */
export const openCredits = (account: Account): OpenItem[] => openOf(account, 'credit', 'creditItem');

/** Sums the money in favour of a unit not used for any debt yet ('saldo a favor'), in centavos. */
export const creditOf = (account: Account): Centavos =>
  sumMoney(openCredits(account).map(({ open }) => open));

function openOf(
  account: Account,
  side: LedgerItem['side'],
  allocated: 'debitItem' | 'creditItem',
): OpenItem[] {
  const left = new Map<number, number>();
  for (const { item, side: of, amount, reverses } of account.items) {
    if (of === side) left.set(reverses ?? item, (left.get(reverses ?? item) ?? 0) + amount);
  }
  for (const allocation of account.allocations) {
    const item = allocation[allocated];
    left.set(item, (left.get(item) ?? 0) - allocation.amount);
  }
  return account.items.flatMap((item) => {
    const open = item.side === side && item.reverses === null ? (left.get(item.item) ?? 0) : 0;
    return open === 0 ? [] : [{ ...item, open: centavos(open) }];
  });
}

/**
 * True if a ledger item is a debt from before the joint used billing, taken over as opening balance: posted
 * by no bill, no correction and no receipt.
 */
export const isOpening = ({
  side,
  bill,
  reason,
  causedBy,
  reverses,
}: Pick<LedgerItem, 'side' | 'bill' | 'reason' | 'causedBy' | 'reverses'>): boolean =>
  side === 'debit' && bill === null && reason === null && causedBy === null && reverses === null;

/**
 * Returns the numbers of the ledger items undone by a reversal (a later item with the opposite amount).
 * Undone items do not count for interest and discounts.
 */
export const reversedItems = (account: Account): ReadonlySet<number> =>
  new Set(account.items.flatMap(({ reverses }) => (reverses === null ? [] : [reverses])));

/**
 * Returns the money of each credit used to pay each debit, in centavos, after reversals. Both numbers are
 * numbers of ledger items. Shows the payments of a charge; omits pairs with a sum of 0.
 */
export function netAllocations(
  account: Account,
): { creditItem: number; debitItem: number; amount: Centavos }[] {
  const pairs = new Map<string, { creditItem: number; debitItem: number; amount: Centavos }>();
  for (const { creditItem, debitItem, amount } of account.allocations) {
    const key = `${creditItem}-${debitItem}`;
    const sum = centavos((pairs.get(key)?.amount ?? NO_MONEY) + amount);
    pairs.set(key, { creditItem, debitItem, amount: sum });
  }
  return [...pairs.values()].filter(({ amount }) => amount !== 0);
}

/**
 * Row of the database with a unit, and the main unit if the unit is a parking space or store room. Decides
 * the account of each unit (`accountsIn`).
 */
export interface MainUnitRow {
  /** Id of the unit: 'P12'. */
  apartment_id: string;
  /** Id of the main unit of a parking space or store room: '101'; null for a main unit. */
  main_apartment_id: string | null;
}

/**
 * Returns the account of each unit, as the id of the unit with the bills. Key: id of the unit ('P12'). Value:
 * with `groupUnits` (parking spaces billed with the main unit) the main unit ('101'), else the unit itself.
 */
export function accountsIn(rows: readonly MainUnitRow[], groupUnits: boolean): Map<string, string> {
  const mains = new Map(rows.map((row) => [row.apartment_id, groupUnits ? row.main_apartment_id : null]));
  return new Map(rows.map((row) => [row.apartment_id, accountIn(mains, row.apartment_id)]));
}

/** Follows the chain of main units to the last unit. A unit in a circle of main units is billed alone. */
function accountIn(mains: ReadonlyMap<string, string | null>, apartmentId: string): string {
  const seen = new Set<string>();
  let at = apartmentId;
  while (!seen.has(at)) {
    seen.add(at);
    const main = mains.get(at);
    if (main === null || main === undefined || !mains.has(main)) return at;
    at = main;
  }
  return apartmentId;
}
