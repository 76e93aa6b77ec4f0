import { readFile } from '../platform/sheets/read-file.ts';
import { type ReaderTable, readerOf } from '../platform/sheets/reading.ts';
import { powersReading } from './powers/reading.ts';

export const assembliesReaders: ReaderTable = new Map([
  readerOf(powersReading, async (file, fileName) => {
    const sheets = await readFile(file, fileName);
    return (await import('./powers/sheet-table.ts')).readPowersTable({ sheets });
  }),
]);
