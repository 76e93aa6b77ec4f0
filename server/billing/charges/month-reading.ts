import { reading } from '../../platform/sheets/reading.ts';
import type { MonthRead, MonthToRead } from './read-month-sheet.ts';

/** Worker task that reads a spreadsheet as a month of charges. */
export const monthReading = reading<MonthToRead, MonthRead>('month');
