import type { TrailEntry } from './acts.ts';
import type { ReplayedPower } from './replay-powers.ts';

/** Counted vote as computed again from the entries of the audit trail, to compare with the stored vote. */
export interface ReplayedVote {
  /** Number of the chosen answer, from 1. */
  answerId: number;
  /** Coefficient of the unit, in 10⁻⁹. */
  coefficient: number;
  /** Receipt code of the voter. */
  receipt: string;
  /** Holder of the unit at the time of the vote: 'user:12' or an attendance code. */
  holder: string;
  /** Sender of the vote: 'user:12' or a code. Different from `holder` for a vote by the desk. */
  castBy: string;
  /** Time of the vote's audit entry, epoch ms. */
  at: number;
  /** Kind of the unit ('vivienda', 'local', …), as in the table of units; undefined in older entries. */
  kind: string | undefined;
  /** True for a vote from home; undefined in older entries. */
  remote: 0 | 1 | undefined;
  /** All answer numbers of a vote with several names; null for other votes. */
  choices: string | null;
  /** Version of the unit on the roll: number of corrections at the time, plus 1. */
  version: number;
}

/**
 * Valid registration of a unit as computed again from the entries of the audit trail, to compare with the stored
 * registration.
 */
export interface ReplayedRegistration {
  /** Holder of the unit: 'user:12' or an attendance code. */
  holder: string;
  /** Start of the unit's registration, epoch ms. */
  at: number;
  /** Actor of the registration: 'user:12' or a code. */
  by: string;
  /** Name of the attendee. Null if not written down. */
  attendee: string | null;
  /** Identity document of the attendee. Null if not written down. */
  document: string | null;
  /** True if the attendee represents the owner by a power. */
  byProxy: boolean;
  /** Number of the power used; null without a power. */
  powerId: number | null;
  /** Version of the unit on the roll: number of corrections at the time, plus 1. */
  version: number;
  /** Coefficient of the unit, in 10⁻⁹. The field and the fields below are undefined in older entries. */
  coefficient: number | undefined;
  /** Capacity of the attendee: 'owner', 'proxy', and so on. */
  capacity: string | null | undefined;
  /** 1 if registered from home, else 0. */
  remote: 0 | 1 | undefined;
  /** Way of identification from home: 'account', 'link' or 'code'. Null in the room. */
  identifiedBy: string | null | undefined;
}

/** Question as computed again from the entries of the audit trail, to compare with the stored question. */
export interface ReplayedQuestion {
  /** Text of the question. */
  description: string;
  /** Rule that decides: 'simple'. */
  rule: string;
  /** Number of the answer with approval as the effect. */
  approvingAnswerId: number;
  /** Number of the blank answer in an election; undefined in older entries. */
  blankAnswerId?: number | null | undefined;
  /** True to hide results until the closing. */
  hideResults: boolean;
  /**
   * Majority required by the by-laws: percentage of the base in millionths (600000 is 60 %), and the base
   * (represented coefficient or whole roll); null for other rules.
   */
  threshold: { millionths: number; base: string } | null;
  /** Legal matter of the decision. Null if unknown. */
  matter: string | null;
  /** Clause of the by-laws with the majority; null if the law sets the majority. */
  clause: string | null;
  /** Holder of a single vote: 'unit' or 'owner'. */
  votePer: string;
  /** Kinds of units that count under the rule 'perUnit'; null for other rules. */
  perUnitKinds: readonly string[] | null;
  /** Number of the point of the agenda. Null without a point. */
  agendaItem: number | null;
  /** Texts of the answers, numbered from 1. */
  answers: readonly string[];
  /** Election of several seats: seats, method, and names of lists; null for other questions. */
  seats: number | null;
  method: string | null;
  names: readonly (readonly string[])[] | null;
  /** Figures at the last closing, as the base of the decision; null before the first closing. */
  base: ReplayedBase | null;
  /** Deletion: time (epoch ms), actor ('user:12'), and reason. Null for other questions. */
  deleted: { at: number; by: string; reason: string | null } | null;
}

interface ReplayedBase {
  apartments: number;
  /** Represented coefficient in 10⁻⁹, like `total`. */
  coefficient: number;
  dwellings?: number;
  owners?: number;
  call?: number;
  total?: number;
  mode?: string;
  isBlankApart?: boolean;
}

