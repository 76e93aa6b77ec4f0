import type { Millis } from '../../platform/db/tables.ts';

/** Power under way of an owner on the phone: waits for the code of the mail. One row per assembly and user. */
interface PowerDraftTable {
  assembly_id: number;
  user_id: number;
  /** Time of the request; also the time of the queued mail with the code. */
  asked_at: Millis;
  /** The power to sign, as JSON (`Draft`). */
  content: string;
  /** Keyed hash of the code, from the sending of the mail; null before. */
  code_hash: string | null;
  /** Time of the sending; null before. */
  sent_at: Millis | null;
  /** Number of typed codes, right or wrong. */
  tries: number;
}

/** Proof of a power signed on the phone. Rows are only added. */
interface PowerProofTable {
  power_id: number;
  /** The signed power as JSON text (`SignedPower`): the trail has the SHA-256 of the text. */
  content: string;
  /** Instructions by point of the agenda, as JSON (`AgendaInstruction[]`). */
  instructions: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    power_draft: PowerDraftTable;
    power_proof: PowerProofTable;
  }
}
