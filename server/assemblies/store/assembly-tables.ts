import type { Generated } from 'kysely';
import type { Capacity, Identification } from '../../../shared/assemblies/attendance.api.ts';
import type { ElectionMethod } from '../../../shared/assemblies/elections/election.ts';
import type { Convener } from '../../../shared/assemblies/law/conveners.ts';
import type { DebtorsPurpose } from '../../../shared/assemblies/law/debtors.api.ts';
import type { Matter } from '../../../shared/assemblies/law/kinds.ts';
import type { Rule, Threshold } from '../../../shared/assemblies/law/majority.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import type { Day } from '../../../shared/days.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import type { IdentityAnswer } from '../../../shared/properties/identities.api.ts';
import type { VotePer } from '../../../shared/properties/vote-per.ts';
import type { Flag, Millis } from '../../platform/db/tables.ts';

interface AssemblyTable {
  assembly_id: Generated<number>;
  joint_id: number;
  kind: 'ordinary' | 'extraordinary';
  mode: 'inPerson' | 'virtual' | 'mixed';
  call: 1 | 2;
  /** Of an assembly that was opened in second call: when its first call was, which had no quorum. Null of all others. */
  first_call_at: Millis | null;
  title: string | null;
  agenda: string | null;
  notice: string | null;
  convener: Convener | null;
  /** Units of the owners who convened (`ConveningUnit`), as JSON; null if owners did not convene. */
  convening_units: string | null;
  /** Version of the facts, from 1; one more with each change. */
  facts_version: Generated<number>;
  /** When day, hour, place or agenda last changed; null if never since it was prepared. */
  call_changed_at: Millis | null;
  /** SEQUENCE of the calendar entry; one more with each change after an invitation was sent. */
  call_sequence: Generated<number>;
  /** The day and hour that it is called for. */
  scheduled_at: Millis | null;
  place: string | null;
  /** The point of the agenda that is being dealt with, and since when. */
  point: number | null;
  point_since: Millis | null;
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
  /** What a wall shows as a QR while phones may announce themselves by it. */
  join_code: string | null;
  /** Whether owners who register themselves give the room's code (the specification, section 4). */
  room_code: Generated<'ask' | 'no'>;
  /** Key of the room's codes, from the first `ask` on; never shown or told. */
  room_secret: string | null;
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
  /** Equal if certainly one person: by document, else name, or by an answer. */
  owner_key: string;
  /** Keys of the owners' documents, '+52111222+79333444+'; '' without any. */
  owner_documents: Generated<string>;
  /** Equal if perhaps one person: owners are counted by it (plurality, votes per owner, limits of powers). */
  person_key: Generated<string>;
  coefficient: Nano;
  /** Which of its entries stands: from 1, one more with each correction. */
  version: Generated<number>;
}

/** What a unit was on the roll in one of its versions. An entry is never changed: a correction adds the next one. */
interface RollEntryTable {
  assembly_id: number;
  joint_id: number;
  apartment_id: string;
  version: number;
  /** Null on what stood before entries were kept and no correction tells of. */
  owner_name: string | null;
  owner_document: string | null;
  kind: ApartmentKind;
  coefficient: Nano;
  /** When the correction was applied; null of the first one, as the roll was opened. */
  since: Millis | null;
  /** Person that votes on this version count for. */
  person_key: string | null;
}

export interface AttendanceTable {
  assembly_id: number;
  joint_id: number;
  apartment_id: string;
  holder: string;
  holder_is_code: Flag;
  attendee_name: string | null;
  attendee_document: string | null;
  /** The document as it is compared; null without one. */
  attendee_key: string | null;
  by_proxy: Flag;
  remote: Flag;
  at: Millis;
  registered_by: string;
  confirmed: Flag;
  /** When a scan that had waited for the network arrived; null: at once. */
  received_at: Millis | null;
  /** The unit's version on the roll when it was registered. */
  roll_version: number;
  /** Null on a registration from before capacities were asked for: `by_proxy` tells a proxy from an owner. */
  capacity: Capacity | null;
  /** What a registration from home was identified by; null at the desk, and on those from before this was kept. */
  identified_by: Identification | null;
  /** The power that it came with; null: none, or from before powers were kept. */
  power_id: number | null;
}

