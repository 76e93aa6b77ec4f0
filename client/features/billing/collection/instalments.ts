import type { NewAgreement } from '../../../../shared/billing/agreements.api.ts';
import { addMonths } from '../../../../shared/days.ts';
import { centavos, fromPesos, NO_MONEY, sumMoney, toPesos } from '../../../../shared/money.ts';

/**
 * Splits debts in monthly instalments, exact to the centavo: k instalments are the whole centavos of k parts of the sum.
 * @param debts open amounts in pesos
 * @param firstDay due date of the first instalment, YYYY-MM-DD
 */
export function equalInstalments(
  debts: readonly number[],
  count: number,
  firstDay: string,
): NewAgreement['instalments'] {
  const total = sumMoney(debts.map((pesos) => fromPesos(pesos) ?? NO_MONEY));
  const until = (parts: number) => Number((BigInt(total) * BigInt(parts)) / BigInt(count));
  return Array.from({ length: count }, (_, at) => ({
    dueDate: addMonths(firstDay, at),
    amount: toPesos(centavos(until(at + 1) - until(at))),
  }));
}
