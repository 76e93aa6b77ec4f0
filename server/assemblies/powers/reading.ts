import { reading } from '../../platform/sheets/reading.ts';
import type { PowersTable } from './sheet-table.ts';

/** Name and types for reading an uploaded sheet of powers of attorney in a worker: the answer is a `PowersTable`. */
export const powersReading = reading<null, PowersTable>('powers');
