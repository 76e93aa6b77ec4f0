import { reading } from '../../platform/sheets/reading.ts';
import type { MonthRead, MonthToRead } from './read-month-sheet.ts';

/** A month's charges. */
export const monthReading = reading<MonthToRead, MonthRead>('month');
