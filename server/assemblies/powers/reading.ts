import { reading } from '../../platform/sheets/reading.ts';
import type { PowersTable } from './sheet-table.ts';

/** Reads powers on paper from a sheet. */
export const powersReading = reading<null, PowersTable>('powers');
