import type { Generated } from 'kysely';
import type { Capacity, Identification } from '../../../shared/assemblies/attendance.api.ts';
import type { ElectionMethod } from '../../../shared/assemblies/elections/election.ts';
import type { Convener } from '../../../shared/assemblies/law/conveners.ts';
import type { DebtorsPurpose } from '../../../shared/assemblies/law/debtors.api.ts';
import type { AssemblyKind, Matter } from '../../../shared/assemblies/law/kinds.ts';
import type { Rule, Threshold } from '../../../shared/assemblies/law/majority.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import type { Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import type { IdentityAnswer } from '../../../shared/properties/identities.api.ts';
import type { VotePer } from '../../../shared/properties/vote-per.ts';
import type { Flag, Millis } from '../../platform/db/tables.ts';

interface AssemblyTable {
  assembly_id: Generated<number>;
  joint_id: number;
  kind: AssemblyKind;
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
  /**
   * SEQUENCE field of the iCalendar entry in invitations; incremented by each change after an invitation was sent.
   */
  call_sequence: Generated<number>;
  /** Scheduled day and hour of the assembly. */
  scheduled_at: Millis | null;
  place: string | null;
  /** Number of the current point on the agenda; `point_since` is the start of the point. */
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
  /** Time from the last reset or the second call: attendance counts only from then on. */
  attendance_since: Millis | null;
  /** Code in the QR on the projected screen, with which phones may ask to join; null if joining by phone is off. */
  join_code: string | null;
  /** `ask` if owners must give the room's code to register themselves (specification, section 4). */
  room_code: Generated<'ask' | 'no'>;
  /** Secret for computing the room's codes, from the first `ask` on. Never shown or logged. */
  room_secret: string | null;
  /** Limits of powers kept at the first notice or the opening (`PowerLimits`), as JSON; null before, and for older assemblies. */
  power_limits: string | null;
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
  /**
   * Key of the owner: equal for units certainly of the same person, by document, else by name, or by an answer of
   * the administrator.
   */
  owner_key: string;
  /** Keys of the owners' documents, '+52111222+79333444+'; '' without documents. */
  owner_documents: Generated<string>;
  /**
   * Key of the owner: equal for units perhaps of the same person. Owners are counted by this key (plurality, votes
   * per owner, limits of powers).
   */
  person_key: Generated<string>;
  coefficient: Nano;
  /** Current version of the entry; starts at 1, incremented by each correction. */
  version: Generated<number>;
}

/** Version of a unit on the assembly's roll. Rows never change: a correction adds a row. */
interface RollEntryTable {
  assembly_id: number;
  joint_id: number;
  apartment_id: string;
  version: number;
  /** Name of the owner; null in old versions if no correction records the name. */
  owner_name: string | null;
  owner_document: string | null;
  kind: ApartmentKind;
  coefficient: Nano;
  /** Time of the correction; null for the first version. */
  since: Millis | null;
  /** Key of the owner for the votes cast on this version. */
  person_key: string | null;
  /** 1 if the correction gave the unit to another person, 0 if a doubt remains; null for the same person. */
  other_person: Generated<Flag | null>;
}

