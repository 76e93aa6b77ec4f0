import { readFile } from './read-file.ts';
import { checkReading, type ReaderTable, readerOf, rowsReading } from './reading.ts';

/**
 * Reading functions for the kinds `checkReading` (only check the file) and `rowsReading` (raw rows), run in
 * a worker.
 */
export const plainReaders: ReaderTable = new Map([
  readerOf(checkReading, async (file, fileName) => {
    await readFile(file, fileName);
    return {};
  }),
  readerOf(rowsReading, async (file, fileName) => {
    const sheets = await readFile(file, fileName);
    return {
      names: sheets.map(({ name }) => name),
      rows: sheets.flatMap(({ rows }, sheet) => rows.map((row) => ({ sheet, row }))),
    };
  }),
]);
