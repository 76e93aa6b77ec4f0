import Type, { type Static } from 'typebox';
import { type Centavos, centavos, formatPesos, MAX_PESOS } from '../../money.ts';
import { BUDGET_MONTHS, budgetShares, monthPart, sharesOf } from '../../shares.ts';
import type { Matter } from './kinds.ts';

/** Cost of a decision for the whole joint in pesos, in equal parts of a month each; of a budget: the year in twelve months. */
const fields = {
  amount: Type.Number({ exclusiveMinimum: 0, maximum: MAX_PESOS }),
  months: Type.Integer({ minimum: 1, maximum: 120 }),
};
export const DecisionCost = Type.Object(fields);
export type DecisionCost = Static<typeof DecisionCost>;

/** Cost of a question. `isBudget`: split month by month, as a budget. */
export const QuestionCost = Type.Object({ ...fields, isBudget: Type.Boolean() });
export type QuestionCost = Static<typeof QuestionCost>;

/** True if a decision of the matter can have a cost for the owners. */
export const hasCost = (matter: Matter | null | undefined): boolean =>
  matter === 'budget' ||
  matter === 'extraordinaryFee' ||
  matter === 'largeExtraordinaryFee' ||
  matter === 'optionalExpenses';

/** Part of a unit in the cost of a decision, in centavos: the first month, and all months. */
export interface UnitCost {
  first: Centavos;
  whole: Centavos;
}

/**
 * Splits the cost of a decision by coefficient as the fees of billing do (docs/why/fees.md): a budget month by month, another
 * cost among the units first.
 * @param amount whole cost
 * @param weights coefficients of all units; the sum is above 0
 */
export function unitCosts(
  { amount, months, isBudget }: { amount: Centavos; months: number; isBudget: boolean },
  weights: readonly number[],
): UnitCost[] {
  if (!isBudget)
    return sharesOf(amount, weights).map((whole) => ({ whole, first: monthPart(whole, 1, months) }));
  const bills = Array.from({ length: BUDGET_MONTHS }, (_, at) => budgetShares(amount, at + 1, weights));
  return weights.map((_, unit) => ({
    first: bills[0]?.[unit] ?? centavos(0),
    whole: centavos(bills.reduce((sum, shares) => sum + (shares[unit] ?? 0), 0)),
  }));
}

/** Spanish sentence about the cost for a unit. The fee of the decision may later be of some units, or have another split. */
export const unitCostWords = ({ first, whole, months }: UnitCost & { months: number }): string =>
  months === 1
    ? `Por coeficiente le cuesta ${formatPesos(whole)}, una vez.`
    : `Por coeficiente le cuesta ${formatPesos(first)} al mes, durante ${months} meses (${formatPesos(whole)} en total).`;

/** Spanish sentence about the cost for the whole joint, for the acta. */
export const costWords = (amount: Centavos, months: number): string =>
  months === 1
    ? `${formatPesos(amount)}, una vez, por coeficiente.`
    : `${formatPesos(amount)} en ${months} meses, por coeficiente.`;
