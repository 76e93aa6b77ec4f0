import { reading } from '../../platform/sheets/reading.ts';
import type { MonthRead, MonthToRead } from './read-month-sheet.ts';

/** Task for a worker: read a spreadsheet as a month of charges. */
export const monthReading = reading<MonthToRead, MonthRead>('month');
