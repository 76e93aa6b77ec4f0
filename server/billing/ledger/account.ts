import { payingOrder } from '../../../shared/billing/allocation.ts';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { Account, LedgerItem, Posting } from './ledger.types.ts';

/** An item with what is left of it: what is still owed of a debit, what a credit may still pay. */
export type OpenItem = LedgerItem & { open: Centavos };

export const emptyAccount = (apartmentId: string): Account => ({
  apartmentId,
  items: [],
  allocations: [],
  interest: [],
});

/** The account with what an act added to it. */
export const withPosting = (account: Account, posting: Posting): Account => ({
  apartmentId: account.apartmentId,
  items: [...account.items, ...posting.items],
  allocations: [...account.allocations, ...posting.allocations],
  interest: [...account.interest, ...posting.interest],
});

/** The account as the books had it at the end of a day, by posting date; null: with everything that was posted. */
export function asOf(account: Account, day: Day | null): Account {
  if (day === null) return account;
  const items = account.items.filter((item) => item.postingDate <= day);
  const posted = new Set(items.map((item) => item.item));
  return {
    apartmentId: account.apartmentId,
    items,
    allocations: account.allocations.filter((allocation) => allocation.postingDate <= day),
    interest: account.interest.filter((line) => posted.has(line.item)),
  };
}

/**
 * The posting day that movements are as of: the day they are seen on, or the last one that they are posted on where
 * that is later. What is entered on the day of an issue, which closed it, is posted on the next.
 */
export const heldUntil = (items: readonly Pick<LedgerItem, 'postingDate'>[], seen: Day): Day =>
  items.reduce((last, { postingDate }) => (postingDate > last ? postingDate : last), seen);

/** What the unit owes: debits less credits. Negative: in favour of the unit. */
export const balanceOf = (account: Pick<Account, 'items'>): Centavos =>
  sumMoney(account.items.map(({ side, amount }) => (side === 'debit' ? amount : centavos(-amount))));

/** What is still owed, in the order in which money goes to it. */
export const openDebits = (account: Account): OpenItem[] =>
  openOf(account, 'debit', 'debitItem').sort(payingOrder);

/** What is left of credits, oldest first. */
export const openCredits = (account: Account): OpenItem[] => openOf(account, 'credit', 'creditItem');

/** All that is left in favour of the unit; it is not subtracted from anything yet. */
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

/** A debit that the account's books were opened with: no bill charged it, and nobody corrected anything by it. */
export const isOpening = ({ side, bill, reason }: LedgerItem): boolean =>
  side === 'debit' && bill === null && reason === null;

/** The items that were reversed. */
export const reversedItems = (account: Account): ReadonlySet<number> =>
  new Set(account.items.flatMap(({ reverses }) => (reverses === null ? [] : [reverses])));

/** What credits paid of debits, pair by pair, less what was taken back; pairs of nothing are left out. */
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

/** A unit with the one that it goes with. */
export interface MainUnitRow {
  apartment_id: string;
  main_apartment_id: string | null;
}

/** The account of every unit. */
export function accountsIn(rows: readonly MainUnitRow[], groupUnits: boolean): Map<string, string> {
  const mains = new Map(rows.map((row) => [row.apartment_id, groupUnits ? row.main_apartment_id : null]));
  return new Map(rows.map((row) => [row.apartment_id, accountIn(mains, row.apartment_id)]));
}

/** Follows main units to the last one; a unit whose mains go round in a circle is billed by itself. */
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
