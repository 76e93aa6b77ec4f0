/** A vote that stands, as the trail tells it. */
export interface ReplayedVote {
  answerId: number;
  /** In 10⁻⁹. */
  coefficient: number;
  receipt: string;
  holder: string;
  castBy: string;
  /** Epoch ms: when its entry was written. */
  at: number;
  /** The unit's kind; undefined where the entry is older than its noting. */
  kind: string | undefined;
  /** Cast from home; undefined likewise. */
  remote: 0 | 1 | undefined;
  /** Of a ballot with several names all of them; else null. */
  choices: string | null;
  /** How many corrections of the unit were on the roll then, and one. */
  version: number;
}

/** A registration that stands, as the trail tells it. */
export interface ReplayedRegistration {
  holder: string;
  /** Epoch ms: when the unit entered. */
  at: number;
  by: string;
  attendee: string | null;
  document: string | null;
  byProxy: boolean;
  /** The power that was brought before the evening. */
  powerId: number | null;
  /** How many corrections of the unit were on the roll then, and one. */
  version: number;
  /** In 10⁻⁹; undefined, as what follows, where the entry is older than its noting. */
  coefficient: number | undefined;
  capacity: string | null | undefined;
  remote: 0 | 1 | undefined;
  identifiedBy: string | null | undefined;
}

/** A question as it was asked, and what its last closing stood on. */
export interface ReplayedQuestion {
  description: string;
  rule: string;
  approvingAnswerId: number;
  /** Undefined in entries from before it was told. */
  blankAnswerId?: number | null | undefined;
  hideResults: boolean;
  /** Of the by-laws' percentage: in millionths, and of which base. */
  threshold: { millionths: number; base: string } | null;
  matter: string | null;
  /** Where the by-laws ask for its majority. */
  clause: string | null;
  votePer: string;
  answers: readonly string[];
  /** Of an election of several seats, and of its lists the names; null of every other question. */
  seats: number | null;
  method: string | null;
  names: readonly (readonly string[])[] | null;
  /** Null while it was never closed. */
  base: ReplayedBase | null;
}

interface ReplayedBase {
  apartments: number;
  /** In 10⁻⁹, as `total`. */
  coefficient: number;
  dwellings?: number;
  owners?: number;
  call?: number;
  total?: number;
  mode?: string;
  isBlankApart?: boolean;
}

/** A unit on the roll as it was last corrected. */
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

/** What stands in a joint's assemblies if its trail is true. */
export interface Replayed {
  /** Registration by `unitName`. */
  attendance: Map<string, ReplayedRegistration>;
  /** Vote by `voteName`. */
  votes: Map<string, ReplayedVote>;
  /** Question by `questionName`. */
  questions: Map<string, ReplayedQuestion>;
  /** What was noted of elections, by `noteName`: lots and acceptances. */
  notes: Map<string, string>;
  /** Corrected units by `unitName`, each version from the second on; the trail does not hold the others. */
  roll: Map<string, (ReplayedUnit & { since: number })[]>;
  /** Corrections that were asked for, by their number. */
  corrections: Map<string, ReplayedCorrection>;
  /** What was annulled, by a name of its own (`annulmentName`). */
  annulments: Map<string, ReplayedAnnulment>;
  /** Assemblies by their number. */
  assemblies: Map<string, ReplayedAssembly>;
  /** From an opening of a question to its closing, by the question's name and the opening's number. */
  openings: Map<string, ReplayedOpening>;
  /** Acts that cannot have happened as told, by sequence number. */
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

/** The fields that acts leave in a joint's chain; each act has its own of these. */
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
  /** Units whose votes a reopening set aside; left out of first openings and older entries. */
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
  /** Of a closing that counted more than was represented. */
  unverified?: boolean;
  corrections?: number[];
  /** When the units entered, where their scan arrived later, and when it did. */
  enteredAt?: number;
  receivedAt?: number;
  moves?: { from: string; to: string; units: UnitFact[] }[];
  /** Of an opening what binds it, of a correction the units as they stand since. */
  roll?: (ReplayedUnit & { jointId: number; apartmentId: string })[];
}

/** What was annulled and how: the record as it stood. */
export interface ReplayedAnnulment {
  act: string;
  reason: string | null;
  by: string;
  record: ReplayedVote | ReplayedRegistration;
}

/** The fields of an assembly that its trail tells, by their names; none in entries that are older than their noting. */
export type AssemblyFactsTold = Readonly<Record<string, string | number | null>>;

export interface ReplayedAssembly {
  facts: AssemblyFactsTold | undefined;
  /** Epoch ms, as the others; null: it was not. */
  openedAt: number | null;
  closedAt: number | null;
  archivedAt: number | null;
  attendanceSince: number | null;
  /** Whether the opening's entry binds the roll; votes and registrations name their version on it since the same day. */
  isSealed: boolean;
}

/** From an opening of a question to its closing. */
export interface ReplayedOpening {
  /** Epoch ms. */
  openedAt: number;
  by: string;
  reason: string | null;
  closedAt: number | null;
  closedBy: string | null;
  /** Of the votes at the closing those cast since the opening; null where a deletion ended it. */
  votes: number | null | undefined;
  /** Votes that the opening set aside; null of a first opening and of an older one. */
  setAside: number | null;
  /** True if the closing's entry says that more was counted than represented. */
  unverified: boolean;
  /** What the closing announced; undefined where its entry is older than its noting. */
  result: Facts['result'] | null;
}
