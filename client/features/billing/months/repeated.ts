import type { LastCharges, RepeatedMonth } from '../../../../shared/billing/drafts.api.ts';
import { fromPesos, NO_MONEY, sumMoney, toPesos } from '../../../../shared/money.ts';

/**
 * Amount typed by the user in place of a charge repeated from the last month: unit, charge concept, and new
 * amount in pesos.
 */
export type AmountChange = RepeatedMonth['changes'][number];

/**
 * Returns the ids of the charge concepts repeated by default in a month without a spreadsheet: the regular
 * fees, without fees already ended. The user may add other charges, for example a fine.
 */
export const usualConcepts = (concepts: LastCharges['concepts']): number[] =>
  concepts.flatMap(({ nature, feeEnded, chargeConceptId }) =>
    nature === 'fee' && !feeEnded ? [chargeConceptId] : [],
  );

/**
 * Returns the sum in pesos of the charges for a month billed like the last month, and the number of units
 * charged. Shown before the user sends the form.
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
