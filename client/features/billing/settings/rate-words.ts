import { type Month, monthName } from '../../../../shared/days.ts';
import { decimalText } from './typed-settings.ts';

/** '25,62 % E.A.' */
export const rateText = (annual: number): string => `${decimalText(annual)} % E.A.`;

/** 'Mayo 2026' of '2026-05'. */
export const monthText = (month: Month): string =>
  `${monthName(Number(month.slice(5)))} ${month.slice(0, 4)}`;
