import { readFile } from '../platform/sheets/read-file.ts';
import { type ReaderTable, readerOf } from '../platform/sheets/reading.ts';
import { unitsReading } from './units-reading.ts';

/** Reading functions for uploaded tables of units, run in a worker. */
export const propertiesReaders: ReaderTable = new Map([
  readerOf(unitsReading, async (file, fileName, input) => {
    const sheets = await readFile(file, fileName);
    const { readUnits } = await import('./read-units.ts');
    const { readCoefficientTable } = await import('./units-sheet/coefficient-table.ts');
    return readUnits(input, (grounds) => readCoefficientTable({ sheets }, grounds));
  }),
]);
