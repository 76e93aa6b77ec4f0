import { reading } from './reading.ts';
import type { SheetRow } from './sheet.types.ts';

/** Kind of upload to check only: tells if the file can be read. */
export const checkReading = reading<null, object>('check');

/** Kind of reading for raw rows, each with the index of the sheet's name. */
export const rowsReading = reading<null, { names: string[]; rows: { sheet: number; row: SheetRow }[] }>(
  'rows',
);
