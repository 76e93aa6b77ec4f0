import type { JointRate } from '../../../../shared/billing/settings.api.ts';
import { type Day, type Month, monthName, monthOfDay, shiftMonth } from '../../../../shared/days.ts';
import { decimalText } from './typed-settings.ts';

/**
 * Formats an effective annual rate of late interest in Spanish: '25,62 % E.A.'.
 * @param annual effective annual rate in per cent: 25.62
 */
export const rateText = (annual: number): string => `${decimalText(annual)} % E.A.`;

/**
 * Returns Spanish words for the rate of late interest chosen by a joint: '1,5 % mensual', or words for the
 * legal ceiling or no interest.
 */
export function jointRateText({ mode, annualRate, monthlyRate }: JointRate): string {
  if (mode === 'none') return 'Sin intereses';
  if (mode === 'legal') return 'Máxima legal';
  if (monthlyRate !== null) return `${decimalText(monthlyRate)} % mensual`;
  return annualRate === null ? '' : rateText(annualRate);
}

/** Day of a month from which the rate of the next month is expected: the resolution comes in the last days. */
const EXPECTED_FROM = 25;

/**
 * Returns the Spanish sentence about missing legal ceilings: of the months after the last ceiling of a past month, until the
 * month of `day`; from the 25th on also of the next month. Null without a missing ceiling.
 * @param months months with a ceiling
 */
export function missingRateWords(months: readonly Month[], day: Day): string | null {
  const current = monthOfDay(day);
  const until = Number(day.slice(8)) >= EXPECTED_FROM ? shiftMonth(current, 1) : current;
  const [last = shiftMonth(current, -1)] = months
    .filter((month) => month < current)
    .sort()
    .reverse();
  const missing: string[] = [];
  for (let month = shiftMonth(last, 1); month <= until; month = shiftMonth(month, 1)) {
    if (!months.includes(month)) missing.push(monthText(month).toLowerCase());
  }
  if (missing.length === 0) return null;
  const names = new Intl.ListFormat('es').format(missing);
  return missing.length === 1 ? `Falta la tasa de ${names}.` : `Faltan las tasas de ${names}.`;
}

/** Formats a month in Spanish for the lists of interest rates: 'Mayo 2026' for '2026-05'. */
export const monthText = (month: Month): string =>
  `${monthName(Number(month.slice(5)))} ${month.slice(0, 4)}`;
