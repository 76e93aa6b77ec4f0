import type { Generated } from 'kysely';
import type { Millis } from '../platform/db/tables.ts';

interface EventTable {
  event_id: Generated<number>;
  name: string;
  /** Day of the event, YYYY-MM-DD; null if unknown. */
  held_on: string | null;
  created_at: Millis;
  created_by: string;
  /** Number growing with every change of the event or the participants. */
  revision: Generated<number>;
  /** Column roles set by hand in earlier files, by header, as JSON. Null if never set. */
  known_columns: string | null;
}

interface ParticipantTable {
  event_id: number;
  participant_id: string;
  /** Normalized id of the participant (`shared/events/participant-key.ts`): unique in the event, used for look-ups. */
  participant_key: string;
  /** Position in the list, from 1. */
  position: number;
  name: string;
  checked_in_at: Millis | null;
  checked_in_by: string | null;
}

declare module '../platform/db/tables.ts' {
  interface Tables {
    event: EventTable;
    participant: ParticipantTable;
  }
}
