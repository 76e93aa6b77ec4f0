import type { Day } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { StoredAgreement } from '../interest/agreement-days.ts';

/** Reads the accounts of a joint with an agreement. */
export async function accountsWithAgreement(db: Db, jointId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('agreement')
    .select('apartment_id')
    .distinct()
    .where('joint_id', '=', jointId)
    .execute();
  return new Set(rows.map((row) => row.apartment_id));
}

/** Stores an agreement with the next number of the joint. The caller holds the joint's billing lock. @returns the number */
export async function insertAgreement(
  trx: Db,
  jointId: number,
  agreement: Omit<StoredAgreement, 'agreementId' | 'forgivenOn'>,
): Promise<number> {
  const { last } = await trx
    .selectFrom('agreement')
    .select((eb) => eb.fn.max<number | null>('agreement_id').as('last'))
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  const agreementId = (last ?? 0) + 1;
  await trx
    .insertInto('agreement')
    .values({
      joint_id: jointId,
      agreement_id: agreementId,
      apartment_id: agreement.apartmentId,
      made_on: agreement.madeOn,
      document: agreement.document,
      items: JSON.stringify(agreement.items),
      instalments: JSON.stringify(agreement.instalments),
      suspends: agreement.suspends ? 1 : 0,
      missed_limit: agreement.missedLimit,
      grace_days: agreement.graceDays,
      forgiven_on: '[]',
    })
    .execute();
  return agreementId;
}

/** Stores the days of the forgiven breaches of an agreement. */
export async function setForgivenOn(
  trx: Db,
  { jointId, agreementId, days }: { jointId: number; agreementId: number; days: readonly Day[] },
): Promise<void> {
  await trx
    .updateTable('agreement')
    .set({ forgiven_on: JSON.stringify(days) })
    .where('joint_id', '=', jointId)
    .where('agreement_id', '=', agreementId)
    .execute();
}
