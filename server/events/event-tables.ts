import type { Generated } from 'kysely';
import type { Millis } from '../platform/db/tables.ts';

interface EventTable {
  event_id: Generated<number>;
  name: string;
  /** YYYY-MM-DD. */
  held_on: string | null;
  created_at: Millis;
  created_by: string;
  /** Grows with every change of the event or its participants. */
  revision: Generated<number>;
  /** JSON: what somebody said of the columns of its lists, by their headers; null: nothing. */
  known_columns: string | null;
}

interface ParticipantTable {
  event_id: number;
  participant_id: string;
  /** What two ways of writing the id have in common (events/participant-key.ts): unique, and looked up. */
  participant_key: string;
  /** Place in the list, from 1. */
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
