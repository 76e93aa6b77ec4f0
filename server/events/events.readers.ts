import { readFile } from '../platform/sheets/read-file.ts';
import { type ReaderTable, readerOf } from '../platform/sheets/reading.ts';
import { participantsReading } from './participants-reading.ts';

/** Table of event spreadsheets for a worker to read: lists of participants. */
export const eventsReaders: ReaderTable = new Map([
  readerOf(participantsReading, async (file, fileName, input) => {
    const sheets = await readFile(file, fileName);
    return (await import('./participants-table.ts')).readParticipantsTable({ sheets }, input);
  }),
]);
