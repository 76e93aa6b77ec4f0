import type { Day } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';

/** Returns the secret of the store for the codes on papers. Made once, by the migration. */
export async function readPaperKey(db: Db): Promise<string> {
  return (await db.selectFrom('paper_key').select('secret').executeTakeFirstOrThrow()).secret;
}

/**
 * Stores the day of a request of a unit's paz y salvo.
 * @returns false if the unit has a request of the day already
 */
export async function insertClearanceRequest(
  trx: Db,
  request: { jointId: number; apartmentId: string; requestedOn: Day; requestedBy: string },
): Promise<boolean> {
  const { jointId, apartmentId, requestedOn, requestedBy } = request;
  const inserted = await trx
    .insertInto('clearance_request')
    .values({
      joint_id: jointId,
      apartment_id: apartmentId,
      requested_on: requestedOn,
      requested_by: requestedBy,
    })
    .onConflict((conflict) => conflict.columns(['joint_id', 'apartment_id', 'requested_on']).doNothing())
    .returning('requested_on')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns the last day up to `day` with a request of a unit's paz y salvo; null without a request. */
export async function lastClearanceRequest(
  db: Db,
  { jointId, apartmentId, day }: { jointId: number; apartmentId: string; day: Day },
): Promise<Day | null> {
  const { last } = await db
    .selectFrom('clearance_request')
    .select((eb) => eb.fn.max<Day | null>('requested_on').as('last'))
    .where('joint_id', '=', jointId)
    .where('apartment_id', '=', apartmentId)
    .where('requested_on', '<=', day)
    .executeTakeFirstOrThrow();
  return last;
}
