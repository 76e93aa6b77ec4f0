import { readFile } from '../platform/sheets/read-file.ts';
import { type ReaderTable, readerOf } from '../platform/sheets/reading.ts';
import { participantsReading } from './participants-reading.ts';

/**
 * Spreadsheets of events to be read by a worker: lists of participants. The worker looks up the reader by
 * name of the task.
 */
export const eventsReaders: ReaderTable = new Map([
  readerOf(participantsReading, async (file, fileName, input) => {
    const sheets = await readFile(file, fileName);
    return (await import('./participants-table.ts')).readParticipantsTable({ sheets }, input);
  }),
]);
