import { reading } from '../../platform/sheets/reading.ts';
import type { PowersTable } from './sheet-table.ts';

/** Task for a worker: read an uploaded sheet of powers. */
export const powersReading = reading<null, PowersTable>('powers');
