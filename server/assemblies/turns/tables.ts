import type { Millis } from '../../platform/db/tables.ts';

/** Request for a turn to speak, and the turn. Rows are never deleted during an assembly. */
interface TurnTable {
  assembly_id: number;
  /** Number within the assembly, from 1, in the order of asking. */
  turn_id: number;
  /** Name of the attendee, or of the owner of the first unit. */
  speaker: string;
  /** Ids of the units registered by the person at the time of asking, a JSON list. */
  units: string;
  /** User id ('12') or code of the registration, as in the attendance. */
  holder: string;
  asked_at: Millis;
  /** Start of the turn; null while waiting. At most one row of an assembly is given and not ended. */
  given_at: Millis | null;
  /** End of the given time, with the extensions; null while waiting. */
  ends_at: Millis | null;
  extensions: number;
  /** End of the turn, or withdrawal of the request; null before. */
  ended_at: Millis | null;
}

/** Proposal of an owner for the assembly. Rows are never deleted. */
interface ProposalTable {
  assembly_id: number;
  /** Number within the assembly, from 1. */
  proposal_id: number;
  /** User or code of the author as in the trail: 'user:12'. */
  author: string;
  /** Name of the owner of the author's first unit, or of the attendee without an own unit. */
  author_name: string;
  /** Ids of the author's units at the time of writing, a JSON list. */
  units: string;
  text: string;
  written_at: Millis;
  withdrawn_at: Millis | null;
  /** Question made from the proposal: joint or sector, and number; both null before. */
  joint_id: number | null;
  concept_id: number | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    turn: TurnTable;
    proposal: ProposalTable;
  }
}
