import type { Generated } from 'kysely';
import type { HeadMoment } from '../../../shared/evidence/head.ts';
import type { MailMessage } from '../../../shared/mail/mailbox.api.ts';
import type { JobState } from '../../../shared/reports/jobs.api.ts';

/** Instant in milliseconds since 1970 (UTC). */
export type Millis = number;
/**
 * Database value of true (1) and false (0): SQLite has no boolean, and SQLite and PostgreSQL store equal values.
 */
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
  /** Report of an undelivered mail: instant of the reading, and status and diagnosis of the server. */
  bounced_at: Millis | null;
  bounce: string | null;
  /** Month and bill that a mail is about; null for mails without a bill. */
  month_id: number | null;
  bill: number | null;
}

interface IdempotencyKeyTable {
  /** Hash of the caller and the idempotency key, made by `hash53`. */
  key_hash: number;
  /** Hash of the request's content, made by `hash53`: the same key with another request is refused. */
  body_hash: number;
  reply: string;
  at: Millis;
  assembly_id: number | null;
  joint_id: number | null;
  concept_id: number | null;
  apartment_id: string | null;
}

interface StoreEpochTable {
  /** Number of the epoch: 1 for a new database, increased by every restore of a backup. */
  number: number;
  /** Random name of the epoch. Clients compare the name to notice a restored database. */
  epoch: string;
  began_at: Millis;
  /** Instant of the restored backup; null for the first epoch of a database. */
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

/** Contact or name of a person in an audit entry, erasable without a change of the entry (docs/why/audit.md). */
interface AuditTextTable {
  chain: string;
  seq: number;
  /** Salted hash, as in the facts of the entry: 'dato:' and 64 hexadecimal signs. */
  hash: string;
  /** Salt of the hash, 16 bytes, hexadecimal; null after the erasure. */
  salt: string | null;
  /** Null after the erasure. */
  body: string | null;
  /** Key of the erasure; null for a standing text. */
  erasure_key: string | null;
}

/** Name and salt of the hash tree over the audit entries of a chain (docs/why/evidence.md). */
interface AuditTreeTable {
  chain: string;
  origin: string;
  /** Random salt of the tree: 32 bytes, hexadecimal. */
  salt: string;
}

interface CodedTrailTable {
  chain: string;
  /** Number of the chain's last entry with a whole code (until 29 November 2026). */
  entries: number;
}

interface AuditLeafTable {
  chain: string;
  seq: number;
  /** Hash of an audit entry's leaf in the tree, hexadecimal. */
  hash: string;
}

interface AuditHeadTable {
  chain: string;
  size: number;
  moment: HeadMoment;
  at: Millis;
  /** Number of the database's epoch at the signature. */
  epoch: number;
  /** Public key of the signature, as a line of text. */
  key: string;
  note: string;
  /** Hashes at the right edge of the tree, to continue the tree from here: hexadecimal, as a JSON list. */
  edge: string;
}

interface HeadStampTable {
  /** Id of the time stamp: chain and size of the signed checkpoint. */
  stamp_id: string;
  chain: string;
  size: number;
  state: 'queued' | 'asking' | 'stamped' | 'failed';
  attempts: number;
  next_at: Millis | null;
  leased_until: Millis | null;
  problem: string | null;
  /** Answer of the time-stamp authority (RFC 3161), in base 64; null before the answer. */
  answer: string | null;
}

interface ReportJobTable {
  job_id: string;
  /** User or token that requested the report, written as in the audit log. */
  actor: string;
  /** Path of the report's endpoint, without the base path of the API. */
  path: string;
  /** Input for the worker making the report, as JSON. */
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
  /** Number of attempts of workers to make the report. */
  attempts: Generated<number>;
}

interface ReportChunkTable {
  job_id: string;
  position: number;
  bytes: Uint8Array;
}

/** Table with a single row, rewritten by each test if the database can be written. */
interface StoreProbeTable {
  id: number;
  at: Millis;
  /** Number of writes by health checks. Backups ignore the figure. */
  writes: number;
}

/**
 * Types of all database tables after all migrations: tables of the platform and tables of each feature
 * (`*-tables.ts`).
 */
export interface Tables {
  mail_message: MailMessageTable;
  idempotency_key: IdempotencyKeyTable;
  store_epoch: StoreEpochTable;
  audit_entry: AuditEntryTable;
  audit_text: AuditTextTable;
  audit_tree: AuditTreeTable;
  coded_trail: CodedTrailTable;
  audit_leaf: AuditLeafTable;
  audit_head: AuditHeadTable;
  head_stamp: HeadStampTable;
  store_probe: StoreProbeTable;
  report_job: ReportJobTable;
  report_chunk: ReportChunkTable;
}
