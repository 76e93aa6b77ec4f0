import type { Nano } from '../../../shared/coefficient.ts';
import type { Month } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { BUDGET_MONTHS, budgetShares, monthPart, sharesOf } from '../../../shared/shares.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import type { UnitCharge } from '../store/months.repository.ts';
import type { FeeTerms, StoredFee } from './fee.types.ts';

/** Unit to charge, with the kind and the coefficient. */
export interface ChargedUnit {
  apartmentId: string;
  kind: ApartmentKind;
  coefficient: Nano;
}

/** Reading of a unit's meter, in thousandths of the measure. */
export interface MeterReading {
  feeId: number;
  month: Month;
  apartmentId: string;
  reading: number;
}

/** Returns the units charged by a fee: the units of the module, else of the kinds, else all. */
export const unitsOfFee = <Unit extends ChargedUnit>(
  { kinds, units: module }: Pick<FeeTerms, 'kinds' | 'units'>,
  units: readonly Unit[],
): Unit[] =>
  units.filter(
    ({ apartmentId, kind }) =>
      (kinds.length === 0 || kinds.includes(kind)) && (module.length === 0 || module.includes(apartmentId)),
  );

const monthsBetween = (first: Month, month: Month): number =>
  (Number(month.slice(0, 4)) - Number(first.slice(0, 4))) * 12 +
  (Number(month.slice(5)) - Number(first.slice(5)));

/**
 * Computes the charges of a month by the fees in force, in centavos; charges of the same concept on a unit are added.
 * - `budget`: the twelve parts of the year add up to the budget (`monthPart`), each part is split by coefficient (`sharesOf`);
 * - `instalments`: the whole is split by coefficient, then each unit's share into the decided instalments (`terms`). An early
 *   end leaves the other instalments as they are;
 * - `metered`: difference to the last reading before the month × price, half up; no charge without both readings.
 */
export function feeCharges(
  fees: readonly StoredFee[],
  units: readonly ChargedUnit[],
  month: Month,
  readings: readonly MeterReading[] = [],
): UnitCharge[] {
  const sums = new Map<string, UnitCharge>();
  for (const fee of fees) {
    if (!isInForce(fee, month)) continue;
    const charged = unitsOfFee(fee.terms, units);
    const amounts = amountsOf(fee, charged, month, readings);
    charged.forEach(({ apartmentId }, index) => {
      const amount = amounts[index] ?? 0;
      if (amount === 0) return;
      const key = JSON.stringify([apartmentId, fee.chargeConceptId]);
      const before = sums.get(key)?.amount ?? 0;
      const { chargeConceptId } = fee;
      sums.set(key, { apartmentId, chargeConceptId, amount: centavos(before + amount) });
    });
  }
  return [...sums.values()];
}

function amountsOf(
  { way, amount, feeId, firstMonth, terms }: StoredFee,
  units: readonly ChargedUnit[],
  month: Month,
  readings: readonly MeterReading[],
): Centavos[] {
  const weights = units.map(({ coefficient }) => coefficient);
  const part = monthsBetween(firstMonth, month) + 1;
  if (way === 'metered') {
    const consumed = consumptionIn(readings, feeId, month);
    return units.map(({ apartmentId }) => meteredCharge(consumed(apartmentId) ?? 0, amount));
  }
  if (way === 'fixed' || way === 'fine') return units.map(() => amount);
  if (weights.every((weight) => weight === 0)) return [];
  if (way === 'budget') return budgetShares(amount, ((part - 1) % BUDGET_MONTHS) + 1, weights);
  return sharesOf(amount, weights).map((share) => monthPart(share, part, terms.instalments ?? 1));
}

/** True if a fee is charged in a month. */
const isInForce = ({ firstMonth, lastMonth }: Pick<StoredFee, 'firstMonth' | 'lastMonth'>, month: Month) =>
  firstMonth <= month && (lastMonth === null || month <= lastMonth);

/** Returns the metered fees of a month with units that are not charged, for want of one of both readings. */
export function unreadMeters(
  fees: readonly StoredFee[],
  units: readonly ChargedUnit[],
  month: Month,
  readings: readonly MeterReading[],
): { name: string; units: string[] }[] {
  return fees.flatMap((fee) => {
    if (fee.way !== 'metered' || !isInForce(fee, month)) return [];
    const consumed = consumptionIn(readings, fee.feeId, month);
    const charged = unitsOfFee(fee.terms, units).map(({ apartmentId }) => apartmentId);
    const missing = charged.filter((apartmentId) => consumed(apartmentId) === null);
    return missing.length === 0 ? [] : [{ name: fee.name, units: missing }];
  });
}

/** Returns a function for the consumption of a unit in a month, in thousandths; null without both readings. */
function consumptionIn(
  readings: readonly MeterReading[],
  feeId: number,
  month: Month,
): (apartmentId: string) => number | null {
  const own = readings.filter((one) => one.feeId === feeId);
  const byUnit = groupBy(own, ({ apartmentId }) => apartmentId);
  return (apartmentId) => {
    const of = byUnit.get(apartmentId) ?? [];
    const now = of.find((one) => one.month === month);
    const before = of.reduce<MeterReading | undefined>(
      (last, one) => (one.month < month && (last === undefined || one.month > last.month) ? one : last),
      undefined,
    );
    return now === undefined || before === undefined ? null : now.reading - before.reading;
  };
}

function meteredCharge(consumed: number, price: Centavos): Centavos {
  const thousandths = BigInt(consumed) * BigInt(price);
  return centavos(Number((thousandths + 500n) / 1000n));
}
