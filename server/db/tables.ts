import type { Generated } from 'kysely';
import type { Rule } from '../../shared/assemblies/concepts.api.ts';
import type { Nano } from '../../shared/coefficient.ts';
import type { Profile } from '../../shared/profiles.ts';
import type { ApartmentKind } from '../../shared/properties/apartment-kinds.ts';
import type { JobState } from '../../shared/reports/jobs.api.ts';
import type { BillingTables } from './billing-tables.ts';

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
}

interface AccessLinkTable {
  token_hash: string;
  purpose: 'invitation' | 'letter' | 'temporaryPassword';
  user_id: number;
  joint_id: number | null;
  assembly_id: number | null;
  created_at: Millis;
  created_by: string;
  expires_at: Millis | null;
  revoked_at: Millis | null;
  used_at: Millis | null;
}

interface MailMessageTable {
  message_id: Generated<number>;
  kind: 'invitation' | 'summary' | 'bill' | 'relation';
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

interface OneTimeLinkTable {
  token_hash: string;
  purpose: 'firstUser';
  created_at: Millis;
  used_at: Millis | null;
}

interface AssemblyTable {
  assembly_id: Generated<number>;
  joint_id: number;
  kind: 'ordinary' | 'extraordinary';
  mode: 'inPerson' | 'virtual' | 'mixed';
  call: 1 | 2;
  title: string | null;
  agenda: string | null;
  notice: string | null;
  president: string | null;
  secretary: string | null;
  recording_url: string | null;
  zoom_id: string | null;
  zoom_password: string | null;
  created_at: Millis;
  opened_at: Millis | null;
  closed_at: Millis | null;
  archived_at: Millis | null;
  /** When attendance began again: the last reset, or the second call. */
  attendance_since: Millis | null;
}

interface RollUnitTable {
  assembly_id: number;
  joint_id: number;
  apartment_id: string;
  position: number;
  kind: ApartmentKind;
  main_apartment_id: string | null;
  owner_name: string;
  owner_document: string | null;
  owner_key: string;
  coefficient: Nano;
}

export interface AttendanceTable {
  assembly_id: number;
  joint_id: number;
  apartment_id: string;
  holder: string;
  holder_is_code: Flag;
  attendee_name: string | null;
  attendee_document: string | null;
  by_proxy: Flag;
  remote: Flag;
  at: Millis;
  registered_by: string;
  confirmed: Flag;
  /** When a scan that had waited for the network arrived; null: at once. */
  received_at: Millis | null;
}

interface ConceptTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  description: string;
  active: Flag;
  rule: Rule | null;
  approving_answer_id: number | null;
  created_at: Millis;
  opened_at: Millis | null;
  closed_at: Millis | null;
  deleted_at: Millis | null;
  resets: Generated<number>;
  base_apartments: number | null;
  base_coefficient: Nano | null;
  base_dwellings: number | null;
  base_owners: number | null;
  base_call: 1 | 2 | null;
  base_total: Nano | null;
  base_mode: 'inPerson' | 'virtual' | 'mixed' | null;
  /** Its joint's at its creation. */
  per_unit_kinds: Generated<string>;
  /** The line of the agenda, from 1. */
  agenda_item: number | null;
}

interface AnswerTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  answer_id: number;
  description: string;
}

export interface VoteTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  apartment_id: string;
  answer_id: number;
  coefficient: Nano;
  at: Millis;
  receipt: string;
  holder: string;
  cast_by: string;
  remote: Flag;
  /** The unit's kind on the roll when the vote was cast, as its coefficient. */
  kind: ApartmentKind;
}

interface AnnulmentTable {
  annulment_id: Generated<number>;
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  apartment_id: string;
  act: string;
  reason: string | null;
  annulled_by: string;
  annulled_at: Millis;
  record: string;
}

interface RollCorrectionTable {
  correction_id: Generated<number>;
  assembly_id: number;
  joint_id: number;
  apartment_id: string;
  before: string;
  after: string;
  reason: string;
  corrected_by: string;
  at: Millis;
  applied_at: Millis | null;
}

interface QuorumCheckTable {
  check_id: Generated<number>;
  assembly_id: number;
  started_at: Millis;
  started_by: string;
  ended_at: Millis | null;
}

interface QuorumCheckUnitTable {
  check_id: number;
  joint_id: number;
  apartment_id: string;
  registered_at: Millis;
  confirmed_at: Millis | null;
}

interface PresenceTable {
  presence_id: Generated<number>;
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  moment: 'opened' | 'closed';
  at: Millis;
  apartments: string;
}

interface CodeTable {
  code: string;
  joint_id: number;
  apartment_id: string | null;
  issued_at: Millis;
  issued_by: string;
  revoked_at: Millis | null;
  /** No session opens with it since. */
  withdrawn_at: Millis | null;
}

interface IdempotencyKeyTable {
  actor: string;
  key: string;
  body_hash: string;
  reply: string;
  at: Millis;
  assembly_id: number | null;
  joint_id: number | null;
  concept_id: number | null;
  apartment_id: string | null;
}

interface JointRevisionTable {
  joint_id: number;
  revision: number;
  attendance_revision: number;
  concept_revision: number;
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
export interface Tables extends BillingTables {
  joint: JointTable;
  apartment: ApartmentTable;
  ownership: OwnershipTable;
  user_account: UserAccountTable;
  user_joint: UserJointTable;
  user_apartment: UserApartmentTable;
  session: SessionTable;
  access_link: AccessLinkTable;
  mail_message: MailMessageTable;
  one_time_link: OneTimeLinkTable;
  assembly: AssemblyTable;
  roll_unit: RollUnitTable;
  attendance: AttendanceTable;
  concept: ConceptTable;
  answer: AnswerTable;
  vote: VoteTable;
  annulment: AnnulmentTable;
  roll_correction: RollCorrectionTable;
  quorum_check: QuorumCheckTable;
  quorum_check_unit: QuorumCheckUnitTable;
  presence: PresenceTable;
  code: CodeTable;
  idempotency_key: IdempotencyKeyTable;
  joint_revision: JointRevisionTable;
  audit_entry: AuditEntryTable;
  event: EventTable;
  participant: ParticipantTable;
  report_job: ReportJobTable;
  report_chunk: ReportChunkTable;
}
