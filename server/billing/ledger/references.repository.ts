import { sql } from 'kysely';
import { type Db, lockName } from '../../platform/db/engine.ts';

/** Takes the turn to give references out, until the transaction ends; returns how many were given out so far. */
export async function lockReferences(trx: Db, jointId: number): Promise<number> {
  // Somebody else may be giving them out at the same time.
  await lockName(trx, `references:${jointId}`);
  const { given } = await trx
    .selectFrom('unit_reference')
    .select((eb) => eb.fn.countAll<number>().as('given'))
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return Number(given);
}

/** The references that were given out so far, by account. */
export async function readReferences(db: Db, jointId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('unit_reference')
    .select(['apartment_id', 'reference'])
    .where('joint_id', '=', jointId)
    .execute();
  return new Map(rows.map((row) => [row.apartment_id, row.reference]));
}

/** The lengths that references have on a joint's bills, whatever agreement they were issued under. */
export async function billedLengths(db: Db, jointId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bill')
    .select(sql<number>`length(reference)`.as('digits'))
    .distinct()
    .where('joint_id', '=', jointId)
    .execute();
  return rows.map(({ digits }) => Number(digits));
}
