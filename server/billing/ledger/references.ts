import type { Db } from '../../platform/db/engine.ts';
import { type RowSet, rowsOf } from '../../platform/db/pack-rows.ts';
import { insertRows } from '../../platform/db/put-rows.ts';
import { readBooks } from './books.repository.ts';
import { billedLengths, lockReferences, readReferences } from './references.repository.ts';

const JOINT_DIGITS = 6;
const SERIAL_DIGITS = 5;

/** Builds a payment reference of 12 digits: joint number, account's serial number, Luhn check digit. */
function referenceOf(jointId: number, serial: number): string {
  const digits = `${String(jointId).padStart(JOINT_DIGITS, '0')}${String(serial).padStart(SERIAL_DIGITS, '0')}`;
  return `${digits}${luhnDigit(digits)}`;
}

/** Computes the Luhn check digit: detects a wrong digit or two swapped neighbours. */
function luhnDigit(digits: string): number {
  let sum = 0;
  [...digits].reverse().forEach((digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return (10 - (sum % 10)) % 10;
}

/**
 * Formats a payment reference (number printed on bills for the bank) to the length agreed with the bank:
 * padded with zeros on the left, or cut to the last digits.
 * @param digits 6 to 24; null: the whole reference
 */
export const agreedReference = (reference: string, digits: number | null): string =>
  digits === null ? reference : reference.padStart(digits, '0').slice(-digits);

/** Number of digits of a whole payment reference. */
const WHOLE_DIGITS = JOINT_DIGITS + SERIAL_DIGITS + 1;

/**
 * Returns the payment references of accounts (numbers printed on bills for the bank); creates and stores
 * missing references. Call in a transaction. Key: id of the billed unit ('101'). Value: reference in digits.
 */
export async function referencesOf(
  trx: Db,
  jointId: number,
  apartmentIds: readonly string[],
): Promise<Map<string, string>> {
  const stored = await readReferences(trx, jointId);
  if (apartmentIds.every((id) => stored.has(id))) return stored;
  await lockReferences(trx, jointId);
  const now = await readReferences(trx, jointId);
  const added = newReferences(jointId, now, apartmentIds);
  await insertRows(trx, [referenceRows(added)], { joint_id: jointId });
  return new Map([...now, ...added]);
}

/**
 * Creates payment references (numbers printed on bills for the bank) for accounts without a reference, and
 * returns only the new references. Key: id of the billed unit. Value: reference in digits. Serial numbers
 * continue after the stored references.
 * @param stored references already stored, with the same keys and values
 */
export function newReferences(
  jointId: number,
  stored: ReadonlyMap<string, string>,
  apartmentIds: readonly string[],
): Map<string, string> {
  const missing = [...new Set(apartmentIds)].filter((id) => !stored.has(id));
  return new Map(missing.map((id, index) => [id, referenceOf(jointId, stored.size + index + 1)]));
}

/**
 * Converts new payment references (numbers printed on bills for the bank) to rows of the database.
 * @param references key: id of the billed unit ('101'). Value: reference in digits
 */
export const referenceRows = (references: ReadonlyMap<string, string>): RowSet =>
  rowsOf(
    'unit_reference',
    [...references].map(([apartment_id, reference]) => ({ apartment_id, reference })),
    ['joint_id'],
  );

/**
 * Returns the accounts by shortened payment reference. Key: last digits of a reference. Value: id of the
 * billed unit ('101'). Covers the length agreed with the bank now and the lengths printed on earlier bills,
 * because owners keep paying with old references.
 */
export async function shortReferences(
  db: Db,
  jointId: number,
  of: { references: ReadonlyMap<string, string>; accountOf: ReadonlyMap<string, string> },
): Promise<Map<string, string>> {
  const { referenceDigits } = (await readBooks(db, jointId)).settings;
  const lengths = new Set([referenceDigits ?? WHOLE_DIGITS, ...(await billedLengths(db, jointId))]);
  const short = [...lengths].filter((digits) => digits > SERIAL_DIGITS && digits < WHOLE_DIGITS);
  return new Map(
    short.flatMap((digits) =>
      [...of.references].map(([unit, reference]): [string, string] => [
        agreedReference(reference, digits),
        of.accountOf.get(unit) ?? unit,
      ]),
    ),
  );
}
