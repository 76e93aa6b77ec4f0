import { reading } from '../platform/sheets/reading.ts';
import type { ParticipantsTable, ParticipantsToRead } from './participants-table.ts';

/** Who is expected at an event. */
export const participantsReading = reading<ParticipantsToRead, ParticipantsTable>('participants');
