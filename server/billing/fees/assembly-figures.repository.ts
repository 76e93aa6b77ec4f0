import { type Day, monthOfDay } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { FINE_LIMITS } from './law-checks.ts';

/**
 * Reads the figures of billing for the grounds to challenge an assembly, in centavos: fees of the last issued month,
 * extraordinary fees of the budget period, and units with fines above the legal limits. Null without an issued month.
 * @param period first and last day of the budget period until now
 */
export async function readAssemblyFigures(
  db: Db,
  jointId: number,
  { since, until }: { since: Day; until: Day },
): Promise<{ monthlyFees: Centavos; extraordinaryFees: Centavos; unitsOverFined: string[] } | null> {
  const debits = db
    .selectFrom('ledger_item')
    .where('joint_id', '=', jointId)
    .where('side', '=', 'debit')
    .where('month', 'is not', null)
    .where('posting_date', '<=', until);
  const fees = debits.where('nature', '=', 'fee');
  const { month } = await fees
    .select((eb) => eb.fn.max<string | null>('month').as('month'))
    .executeTakeFirstOrThrow();
  if (month === null) return null;
  const ofUnits = await fees
    .where('month', '=', month)
    .groupBy('for_apartment_id')
    .select((eb) => ['for_apartment_id', eb.fn.sum<number>('amount').as('amount')])
    .execute();
  const others = await debits
    .where('nature', 'in', ['extra', 'fine'])
    .where('month', '>=', monthOfDay(since))
    .select(['for_apartment_id', 'nature', 'amount'])
    .execute();
  const feeOf = new Map(ofUnits.map((row) => [row.for_apartment_id, Number(row.amount)]));
  const finesOf = new Map<string, number[]>();
  for (const { for_apartment_id: id, nature, amount } of others)
    if (nature === 'fine') finesOf.set(id, [...(finesOf.get(id) ?? []), Number(amount)]);
  const isOver = ([id, fines]: readonly [string, readonly number[]]) => {
    const fee = feeOf.get(id) ?? 0;
    const sum = fines.reduce((total, fine) => total + fine, 0);
    return fines.some((fine) => fine > FINE_LIMITS.each * fee) || sum > FINE_LIMITS.all * fee;
  };
  return {
    monthlyFees: centavos(ofUnits.reduce((sum, { amount }) => sum + Number(amount), 0)),
    extraordinaryFees: centavos(
      others.reduce((sum, { nature, amount }) => sum + (nature === 'extra' ? Number(amount) : 0), 0),
    ),
    unitsOverFined: [...finesOf].filter(isOver).map(([id]) => id),
  };
}