interface ConceptTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  description: string;
  active: Flag;
  rule: Rule | null;
  /** Of the rule of that name, in millionths of its base; null under the others. */
  threshold: number | null;
  threshold_base: Threshold['base'] | null;
  /** What it decides; null where nobody said. */
  matter: Matter | null;
  /** Where the by-laws ask for its majority; null where the law does, or nobody. */
  clause: string | null;
  approving_answer_id: number | null;
  /** Of an election: the answer that is never elected. */
  blank_answer_id: number | null;
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
  /** Of an election's last closing: whether the blank vote was kept apart; null on those before this was so. */
  base_blank_apart: Flag | null;
  /** Its joint's at its creation. */
  per_unit_kinds: Generated<string>;
  /** Whether each of those units has one vote, or each of their owners: its joint's at its creation. */
  vote_per: Generated<VotePer>;
  /** The line of the agenda, from 1. */
  agenda_item: number | null;
  /** 1: what was answered is shown to nobody before it closes; null on questions made before there was a choice. */
  hide_results: Flag | null;
  /** When its closing is announced for; null where it has no countdown, or is not open. */
  countdown_to: Millis | null;
  /** Of an election of several seats, as `method`; null on every other question. */
  seats: number | null;
  method: ElectionMethod | null;
}

/** From an opening of a question to its closing; a question that is opened again has one more. */
interface QuestionIntervalTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  /** From 1. */
  number: number;
  opened_at: Millis;
  /** As the trail names who did it; null where the trail does not tell. */
  opened_by: string | null;
  /** Why it was opened again; null at the first opening, and where no reason was given. */
  reason: string | null;
  /** Null while it is open. */
  closed_at: Millis | null;
  closed_by: string | null;
  /** Of the votes that stood at the closing those cast in the interval; null while it is open, and on older ones. */
  votes: number | null;
  /** What the closing said (`ClosingResult`), as JSON; null while open, where a deletion ended it, and on older ones. */
  result: string | null;
  /** Votes of the former interval that the reopening set aside; null in a first interval and in older ones. */
  set_aside: number | null;
  /** 1 if the closing counted more than was represented (docs/voting.md); null while open, and in older ones. */
  unverified: Flag | null;
}

interface AnswerTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  answer_id: number;
  description: string;
  /** Of a list in an election by quotient its names in order, as JSON; else null. */
  names: string | null;
}

/** What was noted of an election after one of its closings (docs/elections.md). */
interface ElectionNoteTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  /** Number of the interval that the closing ended. */
  interval: number;
  kind: 'lot' | 'acceptance';
  /** Of a lot the numbers of the tied answers, growing; of an acceptance `answer:place`. */
  subject: string;
  /** Of a lot the numbers in the order that was drawn, as `1,4,7`; of an acceptance accepted or declined. */
  value: string;
  /** Of a lot: how it was drawn. */
  how: string | null;
  noted_by: string;
  at: Millis;
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
  /**
   * `user:12`: the holder, or the desk; `code:…`: a code; `owner:12`: the account of an owner who is registered with
   * another device.
   */
  cast_by: string;
  remote: Flag;
  /** The unit's kind on the roll when the vote was cast, as its coefficient. */
  kind: ApartmentKind;
  /** The unit's version on the roll when the vote was cast: whose it was. */
  roll_version: number;
  /** Of a ballot with several names the numbers of all of them, growing (`1,4,7`; `answer_id` is the last); else null. */
  choices: string | null;
}

/** What votes add to an answer, of units of one kind (`tally.repository.ts`). */
interface TallyTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  answer_id: number;
  kind: ApartmentKind;
  /** Of the ballots that name the answer. */
  apartments: number;
  coefficient: Nano;
  in_room: Nano;
  /** Of the ballots that are counted once under it: of one with several names it is the last. */
  ballots: number;
  ballot_coefficient: Nano;
  /** Of these, those cast since the question was opened again. */
  late: number;
}

