import { reading } from '../../platform/sheets/reading.ts';
import type { CeilingsTable } from './ceilings-table.ts';

/**
 * Task of a worker that reads a spreadsheet of the highest legal interest rates: a row for each month, with
 * the rate and the number of the resolution.
 */
export const ceilingsReading = reading<null, CeilingsTable>('legalRates');
