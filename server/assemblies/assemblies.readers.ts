import { readFile } from '../platform/sheets/read-file.ts';
import { type ReaderTable, readerOf } from '../platform/sheets/reading.ts';
import { powersReading } from './powers/reading.ts';

/**
 * Table of the uploaded spreadsheets about assemblies that a worker can read. The only kind is a sheet of powers of
 * attorney.
 */
export const assembliesReaders: ReaderTable = new Map([
  readerOf(powersReading, async (file, fileName) => {
    const sheets = await readFile(file, fileName);
    return (await import('./powers/sheet-table.ts')).readPowersTable({ sheets });
  }),
]);
