import type { LastCharges, RepeatedMonth } from '../../../../shared/billing/drafts.api.ts';
import { fromPesos, NO_MONEY, sumMoney, toPesos } from '../../../../shared/money.ts';

/** Amount typed in place of a repeated charge: unit, charge concept, and amount in pesos. */
export type AmountChange = RepeatedMonth['changes'][number];

/** Ids of the charge concepts repeated by default: the monthly fees. A person chooses the others. */
export const usualConcepts = (concepts: LastCharges['concepts']): number[] =>
  concepts.flatMap(({ nature, chargeConceptId }) => (nature === 'fee' ? [chargeConceptId] : []));

/**
 * Sum of a repeated month in pesos, and the number of units charged.
 * @param wanted ids of the repeated charge concepts
 * @param changes amounts changed by the user
 */
export function repeatedSum(
  { units }: LastCharges,
  wanted: readonly number[],
  changes: readonly AmountChange[],
): { amount: number; units: number } {
  const keyOf = (unit: string, concept: number) => JSON.stringify([unit, concept]);
  const amounts = new Map<string, [unit: string, pesos: number]>();
  const put = (unit: string, concept: number, pesos: number) => {
    if (wanted.includes(concept)) amounts.set(keyOf(unit, concept), [unit, pesos]);
  };
  for (const { apartmentId, charges } of units) {
    for (const { chargeConceptId, amount } of charges) put(apartmentId, chargeConceptId, amount);
  }
  for (const { apartmentId, chargeConceptId, amount } of changes) put(apartmentId, chargeConceptId, amount);
  const charged = [...amounts.values()].filter(([, pesos]) => pesos > 0);
  const sum = sumMoney(charged.map(([, pesos]) => fromPesos(pesos) ?? NO_MONEY));
  return { amount: toPesos(sum), units: new Set(charged.map(([unit]) => unit)).size };
}
