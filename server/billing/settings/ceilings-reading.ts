import { reading } from '../../platform/sheets/reading.ts';
import type { CeilingsTable } from './ceilings-table.ts';

/** The legal ceilings of several months, with the resolution of each. */
export const ceilingsReading = reading<null, CeilingsTable>('legalRates');
