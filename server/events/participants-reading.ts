import { reading } from '../platform/sheets/reading.ts';
import type { ParticipantsTable, ParticipantsToRead } from './participants-table.ts';

/** Reading of a list of participants. */
export const participantsReading = reading<ParticipantsToRead, ParticipantsTable>('participants');
