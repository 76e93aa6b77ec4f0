import type { JointRate, LegalRate } from '../../../../shared/billing/settings.api.ts';
import { type Month, monthName, shortDay } from '../../../../shared/days.ts';
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

/**
 * Returns the Spanish name of the publication of a month's legal ceiling: 'Resolución 1234 del 28/08/2026'.
 */
export function sourceText({ resolution, resolvedOn, source }: LegalRate): string {
  const named =
    resolution === null || resolvedOn === null
      ? ''
      : `${/^\d/.test(resolution) ? 'Resolución ' : ''}${resolution} del ${shortDay(resolvedOn)}`;
  return [named, source].filter((part) => part !== '').join('. ');
}

/** Formats a month in Spanish for the lists of interest rates: 'Mayo 2026' for '2026-05'. */
export const monthText = (month: Month): string =>
  `${monthName(Number(month.slice(5)))} ${month.slice(0, 4)}`;
