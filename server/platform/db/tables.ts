import type { Generated } from 'kysely';
import type { HeadMoment } from '../../../shared/evidence/head.ts';
import type { MailMessage } from '../../../shared/mail/mailbox.api.ts';
import type { JobState } from '../../../shared/reports/jobs.api.ts';

/** Epoch milliseconds. */
export type Millis = number;
/** 0 or 1: SQLite has no boolean, and both engines store the same. */
export type Flag = 0 | 1;

interface MailMessageTable {
  message_id: Generated<number>;
  kind: MailMessage['kind'];
  once_key: string;
  joint_id: number | null;
  assembly_id: number | null;
  user_id: number | null;
  to_address: string;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled';
  attempts: number;
  next_at: Millis | null;
  leased_until: Millis | null;
  problem: string | null;
  created_at: Millis;
  created_by: string;
  sent_at: Millis | null;
  /** Of billing: whose month, and which bill. */
  month_id: number | null;
  bill: number | null;
}

interface IdempotencyKeyTable {
  /** Of whose it is and the key, by `hash53`. */
  key_hash: number;
  /** Of what was asked, by `hash53`. */
  body_hash: number;
  reply: string;
  at: Millis;
  assembly_id: number | null;
  joint_id: number | null;
  concept_id: number | null;
  apartment_id: string | null;
}

interface StoreEpochTable {
  /** 1, and one more with every restore. */
  number: number;
  /** A random name: what clients compare. */
  epoch: string;
  began_at: Millis;
  /** The instant of the copy that was restored; null of a store's first epoch. */
  copied_at: Millis | null;
  reason: string | null;
}

interface AuditEntryTable {
  chain: string;
  seq: number;
  at: Millis;
  actor: string;
  act: string;
  data: string;
  previous_hash: string;
  hash: string;
}

/** What a chain's tree is called and salted with (docs/evidence.md). */
interface AuditTreeTable {
  chain: string;
  origin: string;
  /** 32 bytes, hexadecimal. */
  salt: string;
}

interface AuditLeafTable {
  chain: string;
  seq: number;
  /** Hexadecimal. */
  hash: string;
}

interface AuditHeadTable {
  chain: string;
  size: number;
  moment: HeadMoment;
  at: Millis;
  /** The number of the store's epoch. */
  epoch: number;
  /** The line of the key that signed it. */
  key: string;
  note: string;
  /** Hexadecimal hashes, as JSON. */
  edge: string;
}

interface HeadStampTable {
  /** The chain and the size of its head. */
  stamp_id: string;
  chain: string;
  size: number;
  state: 'queued' | 'asking' | 'stamped' | 'failed';
  attempts: number;
  next_at: Millis | null;
  leased_until: Millis | null;
  problem: string | null;
  /** What the authority answered (RFC 3161), in base 64. */
  answer: string | null;
}

interface ReportJobTable {
  job_id: string;
  /** Who asked for it, as in the trail. */
  actor: string;
  /** The report's path after the base. */
  path: string;
  /** What the worker is given, as JSON. */
  task: string;
  state: JobState;
  done: number;
  total: number;
  file_name: string | null;
  media_type: string | null;
  problem: string | null;
  created_at: Millis;
  ended_at: Millis | null;
  kept_until: Millis | null;
  leased_until: Millis | null;
  /** How often its making began. */
  attempts: Generated<number>;
}

interface ReportChunkTable {
  job_id: string;
  position: number;
  bytes: Uint8Array;
}

/** One row, rewritten whenever somebody asks whether the store can be written to. */
interface StoreProbeTable {
  id: number;
  at: Millis;
  /** How often health has written: no change that a copy is due for. */
  writes: number;
}

/** The schema, as the migrations make it: the tables of the platform, and those that each feature declares in its own `*-tables.ts`. */
export interface Tables {
  mail_message: MailMessageTable;
  idempotency_key: IdempotencyKeyTable;
  store_epoch: StoreEpochTable;
  audit_entry: AuditEntryTable;
  audit_tree: AuditTreeTable;
  audit_leaf: AuditLeafTable;
  audit_head: AuditHeadTable;
  head_stamp: HeadStampTable;
  store_probe: StoreProbeTable;
  report_job: ReportJobTable;
  report_chunk: ReportChunkTable;
}
