import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { inSlices } from '../../platform/db/queries.ts';
import { listStoredUnits } from '../../properties/index.ts';
import { type ChargedUnit, type MeterReading, unitsOfFee } from './charges.ts';
import type { FeeOnUnits, StoredFee } from './fee.types.ts';

/** Lists the fees of a joint in the order of entry, also ended fees; with `feeId` a single fee. */
export async function listStoredFees(db: Db, jointId: number, feeId?: number): Promise<StoredFee[]> {
  const rows = await db
    .selectFrom('fee as f')
    .innerJoin('charge_concept as c', (join) =>
      join.onRef('c.joint_id', '=', 'f.joint_id').onRef('c.charge_concept_id', '=', 'f.charge_concept_id'),
    )
    .select(['f.fee_id', 'f.way', 'f.charge_concept_id', 'c.name', 'c.nature', 'f.amount'])
    .select(['f.first_month', 'f.last_month', 'f.terms'])
    .where('f.joint_id', '=', jointId)
    .$if(feeId !== undefined, (query) => query.where('f.fee_id', '=', feeId ?? 0))
    .orderBy('f.fee_id')
    .execute();
  return rows.map((row) => ({
    feeId: row.fee_id,
    way: row.way,
    chargeConceptId: row.charge_concept_id,
    name: row.name,
    nature: row.nature,
    amount: row.amount,
    firstMonth: row.first_month,
    lastMonth: row.last_month,
    terms: JSON.parse(row.terms),
  }));
}

/** Lists the units that may be charged: the units of a joint without the retired units. */
export const chargedUnits = async (db: Db, jointId: number): Promise<ChargedUnit[]> =>
  (await listStoredUnits(db, jointId)).filter(({ retired }) => !retired);

/** Lists the fees of a joint, also ended fees, with the ids of the charged units. */
export async function listFeesOnUnits(db: Db, jointId: number): Promise<FeeOnUnits[]> {
  const units = await chargedUnits(db, jointId);
  return (await listStoredFees(db, jointId)).map((fee) => ({
    ...fee,
    units: unitsOfFee(fee.terms, units).map(({ apartmentId }) => apartmentId),
  }));
}

/** Stores a fee with the next number of the joint. The caller holds the joint's billing lock. @returns the number */
export async function insertFee(
  trx: Db,
  jointId: number,
  fee: Omit<StoredFee, 'feeId' | 'name' | 'nature'>,
): Promise<number> {
  const { last } = await trx
    .selectFrom('fee')
    .select((eb) => eb.fn.max<number | null>('fee_id').as('last'))
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  const feeId = (last ?? 0) + 1;
  await trx
    .insertInto('fee')
    .values({
      joint_id: jointId,
      fee_id: feeId,
      charge_concept_id: fee.chargeConceptId,
      way: fee.way,
      amount: fee.amount,
      first_month: fee.firstMonth,
      last_month: fee.lastMonth,
      terms: JSON.stringify(fee.terms),
    })
    .execute();
  return feeId;
}

/** Stores the last charged month of a fee. */
export async function setLastMonth(trx: Db, jointId: number, feeId: number, lastMonth: Month): Promise<void> {
  await trx
    .updateTable('fee')
    .set({ last_month: lastMonth })
    .where('joint_id', '=', jointId)
    .where('fee_id', '=', feeId)
    .execute();
}

/** Returns all readings of the meters of a joint, oldest first. */
export async function listReadings(db: Db, jointId: number): Promise<MeterReading[]> {
  return db
    .selectFrom('meter_reading')
    .select(['fee_id as feeId', 'month', 'apartment_id as apartmentId', 'reading'])
    .where('joint_id', '=', jointId)
    .orderBy('month')
    .execute();
}

/** Stores the readings of a metered fee in a month, in place of the stored readings of the month. */
export async function replaceReadings(
  trx: Db,
  jointId: number,
  { feeId, month, readings }: { feeId: number; month: Month; readings: ReadonlyMap<string, number> },
): Promise<void> {
  await trx
    .deleteFrom('meter_reading')
    .where('joint_id', '=', jointId)
    .where('fee_id', '=', feeId)
    .where('month', '=', month)
    .execute();
  const rows = [...readings].map(([apartmentId, reading]) => ({
    joint_id: jointId,
    fee_id: feeId,
    month,
    apartment_id: apartmentId,
    reading,
  }));
  await inSlices(rows, 100, (some) => trx.insertInto('meter_reading').values(some).execute());
}

/** Sums the fines in the ledger on a unit since a day, reversals subtracted, in centavos. */
export async function finesSince(
  db: Db,
  jointId: number,
  { apartmentId, since }: { apartmentId: string; since: Day },
): Promise<Centavos> {
  const { sum } = await db
    .selectFrom('ledger_item')
    .select((eb) => eb.fn.sum<number | string | null>('amount').as('sum'))
    .where('joint_id', '=', jointId)
    .where('for_apartment_id', '=', apartmentId)
    .where('side', '=', 'debit')
    .where('nature', '=', 'fine')
    .where('posting_date', '>=', since)
    .executeTakeFirstOrThrow();
  return centavos(Number(sum ?? 0));
}

/** Sums the fees billed to a unit in the last month with fees, in centavos. Null before the first fees. */
export async function lastFeesOf(db: Db, jointId: number, apartmentId: string): Promise<Centavos | null> {
  const fees = db
    .selectFrom('ledger_item')
    .where('joint_id', '=', jointId)
    .where('side', '=', 'debit')
    .where('nature', '=', 'fee')
    .where('month', 'is not', null);
  const { month } = await fees
    .select((eb) => eb.fn.max<Month | null>('month').as('month'))
    .executeTakeFirstOrThrow();
  if (month === null) return null;
  const { sum } = await fees
    .where('month', '=', month)
    .where('for_apartment_id', '=', apartmentId)
    .select((eb) => eb.fn.sum<number | string | null>('amount').as('sum'))
    .executeTakeFirstOrThrow();
  return centavos(Number(sum ?? 0));
}
