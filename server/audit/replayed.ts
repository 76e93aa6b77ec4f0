/** Counted vote according to the trail. */
export interface ReplayedVote {
  answerId: number;
  /** In 10⁻⁹. */
  coefficient: number;
  receipt: string;
  holder: string;
  castBy: string;
  /** Time of the entry, epoch ms. */
  at: number;
  /** Kind of the unit; undefined in older entries. */
  kind: string | undefined;
  /** True for a vote from home; undefined in older entries. */
  remote: 0 | 1 | undefined;
  /** All names of a ballot with several names; else null. */
  choices: string | null;
  /** Version of the unit on the roll: number of corrections at that time, plus 1. */
  version: number;
}

/** Valid registration according to the trail. */
export interface ReplayedRegistration {
  holder: string;
  /** Entry time of the unit, epoch ms. */
  at: number;
  by: string;
  attendee: string | null;
  document: string | null;
  byProxy: boolean;
  /** Power submitted before the assembly. */
  powerId: number | null;
  /** Version of the unit on the roll: number of corrections at that time, plus 1. */
  version: number;
  /** In 10⁻⁹. This field and the fields below are undefined in older entries. */
  coefficient: number | undefined;
  capacity: string | null | undefined;
  remote: 0 | 1 | undefined;
  identifiedBy: string | null | undefined;
}

/** Question as created, and the base of its last closing. */
export interface ReplayedQuestion {
  description: string;
  rule: string;
  approvingAnswerId: number;
  /** Undefined in older entries. */
  blankAnswerId?: number | null | undefined;
  hideResults: boolean;
  /** Percentage of the by-laws: in millionths, with its base. */
  threshold: { millionths: number; base: string } | null;
  matter: string | null;
  /** Clause of the by-laws with the majority. */
  clause: string | null;
  votePer: string;
  agendaItem: number | null;
  answers: readonly string[];
  /** Election of several seats: seats, method, and names of lists; null for other questions. */
  seats: number | null;
  method: string | null;
  names: readonly (readonly string[])[] | null;
  /** Null before the first closing. */
  base: ReplayedBase | null;
  deleted: { at: number; by: string; reason: string | null } | null;
}

interface ReplayedBase {
  apartments: number;
  /** In 10⁻⁹, like `total`. */
  coefficient: number;
  dwellings?: number;
  owners?: number;
  call?: number;
  total?: number;
  mode?: string;
  isBlankApart?: boolean;
}

/** Unit on the roll after the last correction. */
interface ReplayedUnit {
  owner: string;
  ownerDocument: string | null;
  kind: string;
  /** In 10⁻⁹. */
  coefficient: number;
}

export interface ReplayedCorrection {
  assemblyId: number;
  jointId: number;
  apartmentId: string;
  before: unknown;
  after: unknown;
  reason: string;
  by: string;
  /** Epoch ms. */
  at: number;
  appliedAt: number | null;
}

/** Expected records of a joint's assemblies according to the trail. */
export interface Replayed {
  /** Registrations by `unitName`. */
  attendance: Map<string, ReplayedRegistration>;
  /** Votes by `voteName`. */
  votes: Map<string, ReplayedVote>;
  /** Questions by `questionName`. */
  questions: Map<string, ReplayedQuestion>;
  /** Notes on elections by `noteName`: lots and acceptances. */
  notes: Map<string, string>;
  /** Corrected units by `unitName`, each version from the second on. The trail does not contain the other units. */
  roll: Map<string, (ReplayedUnit & { since: number })[]>;
  /** Requested corrections, by number. */
  corrections: Map<string, ReplayedCorrection>;
  /** Annulled records by `annulmentName`. */
  annulments: Map<string, ReplayedAnnulment>;
  /** Assemblies by number. */
  assemblies: Map<string, ReplayedAssembly>;
  /** Openings until closing, by question name and opening number. */
  openings: Map<string, ReplayedOpening>;
  /** Impossible acts, by sequence number. */
  contradictions: { seq: number; what: string }[];
}

export const unitName = (assemblyId: number, jointId: number, apartmentId: string): string =>
  JSON.stringify([assemblyId, jointId, apartmentId]);
