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
  /** Time of the first call without quorum, if the assembly opened in second call; else null. */
  first_call_at: Millis | null;
  title: string | null;
  agenda: string | null;
  notice: string | null;
  convener: Convener | null;
  /** Units of the owners who convened (`ConveningUnit`), as JSON; null if owners did not convene. */
  convening_units: string | null;
  /** Version of the facts; starts at 1, incremented by each change. */
  facts_version: Generated<number>;
  /** Last change of day, hour, place or agenda; null if unchanged since the preparation. */
  call_changed_at: Millis | null;
  /** SEQUENCE of the calendar entry; incremented by each change after an invitation was sent. */
  call_sequence: Generated<number>;
  /** Day and hour of the call. */
  scheduled_at: Millis | null;
  place: string | null;
  /** Current point of the agenda; `point_since` is its start. */
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
  /** Start of attendance after the last reset or the second call. */
  attendance_since: Millis | null;
  /** Code in the QR of a wall while phones may announce themselves. */
  join_code: string | null;
  /** `ask` if owners must give the room's code to register themselves (specification, section 4). */
  room_code: Generated<'ask' | 'no'>;
  /** Key of the room's codes, from the first `ask` on. Never shown or logged. */
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
  /** Equal for certainly the same person: by document, else by name, or by an answer. */
  owner_key: string;
  /** Keys of the owners' documents, '+52111222+79333444+'; '' without documents. */
  owner_documents: Generated<string>;
  /**
   * Equal for perhaps the same person. Owners are counted by this key (plurality, votes per owner, limits of powers).
   */
  person_key: Generated<string>;
  coefficient: Nano;
  /** Current version of the entry; starts at 1, incremented by each correction. */
  version: Generated<number>;
}

/** Version of a unit on the roll. Rows never change: a correction adds a row. */
interface RollEntryTable {
  assembly_id: number;
  joint_id: number;
  apartment_id: string;
  version: number;
  /** Null for versions from before entries were stored, if no correction records the name. */
  owner_name: string | null;
  owner_document: string | null;
  kind: ApartmentKind;
  coefficient: Nano;
  /** Time of the correction; null for the first version. */
  since: Millis | null;
  /** Person for the votes on this version. */
  person_key: string | null;
  /** 1 if the correction gave the unit to another person. */
  other_person: Generated<Flag | null>;
}

export interface AttendanceTable {
  assembly_id: number;
  joint_id: number;
  apartment_id: string;
  holder: string;
  holder_is_code: Flag;
  attendee_name: string | null;
  attendee_document: string | null;
  /** Normalized document to compare; null without a document. */
  attendee_key: string | null;
  by_proxy: Flag;
  remote: Flag;
  at: Millis;
  registered_by: string;
  confirmed: Flag;
  /** Arrival of a scan that waited for the network; null if sent at once. */
  received_at: Millis | null;
  /** Version of the unit on the roll at the registration. */
  roll_version: number;
  /** Null for registrations from before capacities existed: `by_proxy` distinguishes proxy and owner. */
  capacity: Capacity | null;
  /** Identification of a registration from home; null at the desk, and in old rows. */
  identified_by: Identification | null;
  /** Power of the registration; null without a power, and in old rows. */
  power_id: number | null;
}

interface ConceptTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  description: string;
  active: Flag;
  rule: Rule | null;
  /** Threshold of the rule `threshold`, in millionths of the base; null under other rules. */
  threshold: number | null;
  threshold_base: Threshold['base'] | null;
  /** Matter of the decision; null if not given. */
  matter: Matter | null;
  /** Clause of the by-laws for the majority; null if the law sets the majority, or if not given. */
  clause: string | null;
  approving_answer_id: number | null;
  /** Blank answer of an election; never elected. */
  blank_answer_id: number | null;
  created_at: Millis;
  opened_at: Millis | null;
  closed_at: Millis | null;
  deleted_at: Millis | null;
  /** Author in the trail; null if not deleted. */
  deleted_by: string | null;
  /** Null if not deleted, or without a reason. */
  deleted_reason: string | null;
  resets: Generated<number>;
  base_apartments: number | null;
  base_coefficient: Nano | null;
  base_dwellings: number | null;
  base_owners: number | null;
  base_call: 1 | 2 | null;
  base_total: Nano | null;
  base_mode: 'inPerson' | 'virtual' | 'mixed' | null;
  /** 1 if the last closing of an election kept the blank vote apart; null in old rows. */
  base_blank_apart: Flag | null;
  /** Setting of the joint at the creation. */
  per_unit_kinds: Generated<string>;
  /** If each unit or each owner has one vote. Setting of the joint at the creation. */
  vote_per: Generated<VotePer>;
  /** Line of the agenda; starts at 1. */
  agenda_item: number | null;
  /** 1 if answers stay hidden until the closing; null in old rows. */
  hide_results: Flag | null;
  /** Announced closing time; null without a countdown, and if not open. */
  countdown_to: Millis | null;
  /** Seats of an election of several seats, with `method`; null for other questions. */
  seats: number | null;
  method: ElectionMethod | null;
}