/** Row of the database table of current registrations: a row for each registered unit of a joint or sector. */
export interface AttendanceTable {
  assembly_id: number;
  joint_id: number;
  /** Id of the unit: '101'. */
  apartment_id: string;
  /** User id ('12') or code of the card or badge that answers for the unit. */
  holder: string;
  /** 1 if `holder` is a code, 0 for a user id. */
  holder_is_code: Flag;
  /** Name given at the registration desk; null if not given. */
  attendee_name: string | null;
  attendee_document: string | null;
  /**
   * Identity document of the attendee in a form to compare (digits, and letters of a passport); null without a
   * document.
   */
  attendee_key: string | null;
  /** 1 if the attendee represents the owner by a power of attorney. */
  by_proxy: Flag;
  /** 1 for a registration from home. */
  remote: Flag;
  /** Time of the registration, epoch ms. */
  at: Millis;
  /** Author of the registration: 'user:12' or 'code:…'. */
  registered_by: string;
  /** 0 after the first of two calls to register a unit; 1 after the second. */
  confirmed: Flag;
  /** Arrival at the server of a scan delayed by the network; null if sent at once. */
  received_at: Millis | null;
  /** Version number of the unit on the assembly's roll at the registration, from 1. */
  roll_version: number;
  /**
   * Capacity of the attendee: owner, proxy and so on. Null in old rows: `by_proxy` then distinguishes proxy and
   * owner.
   */
  capacity: Capacity | null;
  /** Means of identification of a registration from home; null at the registration desk, and in old rows. */
  identified_by: Identification | null;
  /** Number of the power used by the registration; null without a power, and in old rows. */
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
  /** Matter of the decision (as in the law's list of majorities); null if not given. */
  matter: Matter | null;
  /** Clause of the by-laws for the majority; null if the law sets the majority, or if not given. */
  clause: string | null;
  approving_answer_id: number | null;
  /** Number of the blank answer of an election. The blank answer is never elected. */
  blank_answer_id: number | null;
  created_at: Millis;
  opened_at: Millis | null;
  closed_at: Millis | null;
  deleted_at: Millis | null;
  /** Author of the deletion, as in the audit trail; null if not deleted. */
  deleted_by: string | null;
  /** Reason of the deletion; null if not deleted, or without a reason. */
  deleted_reason: string | null;
  resets: Generated<number>;
  base_apartments: number | null;
  base_coefficient: Nano | null;
  base_dwellings: number | null;
  base_owners: number | null;
  base_call: 1 | 2 | null;
  base_total: Nano | null;
  base_mode: 'inPerson' | 'virtual' | 'mixed' | null;
  /** 1 if the last closing of an election counted the blank votes apart; null in old rows. */
  base_blank_apart: Flag | null;
  /** Kinds of units with one vote per unit: setting of the joint when the question was created. */
  per_unit_kinds: Generated<string>;
  /**
   * `unit` or `owner`: one vote for each unit or each owner. Setting of the joint when the question was created.
   */
  vote_per: Generated<VotePer>;
  /** Cost of the decision for the whole joint in centavos, and number of months; both null without a cost. */
  cost_amount: Centavos | null;
  cost_months: number | null;
  /** Number of the point on the agenda, from 1; null without a point. */
  agenda_item: number | null;
  /** Person that confirmed, at the creation, a point outside the sent notice: 'user:12'; null without, and in old rows. */
  outside_confirmed_by: string | null;
  /** 1 if answers stay hidden until the closing; null in old rows. */
  hide_results: Flag | null;
  /** Announced closing time; null without a countdown, and if not open. */
  countdown_to: Millis | null;
  /** Seats of an election of several seats, with `method`; null for other questions. */
  seats: number | null;
  method: ElectionMethod | null;
}

/** Interval from an opening of a question to the next closing. A reopening adds a row. */
interface QuestionIntervalTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  /** Number of the opening, from 1. */
  number: number;
  opened_at: Millis;
  /** Actor of the opening, as in the audit trail; null if not in the trail. */
  opened_by: string | null;
  /** Reason of the reopening; null at the first opening, and if not given. */
  reason: string | null;
  /** Time of the closing; null while open. */
  closed_at: Millis | null;
  closed_by: string | null;
  /** Number of votes at the closing that were cast since the opening; null while open, and in old rows. */
  votes: number | null;
  /** Announced result (`ClosingResult`), as JSON; null while open, if ended by a deletion, and in old rows. */
  result: string | null;
  /**
   * Number of votes of the former interval that the reopening set aside; null in a first interval and in old rows.
   */
  set_aside: number | null;
  /**
   * Units with a vote kept by the reopening and a doubtful change of owner since the vote, as a JSON array; null in a first interval and in old rows.
   */
  unsure_owners: Generated<string | null>;
  /**
   * 1 if the closing counted more votes than represented units allow (docs/why/voting.md); null while open, and in
   * old rows.
   */
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
  /** Number of the closed interval of the question, from 1. */
  interval: number;
  kind: 'lot' | 'acceptance';
  /** Subject of the note. For a lot: numbers of the tied answers, ascending. For an acceptance: `answer:place`. */
  subject: string;
  /**
   * Value of the note. For a lot: numbers of the answers in the drawn order (`1,4,7`). For an acceptance: accepted
   * or declined.
   */
  value: string;
  /** Method of drawing a lot; null for an acceptance. */
  how: string | null;
  noted_by: string;
  at: Millis;
}

