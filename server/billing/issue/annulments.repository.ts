import type { Day } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { billsWithAnnulments } from '../ledger/annulled.repository.ts';

/**
 * Returns the account of a bill, and if the bill is annulled already. Undefined for an unknown number.
 * Checked before an annulment.
 */
export async function findStandingBill(
  db: Db,
  jointId: number,
  bill: number,
): Promise<{ apartmentId: string; annulled: boolean } | undefined> {
  const row = await billsWithAnnulments(db)
    .select(['b.apartment_id', 'a.number'])
    .where('b.joint_id', '=', jointId)
    .where('b.bill', '=', bill)
    .executeTakeFirst();
  return row && { apartmentId: row.apartment_id, annulled: row.number !== null };
}

/**
 * Stores the annulment of a bill: reason, posting date, time and user. The bill itself stays unchanged.
 * @param of `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function insertBillAnnulment(
  trx: Db,
  of: { jointId: number; bill: number; reason: string; postingDate: Day; at: Millis; actor: string },
): Promise<void> {
  await trx
    .insertInto('document_annulment')
    .values({
      joint_id: of.jointId,
      kind: 'bill',
      number: of.bill,
      reason: of.reason,
      posting_date: of.postingDate,
      entered_at: of.at,
      entered_by: of.actor,
    })
    .execute();
}
