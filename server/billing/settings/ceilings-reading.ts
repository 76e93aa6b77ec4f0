import { reading } from '../../platform/sheets/reading.ts';
import type { CeilingsTable } from './ceilings-table.ts';

/** Worker task that reads a sheet of legal ceilings by month, with resolutions. */
export const ceilingsReading = reading<null, CeilingsTable>('legalRates');
