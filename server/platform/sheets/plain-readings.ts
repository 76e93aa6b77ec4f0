import { reading } from './reading.ts';
import type { SheetRow } from './sheet.types.ts';

/** Whether a file can be read at all. */
export const checkReading = reading<null, object>('check');

/** The rows as they are, each with its sheet's place among the names. */
export const rowsReading = reading<null, { names: string[]; rows: { sheet: number; row: SheetRow }[] }>(
  'rows',
);
