import { readFile } from '../platform/sheets/read-file.ts';
import { type ReaderTable, readerOf } from '../platform/sheets/reading.ts';
import { unitsReading } from './units-reading.ts';

/** Table of spreadsheets of units for a worker to read. */
export const propertiesReaders: ReaderTable = new Map([
  readerOf(unitsReading, async (file, fileName, input) => {
    const sheets = await readFile(file, fileName);
    const { readUnits } = await import('./read-units.ts');
    const { readCoefficientTable } = await import('./units-sheet/coefficient-table.ts');
    return readUnits(input, (grounds) => readCoefficientTable({ sheets }, grounds));
  }),
]);
