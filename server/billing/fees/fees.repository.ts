import { chequeSanction } from '../../../shared/billing/natures.ts';
import type { Month } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { billingChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { inSlices, sameIn } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { listStoredUnits } from '../../properties/index.ts';
import { type ChargedUnit, type MeterReading, unitsOfFee } from './charges.ts';
import type { FeeOnUnits, StoredFee } from './fee.types.ts';

/** Lists the fees of a joint in the order of entry, also ended fees; with `feeId` a single fee. */
export async function listStoredFees(db: Db, jointId: number, feeId?: number): Promise<StoredFee[]> {
  const rows = await db
    .selectFrom('fee as f')
    .innerJoin('charge_concept as c', (join) => join.on(sameIn('c', 'f', ['joint_id', 'charge_concept_id'])))
    .select(['f.fee_id as feeId', 'f.way', 'f.charge_concept_id as chargeConceptId', 'c.name', 'c.nature'])
    .select(['f.amount', 'f.first_month as firstMonth', 'f.last_month as lastMonth', 'f.terms'])
    .where('f.joint_id', '=', jointId)
    .$if(feeId !== undefined, (query) => query.where('f.fee_id', '=', feeId ?? 0))
    .orderBy('f.fee_id')
    .execute();
  return rows.map((fee) => ({ ...fee, terms: JSON.parse(fee.terms) }));
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

/** Stores readings of a metered fee in a month, in place of the stored readings of the same units. */
export async function putReadings(
  trx: Db,
  jointId: number,
  { feeId, month, readings }: { feeId: number; month: Month; readings: ReadonlyMap<string, number> },
): Promise<void> {
  const rows = [...readings].map(([apartmentId, reading]) => ({
    joint_id: jointId,
    fee_id: feeId,
    month,
    apartment_id: apartmentId,
    reading,
  }));
  await inSlices(rows, 100, (some) =>
    trx
      .insertInto('meter_reading')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['joint_id', 'fee_id', 'month', 'apartment_id'])
          .doUpdateSet((eb) => ({ reading: eb.ref('excluded.reading') })),
      )
      .execute(),
  );
}

/**
 * Reads the fines of each unit in the ledger, without the sanction for a returned cheque (art. 731 C.Co.). A fine is the amount in
 * centavos without reversals, and without the parts paid by credit notes and condonations; settled fines are left out.
 * @param since first month of the fines
 * @param at last instant of the entries; absent for all entries
 */
export async function readFines(
  db: Db,
  jointId: number,
  { since, at = Number.MAX_SAFE_INTEGER }: { since: Month; at?: Millis },
): Promise<Map<string, Centavos[]>> {
  const items = await db
    .selectFrom('ledger_item')
    .select(({ fn }) => [
      'for_apartment_id as apartmentId',
      fn.coalesce('reverses', 'item').as('item'),
      'amount',
    ])
    .where('joint_id', '=', jointId)
    .where('side', '=', 'debit')
    .where('nature', '=', 'fine')
    .where('description', '!=', chequeSanction.name)
    .where('month', '>=', since)
    .where('entered_at', '<=', at)
    .execute();
  const credited = await db
    .selectFrom('ledger_allocation as a')
    .innerJoin('ledger_item as c', (join) =>
      join.onRef('c.joint_id', '=', 'a.joint_id').onRef('c.item', '=', 'a.credit_item'),
    )
    .innerJoin('ledger_item as d', (join) =>
      join.onRef('d.joint_id', '=', 'a.joint_id').onRef('d.item', '=', 'a.debit_item'),
    )
    .select(['a.debit_item as item', 'a.amount'])
    .where('a.joint_id', '=', jointId)
    .where('c.nature', 'in', ['creditNote', 'condonation'])
    .where('d.nature', '=', 'fine')
    .where('d.month', '>=', since)
    .where('a.entered_at', '<=', at)
    .execute();
  const fines = new Map<number, { apartmentId: string; amount: number }>();
  for (const { item, apartmentId, amount } of items)
    fines.set(item, { apartmentId, amount: (fines.get(item)?.amount ?? 0) + amount });
  for (const { item, amount } of credited) {
    const fine = fines.get(item);
    if (fine !== undefined) fine.amount -= amount;
  }
  const ofUnits = new Map<string, Centavos[]>();
  for (const { apartmentId, amount } of fines.values())
    if (amount > 0) ofUnits.set(apartmentId, [...(ofUnits.get(apartmentId) ?? []), centavos(amount)]);
  return ofUnits;
}

/**
 * Sums the fees of each unit, with reversals, in the unit's last billed month with fees above zero, in centavos. Units
 * without such a month are left out, so the map is empty before the first bills.
 */
export async function readLastFees(
  db: Db,
  jointId: number,
  at: Millis = Number.MAX_SAFE_INTEGER,
): Promise<Map<string, { month: Month; amount: Centavos }>> {
  const rows = await db
    .selectFrom('ledger_item')
    .where('joint_id', '=', jointId)
    .where('side', '=', 'debit')
    .where('nature', '=', 'fee')
    .where('month', 'is not', null)
    .where('entered_at', '<=', at)
    .groupBy(['for_apartment_id', 'month'])
    .having(({ fn }) => fn.sum('amount'), '>', 0)
    .having(({ fn }) => fn.count('bill'), '>', 0)
    .select((eb) => [
      'for_apartment_id as apartmentId',
      eb.ref('month').$notNull().as('month'),
      eb.fn.sum<number | string>('amount').as('sum'),
    ])
    .orderBy('month')
    .execute();
  return new Map(
    rows.map(({ apartmentId, month, sum }) => [apartmentId, { month, amount: centavos(Number(sum)) }]),
  );
}

/** Lists the numbers of the fees added after an instant. */
export async function feesAddedAfter(db: Db, jointId: number, at: Millis): Promise<Set<number>> {
  const rows = await db
    .selectFrom('audit_entry')
    .select('data')
    .where('chain', '=', billingChain(jointId))
    .where('act', '=', 'feeAdded')
    .where('at', '>', at)
    .execute();
  return new Set(rows.map(({ data }) => JSON.parse(data).feeId));
}
