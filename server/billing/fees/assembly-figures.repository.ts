import { type Day, type Month, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { lastBilledMonth } from '../settings/ways.repository.ts';
import { feeCharges } from './charges.ts';
import { chargedUnits, feesAddedAfter, listStoredFees, readFines, readLastFees } from './fees.repository.ts';
import { exceedsFineLimits } from './law-checks.ts';

/** Months of a budget period. */
const PERIOD_MONTHS = 12;

/** Budget period, with the entries of the books until an instant. */
interface BudgetPeriod {
  /** First day of the period. */
  since: Day;
  at: Millis;
}

/**
 * Reads the figures of billing for the grounds to challenge an assembly, in centavos: fees of the last issued month,
 * extraordinary fees of the budget period, and units with fines above the legal limits. Null without an issued month.
 */
export async function readAssemblyFigures(
  db: Db,
  jointId: number,
  period: BudgetPeriod,
): Promise<{ monthlyFees: Centavos; extraordinaryFees: Centavos; unitsOverFined: string[] } | null> {
  const { since, at } = period;
  const feeOf = await readLastFees(db, jointId, at);
  if (feeOf.size === 0) return null;
  const fees = [...feeOf.values()];
  const last = fees.reduce((latest, { month }) => (month > latest ? month : latest), '');
  const fines = await readFines(db, jointId, { since: monthOfDay(since), at });
  return {
    monthlyFees: sumMoney(fees.flatMap(({ month, amount }) => (month === last ? [amount] : []))),
    extraordinaryFees: await readExtraordinaryFees(db, jointId, period),
    unitsOverFined: [...fines].flatMap(([id, of]) =>
      exceedsFineLimits(of, { monthlyFees: feeOf.get(id)?.amount ?? centavos(0) }) ? [id] : [],
    ),
  };
}

/** Sums the extraordinary fees of a budget period, in centavos: posted charges, and decided charges of the other months. */
export async function readExtraordinaryFees(
  db: Db,
  jointId: number,
  { since, at }: BudgetPeriod,
): Promise<Centavos> {
  const first = monthOfDay(since);
  const months = Array.from({ length: PERIOD_MONTHS }, (_, i) => shiftMonth(first, i));
  const { posted } = await db
    .selectFrom('ledger_item')
    .select((eb) => eb.fn.sum<number | string | null>('amount').as('posted'))
    .where('joint_id', '=', jointId)
    .where('side', '=', 'debit')
    .where('nature', '=', 'extra')
    .where('month', 'in', months)
    .where('entered_at', '<=', at)
    .executeTakeFirstOrThrow();
  const billed = (await lastBilledMonth(db, jointId, at)) ?? '';
  const added = await feesAddedAfter(db, jointId, at);
  const fees = (await listStoredFees(db, jointId)).filter(
    ({ nature, feeId }) => nature === 'extra' && !added.has(feeId),
  );
  const units = await chargedUnits(db, jointId);
  const ofMonth = (month: Month) => feeCharges(fees, units, month).map(({ amount }) => amount);
  return sumMoney([
    centavos(Number(posted ?? 0)),
    ...months.filter((month) => month > billed).flatMap(ofMonth),
  ]);
}
