import { readFile } from '../platform/sheets/read-file.ts';
import { type ReaderTable, readerOf } from '../platform/sheets/reading.ts';
import { powersReading } from './powers/reading.ts';

/** Table of assembly spreadsheets that a worker can read: sheets of powers of attorney. */
export const assembliesReaders: ReaderTable = new Map([
  readerOf(powersReading, async (file, fileName) => {
    const sheets = await readFile(file, fileName);
    return (await import('./powers/sheet-table.ts')).readPowersTable({ sheets });
  }),
]);
