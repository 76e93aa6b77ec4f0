import { reading } from '../platform/sheets/reading.ts';
import type { ParticipantsTable, ParticipantsToRead } from './participants-table.ts';

/**
 * Name and types of the worker task to read a list of participants from an uploaded file. The service sends
 * the file with `ParticipantsToRead`; the worker answers `ParticipantsTable`.
 */
export const participantsReading = reading<ParticipantsToRead, ParticipantsTable>('participants');
