import { reading } from '../platform/sheets/reading.ts';
import type { ParticipantsTable } from './participants-table.ts';

/** Who is expected at an event. */
export const participantsReading = reading<null, ParticipantsTable>('participants');
