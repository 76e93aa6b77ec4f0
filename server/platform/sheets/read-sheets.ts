import { rowsReading } from './plain-readings.ts';
import { type ReadOptions, readInWorker } from './read-in-worker.ts';
import type { SheetFile } from './sheet.types.ts';

/**
 * Reads an uploaded xlsx or csv as rows of plain cells, in a worker.
 * Throws SheetError when the file is refused, the signal's reason when it was stopped.
 */
export async function readSheets(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions = {},
): Promise<SheetFile> {
  const { names, rows } = await readInWorker({ bytes, fileName }, rowsReading, null, options);
  const sheets: SheetFile['sheets'] = names.map((name) => ({ name, rows: [] }));
  for (const { sheet, row } of rows) sheets[sheet]?.rows.push(row);
  return { sheets };
}
