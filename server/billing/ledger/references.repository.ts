import { sql } from 'kysely';
import { type Db, lockName } from '../../platform/db/engine.ts';

/**
 * Locks the creation of payment references (numbers printed on bills for the bank) until the transaction
 * ends, so that two issues never use equal serial numbers. Returns the number of existing references.
 */
export async function lockReferences(trx: Db, jointId: number): Promise<number> {
  // Another transaction may create references at the same time.
  await lockName(trx, `references:${jointId}`);
  const { given } = await trx
    .selectFrom('unit_reference')
    .select((eb) => eb.fn.countAll<number>().as('given'))
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return Number(given);
}

/**
 * Returns the payment references of a joint (co-owned property), the numbers printed on bills for the bank.
 * Key: id of the billed unit ('101'). Value: reference in digits.
 */
export async function readReferences(db: Db, jointId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('unit_reference')
    .select(['apartment_id', 'reference'])
    .where('joint_id', '=', jointId)
    .execute();
  return new Map(rows.map((row) => [row.apartment_id, row.reference]));
}

/**
 * Returns the different lengths (number of digits) of the payment references printed on a joint's bills so
 * far. The length changes with the agreement with the bank, and owners keep paying with old references.
 */
export async function billedLengths(db: Db, jointId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bill')
    .select(sql<number>`length(reference)`.as('digits'))
    .distinct()
    .where('joint_id', '=', jointId)
    .execute();
  return rows.map(({ digits }) => Number(digits));
}
