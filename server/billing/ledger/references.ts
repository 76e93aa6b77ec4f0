import { type Db, lockName } from '../../db/engine.ts';
import { insertMany } from '../../db/insert-many.ts';

const JOINT_DIGITS = 6;
const SERIAL_DIGITS = 5;

/** A payment reference: the joint's number, the account's serial, and Luhn's check digit; 12 digits. */
function referenceOf(jointId: number, serial: number): string {
  const digits = `${String(jointId).padStart(JOINT_DIGITS, '0')}${String(serial).padStart(SERIAL_DIGITS, '0')}`;
  return `${digits}${luhnDigit(digits)}`;
}

/** The digit that completes a number by Luhn's rule: one wrong digit, or two swapped neighbours, show. */
function luhnDigit(digits: string): number {
  let sum = 0;
  [...digits].reverse().forEach((digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return (10 - (sum % 10)) % 10;
}

/**
 * The payment references of accounts, those that have none being given theirs, for good. In a transaction.
 * @returns by account
 */
export async function referencesOf(
  trx: Db,
  jointId: number,
  apartmentIds: readonly string[],
): Promise<Map<string, string>> {
  const known = await readReferences(trx, jointId);
  if (apartmentIds.every((id) => known.has(id))) return known;
  // Somebody else may be giving them out at the same time.
  await lockName(trx, `references:${jointId}`);
  const now = await readReferences(trx, jointId);
  const missing = [...new Set(apartmentIds)].filter((id) => !now.has(id));
  const rows = missing.map((apartment_id, index) => ({
    joint_id: jointId,
    apartment_id,
    reference: referenceOf(jointId, now.size + index + 1),
  }));
  await insertMany(trx, 'unit_reference', rows, {
    joint_id: 'integer',
    apartment_id: 'text',
    reference: 'text',
  });
  for (const row of rows) now.set(row.apartment_id, row.reference);
  return now;
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
