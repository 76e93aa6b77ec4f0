import { reading } from '../../platform/sheets/reading.ts';
import type { CeilingsTable } from './ceilings-table.ts';

/** Worker task that reads a spreadsheet of legal interest ceilings by month, with their resolutions. */
export const ceilingsReading = reading<null, CeilingsTable>('legalRates');
