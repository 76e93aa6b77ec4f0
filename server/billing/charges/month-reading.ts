import { reading } from '../../platform/sheets/reading.ts';
import type { MonthRead, MonthToRead } from './read-month-sheet.ts';

/**
 * Name and types of the worker task that reads a spreadsheet as a month of charges. The service sends the
 * file with `MonthToRead`; the worker answers `MonthRead`.
 */
export const monthReading = reading<MonthToRead, MonthRead>('month');
