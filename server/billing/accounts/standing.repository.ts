import type { BillStanding } from '../../../shared/billing/bills.api.ts';
import { type Centavos, centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import { netAllocations, openDebits, reversedItems } from '../ledger/account.ts';
import { billsWithAnnulments } from '../ledger/annulled.repository.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import type { Account } from '../ledger/ledger.types.ts';

/**
 * Returns the payment state of each bill of an account: pending, partly paid, paid, annulled …. Shown in the
 * owner's list of bills. Key: number of the bill.
 * @param account id of the account's main unit: '101'
 */
export async function readStandings(
  db: Db,
  jointId: number,
  account: string,
): Promise<Map<number, BillStanding>> {
  const bills = await billsWithAnnulments(db)
    .select(['b.bill', 'b.total', 'a.number as annulled'])
    .where('b.joint_id', '=', jointId)
    .where('b.apartment_id', '=', account)
    .execute();
  const items = await db
    .selectFrom('bill_item as i')
    .innerJoin('bill as b', (join) => join.on(sameIn('b', 'i', ['joint_id', 'bill'])))
    .select(['i.bill', 'i.item', 'i.amount'])
    .where('b.joint_id', '=', jointId)
    .where('b.apartment_id', '=', account)
    .execute();
  const itemsOf = new Map<number, AskedBill['items'][number][]>(bills.map(({ bill }) => [bill, []]));
  for (const { bill, item, amount } of items) itemsOf.get(bill)?.push({ item, amount });
  const billRows = bills.map(
    ({ bill, total, annulled }): AskedBill => ({
      bill,
      total,
      annulled: annulled !== null,
      items: itemsOf.get(bill) ?? [],
    }),
  );
  return standingsOf(await readAccount(db, jointId, account), billRows);
}

/** Bill with all items to pay: new charges and debts carried over. */
interface AskedBill {
  bill: number;
  total: Centavos;
  annulled: boolean;
  items: readonly { item: number; amount: Centavos }[];
}

/**
 * Computes the payment state of each bill: the amount still open, and the latest bill that includes the open debt, so
 * that owners do not pay twice.
 */
function standingsOf(account: Account, bills: readonly AskedBill[]): Map<number, BillStanding> {
  const open = new Map(openDebits(account).map((item) => [item.item, item.open]));
  const reversed = reversedItems(account);
  // A rounding credit of a later bill reduces debts but is no payment.
  const roundedBy = new Map(
    account.items.flatMap(({ item, side, nature, bill }) =>
      side === 'credit' && nature === 'rounding' && bill !== null ? [[item, bill]] : [],
    ),
  );
  const roundings = netAllocations(account).flatMap(({ creditItem, debitItem, amount }) => {
    const bill = roundedBy.get(creditItem);
    return bill === undefined ? [] : [{ bill, debitItem, amount }];
  });
  const newestFirst = [...bills].sort((a, b) => b.bill - a.bill);
  return new Map(
    bills.map((askedBill) => {
      const left = new Map(
        askedBill.items.flatMap(({ item }) => {
          const of = open.get(item);
          return of === undefined ? [] : [[item, of]];
        }),
      );
      const again = newestFirst.find(
        ({ bill, annulled, items }) =>
          bill > askedBill.bill && !annulled && items.some(({ item }) => left.has(item)),
      );
      // Reversed items are neither demanded nor paid.
      const wanted = sumMoney(
        askedBill.items.flatMap(({ item, amount }) => (reversed.has(item) ? [] : [amount])),
      );
      const rounded = roundings.flatMap(({ bill, debitItem, amount }) =>
        bill > askedBill.bill && left.has(debitItem) ? [amount] : [],
      );
      const unpaid = centavos(wanted - sumMoney(rounded));
      return [
        askedBill.bill,
        standingOf(askedBill, { unpaid, left: sumMoney([...left.values()]) }, again?.bill ?? null),
      ];
    }),
  );
}

function standingOf(
  { total, annulled }: AskedBill,
  { unpaid, left }: { unpaid: Centavos; left: Centavos },
  carriedBy: number | null,
): BillStanding {
  if (annulled) return { state: 'annulled', left: 0, carriedBy: null };
  if (left <= 0) return { state: total > 0 ? 'paid' : 'nothing', left: 0, carriedBy: null };
  return { state: left < unpaid ? 'partly' : 'pending', left: toPesos(left), carriedBy };
}
