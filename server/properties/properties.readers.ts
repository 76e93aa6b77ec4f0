import { readFile } from '../platform/sheets/read-file.ts';
import { type ReaderTable, readerOf } from '../platform/sheets/reading.ts';
import { unitsReading } from './units-sheet/coefficient-table.types.ts';

export const propertiesReaders: ReaderTable = new Map([
  readerOf(unitsReading, async (file, fileName, given) => {
    const sheets = await readFile(file, fileName);
    return (await import('./units-sheet/coefficient-table.ts')).readCoefficientTable({ sheets }, given);
  }),
]);