/** Corrected unit on the assembly's roll, as expected from the audit trail. */
interface ReplayedUnit {
  owner: string;
  ownerDocument: string | null;
  kind: string;
  /** Coefficient of the unit, in 10⁻⁹. */
  coefficient: number;
}

/**
 * Correction of a unit on the roll as computed again from the entries of the audit trail, to compare with the
 * stored correction.
 */
export interface ReplayedCorrection {
  assemblyId: number;
  jointId: number;
  apartmentId: string;
  /** Corrected fields with the values before, and below with the new values. */
  before: unknown;
  after: unknown;
  reason: string;
  /** Actor of the correction: 'user:12'. */
  by: string;
  /** Time of the request, epoch ms. */
  at: number;
  /** Time of the change of the roll, epoch ms. Null while an open question delays the correction. */
  appliedAt: number | null;
}

/**
 * Attendance at the opening or closing of a question as computed again from the entries of the audit trail. Figures
 * missing in old entries are undefined.
 */
export interface ReplayedPresence {
  /** Number of units connected from home. */
  connected: number | undefined;
  /** Ids of the connected units. */
  connectedUnits: readonly string[] | undefined;
  /** Represented units and coefficient in 10⁻⁹. */
  apartments: number | undefined;
  coefficient: number | undefined;
  /** True if the act itself states the represented units; false if replayed from the registrations. */
  isTold: boolean;
  /** Number of different represented owners. */
  owners: number | undefined;
  /** Coefficient of the whole roll, in 10⁻⁹. */
  total: number | undefined;
  /** First or second call of the assembly. */
  call: number | undefined;
}

/** State of the assembly at the closing of a question, as expected from the audit trail. */
interface ReplayedGround {
  /** Represented units with the version on the assembly's roll. */
  units: readonly (readonly [apartmentId: string, version: number])[];
  facts: AssemblyFactsTold | undefined;
}

/**
 * All records of a joint's assemblies as computed again from the audit trail, by key. Made by `replayTrail`; a
 * difference to the database reveals a changed record.
 */
export interface Replayed {
  /** Valid registrations. Key: `unitName`. */
  attendance: Map<string, ReplayedRegistration>;
  /** Counted votes. Key: `voteName`. */
  votes: Map<string, ReplayedVote>;
  /** Expected questions. Key: `questionName`. */
  questions: Map<string, ReplayedQuestion>;
  /** Expected notes on elections (lots and acceptances), as text. Key: `noteName`. */
  notes: Map<string, string>;
  /**
   * Corrected units by `unitName`, each version from the second on. The audit trail does not contain the other
   * units.
   */
  roll: Map<string, (ReplayedUnit & { since: number })[]>;
  /** Requested corrections of the assembly's roll. Key: number of the correction as text. */
  corrections: Map<string, ReplayedCorrection>;
  /** Annulled registrations and votes. Key: `annulmentName`. */
  annulments: Map<string, ReplayedAnnulment>;
  /** Powers. Key: number of the power. */
  powers: Map<number, ReplayedPower>;
  /** Expected assemblies. Key: assembly id as text. */
  assemblies: Map<string, ReplayedAssembly>;
  /** Openings of questions with the closings. Key: `openingName`. */
  openings: Map<string, ReplayedOpening>;
  /** Presence at each opening and closing, by `presenceName`. */
  presences: Map<string, ReplayedPresence>;
  /** State of the assembly at each closing with hashed ballots, by `groundName`. */
  grounds: Map<string, ReplayedGround>;
  /** Acts in contradiction to the state at the time of the act: number of the entry, and Spanish sentence. */
  contradictions: { seq: number; what: string }[];
}

/**
 * Returns the key of a unit in the records replayed from the audit trail: JSON text of the ids of assembly, joint
 * and unit, '[12,3,"101"]'.
 */
export const unitName = (assemblyId: number, jointId: number, apartmentId: string): string =>
  JSON.stringify([assemblyId, jointId, apartmentId]);
/**
 * Returns the key of a question in the records replayed from the audit trail: JSON text of the ids of assembly,
 * joint and question, '[12,3,2]'.
 */
export const questionName = (assemblyId: number, jointId: number, conceptId: number): string =>
  JSON.stringify([assemblyId, jointId, conceptId]);
/**
 * Returns the key of a unit's vote in the records replayed from the audit trail: JSON text of the ids of assembly,
 * joint, question and unit, '[12,3,2,"101"]'.
 */
