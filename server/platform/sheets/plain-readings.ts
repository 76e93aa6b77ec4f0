import { reading } from './reading.ts';
import type { SheetRow } from './sheet.types.ts';

/**
 * Kind of reading to check an uploaded spreadsheet: fails for an unreadable file, else answers with an
 * empty object.
 */
export const checkReading = reading<null, object>('check');

/**
 * Kind of reading for the rows of a spreadsheet as cells: names of the sheets, and rows with the index of the
 * sheet in `names`.
 */
export const rowsReading = reading<null, { names: string[]; rows: { sheet: number; row: SheetRow }[] }>(
  'rows',
);
