import type { BillStanding } from '../../../shared/billing/bills.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { billsWithAnnulments } from '../ledger/annulled.repository.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { type AskedBill, standingsOf } from './standing.ts';

/** Where every bill of an account stands now, by its number. */
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
    .innerJoin('bill as b', (join) =>
      join.onRef('b.joint_id', '=', 'i.joint_id').onRef('b.bill', '=', 'i.bill'),
    )
    .select(['i.bill', 'i.item', 'i.amount'])
    .where('b.joint_id', '=', jointId)
    .where('b.apartment_id', '=', account)
    .execute();
  const itemsOf = new Map<number, AskedBill['items'][number][]>(bills.map(({ bill }) => [bill, []]));
  for (const { bill, item, amount } of items) itemsOf.get(bill)?.push({ item, amount });
  const asked = bills.map(
    ({ bill, total, annulled }): AskedBill => ({
      bill,
      total,
      annulled: annulled !== null,
      items: itemsOf.get(bill) ?? [],
    }),
  );
  return standingsOf(await readAccount(db, jointId, account), asked);
}