export const voteName = (
  assemblyId: number,
  jointId: number,
  conceptId: number,
  apartmentId: string,
): string => JSON.stringify([assemblyId, jointId, conceptId, apartmentId]);

/**
 * Returns the key of the attendance at an opening or closing of a question, in the records replayed from the audit
 * trail.
 * @param question key by `questionName`
 * @param at time in epoch ms
 */
export const presenceName = (question: string, moment: 'opened' | 'closed', at: number): string =>
  JSON.stringify([...JSON.parse(question), moment, at]);

/**
 * Returns the key of a note on an election (lot or acceptance), in the records replayed from the audit trail.
 * @param question key by `questionName`
 * @param interval number of the question's period
 * @param subject lot or candidate
 */
export const noteName = (question: string, interval: number, kind: string, subject: string): string =>
  JSON.stringify([...JSON.parse(question), interval, kind, subject]);

/**
 * Registered unit in the facts of an audit entry, as an array. `coefficient` is in 10⁻⁹; `remote` is 1 for a unit
 * at home. Older entries have only the first two elements.
 */
export type UnitFact = [
  jointId: number,
  apartmentId: string,
  coefficient?: number,
  capacity?: string | null,
  remote?: 0 | 1,
];
/**
 * Vote of a unit in the facts of an audit entry, as an array. `coefficient` is in 10⁻⁹; `holder` answers for the
 * unit and `castBy` sent the vote: 'user:12' or a code; `choices` has all names of a vote with several names:
 * '1,4,7'.
 */
export type VoteFact = [
  jointId: number,
  conceptId: number,
  apartmentId: string,
  answerId: number,
  coefficient: number,
  receipt: string,
  holder: string,
  castBy: string,
  kind?: string,
  remote?: 0 | 1,
  choices?: string,
];
/** Facts in the entries of a joint's audit trail. Each kind of act has only some of the fields. */
export interface Facts {
  assemblyId: number;
  /** Facts of the assembly: title, place and so on. */
  assembly?: AssemblyFactsTold;
  /** Time of the opening of the assembly, epoch ms. */
  openedAt?: number;
  /** Person registered for the units. Null if not written down. */
  attendee?: { name: string; document?: string } | null;
  /** True if the attendee represents the owner by a power of attorney. */
  byProxy?: boolean;
  /** Ids of the units represented by a power. */
  proxyFor?: string[];
  /** Power used for each unit: number of the power, and id of the unit. */
  powers?: [powerId: number, unit: string][];
  /** Way of identification from home: 'account', 'link' or 'code'. */
  identifiedBy?: string;
  /** Reason typed by the person. Null without a reason. */
  reason?: string | null;
  /** Number of the question's period, from 1. */
  interval?: number;
  /** Units with a vote set aside by a reopening; missing in first openings and older entries. */
  setAside?: string[];
  /** Ids of the units with a kept vote and a doubtful change of owner. */
  unsureOwners?: string[];
  /** Announced result of a closing. */
  result?: { voted: unknown; status: string | null; answers: unknown };
  /** Corrected facts before the act, and below after the act. */
  before?: unknown;
  after?: unknown;
  jointId?: number;
  jointIds?: number[];
  conceptId?: number;
  apartmentId?: string;
  /** Holder of the units: 'user:12' or an attendance code. */
  holder?: string;
  /** 1 if the act opened the question, 0 if closed or prepared. */
  active?: 0 | 1;
  /** Text of the question. */
  description?: string;
  rule?: string;
  /** Number of the answer with approval as the effect. */
  approvingAnswerId?: number;
  blankAnswerId?: number | null;
  hideResults?: boolean;
  threshold?: { millionths: number; base: string };
  matter?: string;
  agendaItem?: number | null;
  clause?: string;
  votePer?: string;
  /** Kinds of units with a vote under the rule `perUnit`. */
  perUnitKinds?: readonly string[];
  /** Texts of the answers, numbered from 1. */
  answers?: string[];
  seats?: number | null;
  method?: string | null;
  /** Names of the candidates of each list. */
  names?: string[][] | null;
  /** Answer ids in the order drawn by a lot. */
  order?: number[];
  answerId?: number;
  /** Place of a candidate in the list, from 1. */
  place?: number;
  /** 'accepted' or 'declined'. */
  acceptance?: string;
  /** Represented units and roll at a closing. */
  base?: ReplayedBase;
  /** Hash tree over the ballots of a closing; missing in older entries. */
  ballots?: object;
  /** Units connected from home at an opening or closing: number and ids. */
  connected?: number;
  connectedUnits?: string[];
  /** Registered or freed units. */
  units?: UnitFact[];
  /** Cast votes; for annulled votes only joint, question, unit and receipt; in a closing the number. */
  votes?: VoteFact[] | number;
  correctionId?: number;
  checkId?: number;
  /** Way of the act, for example the kind of end of a power. */
  how?: string;
  /** True for a closing with more counted votes than represented units allow. */
  unverified?: boolean;
  /** Numbers of the corrections of the roll applied by the act. */
  corrections?: number[];
  /** Scan time of delayed registrations; `receivedAt` is the arrival at the server. */
  enteredAt?: number;
  receivedAt?: number;
  /** Units moved from a holder to another holder, for example after a lost card. */
  moves?: { from: string; to: string; units: UnitFact[] }[];
  /** For an opening: hash of the roll. For a correction: the corrected units. */
  roll?: CorrectedUnit[];
}

