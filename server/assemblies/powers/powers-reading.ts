import { reading } from '../../platform/sheets/reading.ts';
import type { PowersTable } from './powers-table.ts';

/** Powers on paper, as a sheet lists them. */
export const powersReading = reading<null, PowersTable>('powers');