export const questionName = (assemblyId: number, jointId: number, conceptId: number): string =>
  JSON.stringify([assemblyId, jointId, conceptId]);
export const voteName = (
  assemblyId: number,
  jointId: number,
  conceptId: number,
  apartmentId: string,
): string => JSON.stringify([assemblyId, jointId, conceptId, apartmentId]);

export const noteName = (question: string, interval: number, kind: string, subject: string): string =>
  JSON.stringify([...JSON.parse(question), interval, kind, subject]);

export type UnitFact = [
  jointId: number,
  apartmentId: string,
  coefficient?: number,
  capacity?: string | null,
  remote?: 0 | 1,
];
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
export type AnnulledFact = [jointId: number, conceptId: number, apartmentId: string, receipt: string];

/** Fields of acts in a joint's chain. Each act has some of the fields. */
export interface Facts {
  assemblyId: number;
  assembly?: AssemblyFactsTold;
  openedAt?: number;
  attendee?: { name: string; document?: string } | null;
  byProxy?: boolean;
  proxyFor?: string[];
  powers?: [powerId: number, unit: string][];
  identifiedBy?: string;
  reason?: string | null;
  interval?: number;
  /** Units with a vote set aside by a reopening; missing in first openings and older entries. */
  setAside?: string[];
  result?: { voted: unknown; status: string | null; answers: unknown };
  before?: unknown;
  after?: unknown;
  jointId?: number;
  jointIds?: number[];
  conceptId?: number;
  apartmentId?: string;
  holder?: string;
  active?: 0 | 1;
  description?: string;
  rule?: string;
  approvingAnswerId?: number;
  blankAnswerId?: number | null;
  hideResults?: boolean;
  threshold?: { millionths: number; base: string };
  matter?: string;
  agendaItem?: number | null;
  clause?: string;
  votePer?: string;
  answers?: string[];
  seats?: number | null;
  method?: string | null;
  names?: string[][] | null;
  order?: number[];
  answerId?: number;
  place?: number;
  acceptance?: string;
  base?: ReplayedBase;
  units?: UnitFact[];
  votes?: VoteFact[] | AnnulledFact[] | number;
  correctionId?: number;
  checkId?: number;
  how?: string;
  /** True for a closing that counted more than represented. */
  unverified?: boolean;
  corrections?: number[];
  /** Scan time of delayed registrations, and their arrival time. */
  enteredAt?: number;
  receivedAt?: number;
  moves?: { from: string; to: string; units: UnitFact[] }[];
  /** For an opening: the bound roll. For a correction: the corrected units. */
  roll?: (ReplayedUnit & { jointId: number; apartmentId: string })[];
}

/** Annulled record with the act and the time. */
export interface ReplayedAnnulment {
  act: string;
  reason: string | null;
  by: string;
  record: ReplayedVote | ReplayedRegistration;
}

/** Fields of an assembly in the trail, by name; empty in older entries. */
export type AssemblyFactsTold = Readonly<Record<string, string | number | null>>;

export interface ReplayedAssembly {
  facts: AssemblyFactsTold | undefined;
  /** Epoch ms, like the others; null if never opened. */
  openedAt: number | null;
  closedAt: number | null;
  archivedAt: number | null;
  attendanceSince: number | null;
  /**
   * True if the entry of the opening binds the roll. From the same day on, votes and registrations name the roll
   * version.
   */
  isSealed: boolean;
}

/** Opening of a question until its closing. */
export interface ReplayedOpening {
  /** Epoch ms. */
  openedAt: number;
  by: string;
  reason: string | null;
  closedAt: number | null;
  closedBy: string | null;
  /** Votes counted at the closing and cast since the opening; null if a deletion ended the question. */
  votes: number | null | undefined;
  /** Votes set aside by the opening; null for first openings and older entries. */
  setAside: number | null;
  /** True if the entry of the closing says that more was counted than represented. */
  unverified: boolean;
  /** Announced result of the closing; undefined in older entries. */
  result: Facts['result'] | null;
}