/** Unit of the roll after a correction, in the facts of an audit entry. */
export interface CorrectedUnit extends ReplayedUnit {
  jointId: number;
  apartmentId: string;
  /** Another unit of the same owner. Null if there is no other unit. Missing if the act names no owner. */
  personWith?: string | null;
  /** True if the correction gave the unit to another owner. */
  otherPerson?: true;
}

/**
 * Returns the votes listed in an audit entry; empty for entries without votes, and for old entries with only a
 * number of votes.
 */
export function votesIn({ facts }: TrailEntry): readonly VoteFact[] {
  const { votes } = facts as Facts;
  return Array.isArray(votes) ? (votes as VoteFact[]) : [];
}

/** Returns the corrected units listed in the audit entry of a correction of the roll. */
export const correctedIn = ({ facts }: TrailEntry): readonly CorrectedUnit[] =>
  (facts as { roll: readonly CorrectedUnit[] }).roll;

/**
 * Annulled registration or vote as computed again from the entries of the audit trail, with act, reason and author.
 */
export interface ReplayedAnnulment {
  /** Internal name of the annulling act. */
  act: string;
  reason: string | null;
  /** Actor of the annulment: 'user:12'. */
  by: string;
  /** Record before the annulment. */
  record: ReplayedVote | ReplayedRegistration;
}

/**
 * Facts of an assembly in the audit trail: name of the fact ('place', 'president') to value. Instants are epoch ms.
 * Empty in older entries.
 */
export type AssemblyFactsTold = Readonly<Record<string, string | number | null>>;

/** Assembly as computed again from the entries of the audit trail, to compare with the stored assembly. */
export interface ReplayedAssembly {
  /** Facts at the last entry: title, place, president and so on, by name. */
  facts: AssemblyFactsTold | undefined;
  /** Time of the opening, epoch ms (like the following fields); null if never opened. */
  openedAt: number | null;
  closedAt: number | null;
  archivedAt: number | null;
  /** Start of the valid registrations after a second call or a reset, epoch ms; null without both. */
  attendanceSince: number | null;
  /**
   * True if the opening's entry has a hash of the roll. Assemblies with the hash also name the roll version in
   * votes and registrations.
   */
  isSealed: boolean;
}

/** Opening of a question, up to the closing, as computed again from the entries of the audit trail. */
export interface ReplayedOpening {
  /** Time of the opening, epoch ms. */
  openedAt: number;
  /** Actor of the opening: 'user:12'. */
  by: string;
  /** Reason of a reopening; null without a reason. */
  reason: string | null;
  /** Time of the closing, epoch ms; null while open. */
  closedAt: number | null;
  /** Actor of the closing; null while open. */
  closedBy: string | null;
  /** Number of votes counted at the closing and cast since the opening; null if a deletion ended the question. */
  votes: number | null | undefined;
  /** Number of votes set aside by the opening; null for first openings and older entries. */
  setAside: number | null;
  /** Units with a vote kept by the reopening and a doubtful change of owner. Null in old acts. */
  unsureOwners: string[] | null;
  /** True if the closing's entry says that more votes were counted than represented. */
  unverified: boolean;
  /** Announced result of the closing; undefined in older entries. */
  result: Facts['result'] | null;
}
