import type { Generated } from 'kysely';
import type { Nano } from '../../../shared/coefficient.ts';
import type { MailMessage } from '../../../shared/mail/mailbox.api.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import type { JobState } from '../../../shared/reports/jobs.api.ts';
import type { AssemblyTables } from '../../assemblies/assembly-tables.ts';
import type { BillingTables } from '../../billing/billing-tables.ts';

/** Epoch milliseconds. */
export type Millis = number;
/** 0 or 1: SQLite has no boolean, and both engines store the same. */
export type Flag = 0 | 1;

interface JointTable {
  joint_id: Generated<number>;
  /** Set on a sector: the joint it lives in. */
  parent_joint_id: number | null;
  joint_name: string;
  uses_assemblies: Flag;
  uses_billing: Flag;
  created_at: Millis;
  /** Kinds of units, as a JSON list. */
  per_unit_kinds: Generated<string>;
  proxy_limit: number | null;
}

interface ApartmentTable {
  joint_id: number;
  apartment_id: string;
  position: number;
  kind: ApartmentKind;
  main_apartment_id: string | null;
  coefficient: Nano;
  retired_at: Millis | null;
}

interface OwnershipTable {
  joint_id: number;
  apartment_id: string;
  since: Millis;
  until: Millis | null;
  owner_name: string;
  owner_document: string | null;
}

interface UserAccountTable {
  user_id: Generated<number>;
  username: string;
  /** The user name in lower case: what must be unique and is looked up. */
  username_key: string;
  name: string;
  email: string | null;
  profile_id: Profile;
  password_hash: string | null;
  created_at: Millis;
  disabled_at: Millis | null;
  /** First sign-in with a password; null: never. */
  signed_in_at: Millis | null;
}

export type Service = 'assembly' | 'billing';

interface UserJointTable {
  user_id: number;
  joint_id: number;
  service: Service;
}

/** Of those who receive people at events: which ones. */
interface UserEventTable {
  user_id: number;
  event_id: number;
}

interface UserApartmentTable {
  user_id: number;
  joint_id: number;
  apartment_id: string;
  service: Service;
}

interface SessionTable {
  session_id: string;
  user_id: number | null;
  code: string | null;
  joint_id: number | null;
  profile_id: Profile;
  created_at: Millis;
  expires_at: Millis;
  revoked_at: Millis | null;
  /** The access link that opened it. */
  link_hash: string | null;
  /** Rounded to minutes (server/accounts/sessions/seen-sessions.ts); null where it was never used. */
  seen_at: Millis | null;
  /** The browser and the system that used it last, in words. */
  device: string | null;
  /** What opened a wall display, and the user who made it; null of other sessions. */
  display_by: 'link' | 'code' | null;
  made_by: number | null;
}

interface DisplayCodeTable {
  /** By the server's key: six digits alone are found by trying. */
  code_hash: string;
  joint_id: number;
  made_at: Millis;
  made_by: number;
  expires_at: Millis;
  /** Screens that it opened. */
  opened: number;
}

interface AccessLinkTable {
  token_hash: string;
  purpose: 'invitation' | 'letter' | 'temporaryPassword' | 'passwordReset';
  user_id: number;
  joint_id: number | null;
  assembly_id: number | null;
  created_at: Millis;
  created_by: string;
  expires_at: Millis | null;
  revoked_at: Millis | null;
  used_at: Millis | null;
}

interface KnownDeviceTable {
  user_id: number;
  token_hash: string;
  seen_at: Millis;
}

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

interface OneTimeLinkTable {
  token_hash: string;
  purpose: 'firstUser';
  created_at: Millis;
  used_at: Millis | null;
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

interface EventTable {
  event_id: Generated<number>;
  name: string;
  /** YYYY-MM-DD. */
  held_on: string | null;
  created_at: Millis;
  created_by: string;
  /** Grows with every change of the event or its participants. */
  revision: Generated<number>;
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

/** The whole schema, as the migrations make it. */
/** One row, rewritten whenever somebody asks whether the store can be written to. */
interface StoreProbeTable {
  id: number;
  at: Millis;
  /** How often health has written: no change that a copy is due for. */
  writes: number;
}

export interface Tables extends AssemblyTables, BillingTables {
  joint: JointTable;
  apartment: ApartmentTable;
  ownership: OwnershipTable;
  user_account: UserAccountTable;
  user_joint: UserJointTable;
  user_event: UserEventTable;
  user_apartment: UserApartmentTable;
  session: SessionTable;
  display_code: DisplayCodeTable;
  access_link: AccessLinkTable;
  known_device: KnownDeviceTable;
  mail_message: MailMessageTable;
  one_time_link: OneTimeLinkTable;
  store_epoch: StoreEpochTable;
  audit_entry: AuditEntryTable;
  store_probe: StoreProbeTable;
  event: EventTable;
  participant: ParticipantTable;
  report_job: ReportJobTable;
  report_chunk: ReportChunkTable;
}
