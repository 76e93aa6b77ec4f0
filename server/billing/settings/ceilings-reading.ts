import { reading } from '../../platform/sheets/reading.ts';
import type { CeilingsTable } from './ceilings-table.ts';

/**
 * Name and types of the worker task that reads a spreadsheet of legal ceilings of the interest rate: a row
 * for each month, with the rate and the number of the resolution.
 */
export const ceilingsReading = reading<null, CeilingsTable>('legalRates');