/** Interval from an opening of a question to its closing. A reopening adds a row. */
interface QuestionIntervalTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  /** Starts at 1. */
  number: number;
  opened_at: Millis;
  /** Name from the trail; null if not in the trail. */
  opened_by: string | null;
  /** Reason of the reopening; null at the first opening, and if not given. */
  reason: string | null;
  /** Null while open. */
  closed_at: Millis | null;
  closed_by: string | null;
  /** Votes at the closing that were cast in the interval; null while open, and in old rows. */
  votes: number | null;
  /** Announced result (`ClosingResult`), as JSON; null while open, if ended by a deletion, and in old rows. */
  result: string | null;
  /** Votes of the former interval set aside by the reopening; null in a first interval and in old rows. */
  set_aside: number | null;
  /** 1 if the closing counted more than was represented (docs/why/voting.md); null while open, and in old rows. */
  unverified: Flag | null;
}

interface AnswerTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  answer_id: number;
  description: string;
  /** Names of a list in an election by quotient, in order, as JSON; else null. */
  names: string | null;
}

/** Note on an election after a closing (docs/why/elections.md). */
interface ElectionNoteTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  /** Number of the closed interval. */
  interval: number;
  kind: 'lot' | 'acceptance';
  /** Lot: numbers of the tied answers, ascending. Acceptance: `answer:place`. */
  subject: string;
  /** Lot: numbers in the drawn order, as `1,4,7`. Acceptance: accepted or declined. */
  value: string;
  /** Method of drawing a lot; null for an acceptance. */
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
   * `user:12`: the holder, or the desk; `code:…`: a code; `owner:12`: the account of an owner registered with another
   * device.
   */
  cast_by: string;
  remote: Flag;
  /** Kind of the unit on the roll at the time of the vote; same for the coefficient. */
  kind: ApartmentKind;
  /** Version of the unit on the roll at the time of the vote; gives the owner. */
  roll_version: number;
  /** Answer numbers of a vote with several names, ascending (`1,4,7`; `answer_id` is the last); else null. */
  choices: string | null;
}

/** Sums of the votes for an answer, per kind of unit (`tally.repository.ts`). */
interface TallyTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  answer_id: number;
  kind: ApartmentKind;
  /** Units with a vote that names the answer. */
  apartments: number;
  coefficient: Nano;
  in_room: Nano;
  /** Votes counted once under the answer: a vote with several names counts under the last name. */
  ballots: number;
  ballot_coefficient: Nano;
  /** Votes, of `apartments`, since the last reopening. */
  late: number;
}

/** Number of votes per owner and answer, if each owner has one vote. */
interface OwnerBallotsTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  owner: string;
  answer_id: number;
  ballots: number;
}

/** Answer about the identity of owners of a joint without a parent. The last answer to a question is current. */
interface IdentityAnswerTable {
  joint_id: number;
  question: string;
  answer: IdentityAnswer;
  /** Cells of owners in the question (`PersonAnswer`), as a JSON array. */
  cells: string;
  at: Millis;
  actor: string;
}

/** Result of the owners' votes (`votesOfOwners`). */
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
  /** Represented units at the moment (`RepresentedThen`), as JSON; null in old rows. */
  represented: string | null;
}

/** Basis of a closing beside the figures of the question; a row per closing. */
interface ClosingGroundTable {
  ground_id: Generated<number>;
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  at: Millis;
  /** Entry of the closing in the joint's chain. */
  trail_seq: number;
  /** Assembly at the closing (`AssemblyThen`), as JSON. */
  assembly: string;
  /** Represented units, as a JSON list of unit and version on the roll. */
  represented: string;
}

interface CodeTable {
  code: string;
  joint_id: number;
  apartment_id: string | null;
  issued_at: Millis;
  issued_by: string;
  revoked_at: Millis | null;
  /** Time of withdrawal; a withdrawn code opens no session. */
  withdrawn_at: Millis | null;
}

interface ArrivalTable {
  arrival_id: string;
  assembly_id: number;
  ticket_hash: string;
  /** As typed, same for the document; null after the decision of the desk. */
  typed_unit: string | null;
  document: string | null;
  /** Matching unit of the roll; null without a match. */
  apartment_id: string | null;
  number: number;
  at: Millis;
  state: 'waiting' | 'confirmed' | 'refused' | 'replaced';
  decided_at: Millis | null;
  decided_by: string | null;
  /** Badge of a confirmed announcement; gives the session. */
  code: string | null;
  /** Time of the first session. */
  taken_at: Millis | null;
  /** 1 after too many wrong announcements of the network: the phone shows a request to come to the desk. */
  is_doubted: Flag;
}

/** Votes counted by a closing (docs/why/evidence.md). */
interface BallotTreeTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  /** Number of the closing's entry in the joint's chain. */
  seq: number;
  size: number;
  /** Base 64. */
  root: string;
  /** Lines of the votes in the order of the tree. */
  ballots: string;
}

/** Owners in arrears, listed for an assembly's notice or acta. Rows are never changed or deleted. */
interface DebtorsListTable {
  list_id: Generated<number>;
  assembly_id: number;
  purpose: DebtorsPurpose;
  as_of: Day;
  taken_at: Millis;
  taken_by: string;
  /** JSON: [units, owner, centavos] per debtor. Personal data. */
  debtors: string;
}

interface JointRevisionTable {
  joint_id: number;
  revision: number;
  attendance_revision: number;
  concept_revision: number;
}

/** Tables of assemblies: attendance, questions, votes. */
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