/** Where each owner has one vote: how many of an owner's ballots have an answer. */
interface OwnerBallotsTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  owner: string;
  answer_id: number;
  ballots: number;
}

/** Answer about the identity of owners, of a joint without a parent. The last one of a question stands. */
interface IdentityAnswerTable {
  joint_id: number;
  question: string;
  answer: IdentityAnswer;
  /** Cells of owners that were asked about (`PersonAnswer`), as a JSON array. */
  cells: string;
  at: Millis;
  actor: string;
}

/** What these come to (`votesOfOwners`). */
interface OwnerTallyTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  answer_id: number;
  votes: number;
  divided: number;
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
  /** What was represented then (`RepresentedThen`), as JSON; null on those from before it was kept. */
  represented: string | null;
}

/** What a closing of a question stood on beside the figures that the question keeps: a row per closing. */
interface ClosingGroundTable {
  ground_id: Generated<number>;
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  at: Millis;
  /** Of the joint's chain, the closing's own entry. */
  trail_seq: number;
  /** What the assembly was then (`AssemblyThen`), as JSON. */
  assembly: string;
  /** Units that were represented, as a JSON list of unit and version on the roll. */
  represented: string;
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

interface ArrivalTable {
  arrival_id: string;
  assembly_id: number;
  ticket_hash: string;
  /** As typed, as the document; null once the desk has decided. */
  typed_unit: string | null;
  document: string | null;
  /** The unit of the roll that is meant; null where there is none such. */
  apartment_id: string | null;
  number: number;
  at: Millis;
  state: 'waiting' | 'confirmed' | 'refused' | 'replaced';
  decided_at: Millis | null;
  decided_by: string | null;
  /** Of a confirmed one: the badge whose session it gets. */
  code: string | null;
  /** When it got its first session. */
  taken_at: Millis | null;
  /** 1 after too many wrong announcements of the network: the phone reads that it should come to the desk. */
  is_doubted: Flag;
}

/** The ballots that a closing counted (docs/evidence.md). */
interface BallotTreeTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  /** Of the closing's entry in the joint's chain. */
  seq: number;
  size: number;
  /** Base 64. */
  root: string;
  /** Lines of the ballots in the order of the tree. */
  ballots: string;
}

/** Owners in arrears when a list was taken for an assembly's notice or acta. Rows are never changed nor deleted. */
interface DebtorsListTable {
  list_id: Generated<number>;
  assembly_id: number;
  purpose: DebtorsPurpose;
  as_of: Day;
  taken_at: Millis;
  taken_by: string;
  /** JSON: [units, owner, centavos] of each. Personal. */
  debtors: string;
}

interface JointRevisionTable {
  joint_id: number;
  revision: number;
  attendance_revision: number;
  concept_revision: number;
}

/** The tables of assemblies: who is there, what is asked, what was voted. */
export interface AssemblyTables {
  assembly: AssemblyTable;
  roll_unit: RollUnitTable;
  roll_entry: RollEntryTable;
  attendance: AttendanceTable;
  identity_answer: IdentityAnswerTable;
  concept: ConceptTable;
  question_interval: QuestionIntervalTable;
  answer: AnswerTable;
  election_note: ElectionNoteTable;
  vote: VoteTable;
  tally: TallyTable;
  owner_ballots: OwnerBallotsTable;
  owner_tally: OwnerTallyTable;
  annulment: AnnulmentTable;
  roll_correction: RollCorrectionTable;
  quorum_check: QuorumCheckTable;
  quorum_check_unit: QuorumCheckUnitTable;
  presence: PresenceTable;
  closing_ground: ClosingGroundTable;
  code: CodeTable;
  arrival: ArrivalTable;
  debtors_list: DebtorsListTable;
  joint_revision: JointRevisionTable;
  ballot_tree: BallotTreeTable;
}

declare module '../../platform/db/tables.ts' {
  interface Tables extends AssemblyTables {}
}
