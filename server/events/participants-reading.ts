import { reading } from '../platform/sheets/reading.ts';
import type { ParticipantsTable, ParticipantsToRead } from './participants-table.ts';

/** Worker task to read a list of participants from an uploaded file. */
export const participantsReading = reading<ParticipantsToRead, ParticipantsTable>('participants');
