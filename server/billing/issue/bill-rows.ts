import { chequeSanction } from '../../../shared/billing/natures.ts';
import { type RowSet, rowsOf } from '../../platform/db/pack-rows.ts';
import type { Flag } from '../../platform/db/tables.ts';
import type { MadeBill } from './compute-month.ts';

/** Time to challenge a fine. Without a day: the bill does not tell when the joint communicated the fine. */
const FINE_TERM =
  'Multa o sanción: puede impugnarla dentro del mes siguiente a su comunicación (Ley 675 de 2001, art. 62).';

/** True with a fine charged for the first time, also beside a credit. The sanction for a returned cheque (art. 731 C.Co.) is no fine of art. 59. */
const hasNewFine = ({ lines, items }: MadeBill['issued']): boolean =>
  lines.some(
    ({ position, nature, concept }) =>
      nature === 'fine' &&
      concept !== chequeSanction.name &&
      items.some((item) => item.position === position && item.amount > 0 && !item.overdue),
  );

/**
 * Converts the computed bills of a month to rows of the database tables: bills, lines of bills, and ledger
 * items included in each line.
 * @param references payment references. Key: id of the account's main unit. Value: reference in digits
 */
export function billRows(bills: readonly MadeBill[], references: ReadonlyMap<string, string>): RowSet[] {
  const documents = bills.map(({ bill, unit, issued, late }) => ({
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
    late_day: late?.day ?? null,
    late_total: late?.total ?? null,
    fine_term: hasNewFine(issued) ? FINE_TERM : null,
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
