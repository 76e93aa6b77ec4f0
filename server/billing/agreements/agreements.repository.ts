import type { Day } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { StoredAgreement } from './standing.ts';

/** Lists the payment agreements of a joint, newest first; with `apartmentId` of a single account. */
export async function listStoredAgreements(
  db: Db,
  jointId: number,
  apartmentId?: string,
): Promise<StoredAgreement[]> {
  const rows = await db
    .selectFrom('agreement')
    .select(['agreement_id as agreementId', 'apartment_id as apartmentId', 'made_on as madeOn', 'document'])
    .select(['items', 'instalments', 'suspends', 'missed_limit as missedLimit', 'grace_days as graceDays'])
    .select('broken_on as brokenOn')
    .where('joint_id', '=', jointId)
    .$if(apartmentId !== undefined, (query) => query.where('apartment_id', '=', apartmentId ?? ''))
    .orderBy('agreement_id', 'desc')
    .execute();
  return rows.map(({ items, instalments, suspends, ...row }) => ({
    ...row,
    items: JSON.parse(items),
    instalments: JSON.parse(instalments),
    suspends: suspends === 1,
  }));
}

/** Stores an agreement with the next number of the joint. The caller holds the joint's billing lock. @returns the number */
export async function insertAgreement(
  trx: Db,
  jointId: number,
  agreement: Omit<StoredAgreement, 'agreementId' | 'brokenOn'>,
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
      broken_on: null,
    })
    .execute();
  return agreementId;
}

/** Stores the day of the breach of an agreement. */
export async function setBrokenOn(trx: Db, jointId: number, agreementId: number, day: Day): Promise<void> {
  await trx
    .updateTable('agreement')
    .set({ broken_on: day })
    .where('joint_id', '=', jointId)
    .where('agreement_id', '=', agreementId)
    .execute();
}
