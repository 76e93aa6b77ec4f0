import { reading } from '../../platform/sheets/reading.ts';
import type { PowersTable } from './sheet-table.ts';

/** Reading of an uploaded sheet of powers, in a worker. */
export const powersReading = reading<null, PowersTable>('powers');
