import type { Generated } from 'kysely';
import type { HeadMoment } from '../../../shared/evidence/head.ts';
import type { MailMessage } from '../../../shared/mail/mailbox.api.ts';
import type { JobState } from '../../../shared/reports/jobs.api.ts';

/** Epoch milliseconds. */
export type Millis = number;
/** 0 or 1: SQLite has no boolean, and both engines store equal values. */
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
  /** Month and bill of a mail of billing. */
  month_id: number | null;
  bill: number | null;
}

interface IdempotencyKeyTable {
  /** Hash of caller and key, by `hash53`. */
  key_hash: number;
  /** Hash of the request, by `hash53`. */
  body_hash: number;
  reply: string;
  at: Millis;
  assembly_id: number | null;
  joint_id: number | null;
  concept_id: number | null;
  apartment_id: string | null;
}

interface StoreEpochTable {
  /** Starts at 1 and grows with every restore. */
  number: number;
  /** Random name, compared by clients. */
  epoch: string;
  began_at: Millis;
  /** Instant of the restored copy; null for a store's first epoch. */
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

/** Name and salt of a chain's tree (docs/why/evidence.md). */
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
  /** Number of the store's epoch. */
  epoch: number;
  /** Line of the signing key. */
  key: string;
  note: string;
  /** Hexadecimal hashes, as JSON. */
  edge: string;
}

interface HeadStampTable {
  /** Chain and size of the checkpoint. */
  stamp_id: string;
  chain: string;
  size: number;
  state: 'queued' | 'asking' | 'stamped' | 'failed';
  attempts: number;
  next_at: Millis | null;
  leased_until: Millis | null;
  problem: string | null;
  /** Answer of the authority (RFC 3161), in base 64. */
  answer: string | null;
}

interface ReportJobTable {
  job_id: string;
  /** Actor of the request, as in the trail. */
  actor: string;
  /** Path of the report after the base. */
  path: string;
  /** Input of the worker, as JSON. */
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
  /** Number of started attempts. */
  attempts: Generated<number>;
}

interface ReportChunkTable {
  job_id: string;
  position: number;
  bytes: Uint8Array;
}

/** One row, rewritten by each probe of the store. */
interface StoreProbeTable {
  id: number;
  at: Millis;
  /** Number of writes by health checks, ignored by copies. */
  writes: number;
}

/** Schema after all migrations: tables of the platform, and the tables of each feature's `*-tables.ts`. */
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
