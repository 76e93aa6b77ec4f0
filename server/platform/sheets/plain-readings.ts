import { reading } from './reading.ts';
import type { SheetRow } from './sheet.types.ts';

/** Reading that only checks if the file is readable. */
export const checkReading = reading<null, object>('check');

/** Reading of raw rows, each with the index of the sheet name. */
export const rowsReading = reading<null, { names: string[]; rows: { sheet: number; row: SheetRow }[] }>(
  'rows',
);
