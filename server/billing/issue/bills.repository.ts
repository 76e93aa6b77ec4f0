import type { Db } from '../../platform/db/engine.ts';
import { type RowSet, rowsOf } from '../../platform/db/pack-rows.ts';
import { sameIn } from '../../platform/db/queries.ts';
import type { Flag } from '../../platform/db/tables.ts';
import type { BillLine } from '../ledger/acts.types.ts';
import { billsWithAnnulments } from '../ledger/annulled.repository.ts';
import type { MadeBill } from './compute-month.ts';

/**
 * Converts issued bills to rows, with lines and items.
 * @param references payment references by account
 */
export function billRows(bills: readonly MadeBill[], references: ReadonlyMap<string, string>): RowSet[] {
  const documents = bills.map(({ bill, unit, issued }) => ({
    bill,
    position: unit.position,
    apartment_id: unit.apartmentId,
    units: JSON.stringify(unit.units),
    owner_name: unit.owner,
    owner_document: unit.ownerDocument,
    reference: references.get(unit.apartmentId) ?? '',
    total: issued.total,
    discount: issued.discount,
    discount_until: issued.discountUntil,
    previous_payment: issued.previousPayment,
    overdue_instalments: issued.overdueInstalments,
    last_item: issued.lastItem,
  }));
  const lines = bills.flatMap(({ bill, issued }) =>
    issued.lines.map(({ position, concept, nature, periodFee, overdueFee }) => ({
      bill,
      position,
      concept,
      nature,
      period_fee: periodFee,
      overdue_fee: overdueFee,
    })),
  );
  const items = bills.flatMap(({ bill, issued }) =>
    issued.items.map(({ item, position, amount, overdue }) => ({
      bill,
      item,
      position,
      amount,
      overdue: (overdue ? 1 : 0) as Flag,
    })),
  );
  return [
    rowsOf('bill', documents, ['joint_id', 'month_id', 'month', 'issue_date', 'due_date']),
    rowsOf('bill_line', lines, ['joint_id']),
    rowsOf('bill_item', items, ['joint_id']),
  ];
}

/** Returns the last item of each account's latest valid bill. */
export async function lastItems(db: Db, jointId: number): Promise<Map<string, number>> {
  const rows = await standing(db, jointId)
    .select('b.apartment_id')
    .select((eb) => eb.fn.max<number>('b.last_item').as('last_item'))
    .groupBy('b.apartment_id')
    .execute();
  return new Map(rows.map((row) => [row.apartment_id, row.last_item]));
}

function standing(db: Db, jointId: number) {
  return billsWithAnnulments(db).where('b.joint_id', '=', jointId).where('a.number', 'is', null);
}

/** Bill of a month, with its lines. */
export interface StoredBill {
  bill: number;
  apartmentId: string;
  units: string[];
  owner: string;
  annulled: boolean;
  previousPayment: MadeBill['issued']['previousPayment'];
  overdueInstalments: number;
  total: MadeBill['issued']['total'];
  lines: BillLine[];
}

/** Returns a month's bills in table order, including annulled bills. */
export async function listBills(db: Db, jointId: number, monthId: number): Promise<StoredBill[]> {
  const bills = await billsWithAnnulments(db)
    .select(['b.bill', 'b.apartment_id as apartmentId', 'b.units', 'b.owner_name as owner', 'b.total'])
    .select(['b.previous_payment as previousPayment', 'b.overdue_instalments as overdueInstalments'])
    .select('a.number as annulled')
    .where('b.joint_id', '=', jointId)
    .where('b.month_id', '=', monthId)
    .orderBy('b.position')
    .orderBy('b.bill')
    .execute();
  const lines = await db
    .selectFrom('bill_line as l')
    .innerJoin('bill as b', (join) => join.on(sameIn('b', 'l', ['joint_id', 'bill'])))
    .select(['l.bill', 'l.position', 'l.concept', 'l.nature'])
    .select(['l.period_fee as periodFee', 'l.overdue_fee as overdueFee'])
    .where('b.joint_id', '=', jointId)
    .where('b.month_id', '=', monthId)
    .orderBy('l.bill')
    .orderBy('l.position')
    .execute();
  const linesOf = new Map<number, BillLine[]>(bills.map(({ bill }) => [bill, []]));
  for (const { bill, ...line } of lines) linesOf.get(bill)?.push(line);
  return bills.map((row) => ({
    ...row,
    units: JSON.parse(row.units),
    annulled: row.annulled !== null,
    lines: linesOf.get(row.bill) ?? [],
  }));
}
