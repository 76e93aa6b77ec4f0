import { checkReading, rowsReading } from './plain-readings.ts';
import { readFile } from './read-file.ts';
import { type ReaderTable, readerOf } from './reading.ts';

/** Functions to read files without a feature: a check, and raw rows. */
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