/** Row of the database table of current votes: a row for each unit and question. */
export interface VoteTable {
  assembly_id: number;
  joint_id: number;
  /** Number of the question; 1 is the attendance, so questions start at 2. */
  concept_id: number;
  apartment_id: string;
  /** Number of the answer within the question, from 1. */
  answer_id: number;
  /** Coefficient of the unit at the time of the vote, in 10⁻⁹. */
  coefficient: Nano;
  at: Millis;
  /** Random code given to the voter to find the vote later. */
  receipt: string;
  /** User id ('12') or code that the unit was registered by at the time of the vote. */
  holder: string;
  /**
   * Actor of the vote: `user:12` (the voter, or the registration desk), `code:…` (a code), `owner:12` (the account
   * of an owner registered with another device).
   */
  cast_by: string;
  /** 1 for a unit registered from home. */
  remote: Flag;
  /** Kind of the unit at the time of the vote, as on the assembly's roll. The coefficient is of the same time. */
  kind: ApartmentKind;
  /** Version of the unit on the assembly's roll at the time of the vote; the version names the owner. */
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
  /** Number of units with a vote that names the answer. */
  apartments: number;
  coefficient: Nano;
  in_room: Nano;
  /**
   * Number of votes counted under the answer, each vote once: a vote with several names counts under the last name.
   */
  ballots: number;
  ballot_coefficient: Nano;
  /** Number of units, among `apartments`, with a vote cast since the last reopening of the question. */
  late: number;
}

/** Number of votes per owner and answer, for questions with one vote for each owner. */
interface OwnerBallotsTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  owner: string;
  answer_id: number;
  ballots: number;
}

/**
 * Answer of the administrator about owners of a root joint: same person or not. The last answer to a question is
 * current.
 */
interface IdentityAnswerTable {
  joint_id: number;
  question: string;
  answer: IdentityAnswer;
  /** Owners in the question (`PersonAnswer`), each as written in the table of units; a JSON array. */
  cells: string;
  at: Millis;
  actor: string;
}

/** Result of a question with one vote for each owner (`votesOfOwners`). */
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
  /** Units represented at an opening or closing (`RepresentedThen`), as JSON; null in old rows. */
  represented: string | null;
}

/** State of the assembly at the closing of a question, for later reports; a row per closing. */
interface ClosingGroundTable {
  ground_id: Generated<number>;
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  at: Millis;
  /** Number of the closing's entry in the audit trail of the joint. */
  trail_seq: number;
  /** Facts of the assembly at the closing (`AssemblyThen`), as JSON. */
  assembly: string;
  /** Represented units, as a JSON list of unit and version on the assembly's roll. */
  represented: string;
}

interface CodeTable {
  code: string;
  /** Public id of the code, 'QR-' and 16 hexadecimal digits: lists and the desk's calls name the code by the id. */
  code_id: string;
  joint_id: number;
  apartment_id: string | null;
  issued_at: Millis;
  issued_by: string;
  revoked_at: Millis | null;
  /** Time of the withdrawal of the code; a withdrawn code opens no session. Null while valid. */
  withdrawn_at: Millis | null;
}

interface ArrivalTable {
  arrival_id: string;
  assembly_id: number;
  ticket_hash: string;
  /** Unit as typed on the phone, beside the document as typed; null after the decision of the registration desk. */
  typed_unit: string | null;
  document: string | null;
  /** Unit on the assembly's roll that matches the typed unit; null without a match. */
  apartment_id: string | null;
  number: number;
  at: Millis;
  state: 'waiting' | 'confirmed' | 'refused' | 'replaced';
  decided_at: Millis | null;
  decided_by: string | null;
  /** Code of the badge given to a confirmed phone; opens the session of the phone. */
  code: string | null;
  /** Time of the phone's first session; null before. */
  taken_at: Millis | null;
  /**
   * 1 after too many wrong announcements from the same network: the phone then asks the person to come to the
   * registration desk.
   */
  is_doubted: Flag;
}

/** Votes counted by the closing of a question, as a hash tree (docs/why/evidence.md). */
interface BallotTreeTable {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  /** Number of the closing's entry in the audit trail of the joint. */
  seq: number;
  size: number;
  /** Hash at the root of the tree, base 64. */
  root: string;
  /** Text lines of the votes, in the order of the tree. */
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
  /** Debtors as JSON: [units, owner, centavos] each. Personal data. */
  debtors: string;
}

interface JointRevisionTable {
  joint_id: number;
  revision: number;
  attendance_revision: number;
  concept_revision: number;
}

/** Database tables of assemblies, by table name, for type-checked queries. */
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
