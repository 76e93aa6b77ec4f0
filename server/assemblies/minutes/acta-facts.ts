import type { MeetingFact } from '../../../shared/assemblies/facts/facts.ts';
import type { AskedCode } from '../../../shared/assemblies/law/asked-codes.ts';
import type { QuestionWarning } from '../../../shared/assemblies/law/warnings.ts';
import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import type { Power } from '../../../shared/assemblies/powers/powers.api.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import type { Day } from '../../../shared/days.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { StoredHead } from '../../platform/audit/heads.repository.ts';
import type { TrailEnd } from '../../platform/audit/trail.repository.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { AttendanceReport, VoteReport } from '../reports/rows.ts';
import type { StoredDebtors } from '../store/debtors.repository.ts';
import type { StoredCorrection } from '../store/roll.repository.ts';
import type { Continuity } from './continuity.ts';

/** What is known of an assembly as of one instant: everything that its acta is written from. */
export interface ActaFacts {
  /** The joint, or the sector that was asked for. */
  jointName: string;
  /** The whole joint's name, where it is a sector's. */
  rootName: string | null;
  assembly: Assembly;
  archivedAt: Millis | null;
  /** The number of the meeting by video, where one was given. */
  meeting: string | null;
  madeAt: Millis;
  trail: TrailEnd;
  /** The newest signed head of the assembly's acts; null where it was held before heads were signed. */
  head: StoredHead | null;
  /** SHA-256 of the programs that verify the expediente, hexadecimal. */
  verifiers: { name: string; sha256: string }[];
  /** The name of the joint's revisor fiscal; null where it has none. */
  fiscalAuditor: string | null;
  /** When the assembly was called again, and by whom; null in first call, or where it began in the second. */
  secondCall: {
    at: Millis;
    by: string;
    /** Where it was before its moment: which that was, and whether the person was asked before. */
    early: { due: Millis; asked: boolean; byLaws?: true } | null;
  } | null;
  /** Of an assembly that began in the second call: when the first one was; null of all others. */
  firstCallAt: Millis | null;
  /** Of an ordinary one later than three months after the budget's year (art. 39): after which day; null of others. */
  late: {
    by: string;
    /** Who was asked and went on, and when; null where nobody was. */
    asked: { at: Millis; by: string } | null;
  } | null;
  /** Points of the agenda as they were dealt with, in order. */
  points: PointCourse[];
  /** Every power that was entered, as the list of powers has them. */
  powers: Power[];
  /** Who was in arrears when the list was taken for the acta; null where none was. */
  debtors: StoredDebtors | null;
  /** Whether the joint uses billing, whose books have such a list. */
  isBilled: boolean;
  /** First invitation that the mail server took for each receiver, until the end, in the order of sending. */
  invitations: SentInvitation[];
  /** Passwords set by others of attendees with an account, and units that got another code, since the preparation. */
  setByStaff: { passwords: number; devices: number };
  /** Restores of the store from a copy while the assembly was held. */
  restores: Restore[];
  /** How its mode changed while it was held. */
  modes: ModeChange[];
  /** How facts of the meeting changed since its owners were called, and were completed or clarified after the end. */
  changes: FactChange[];
  /** Agenda of the opening; undefined if the trail does not tell. */
  openingAgenda: string | null | undefined;
  /** If it opened before the day that it was called for: that day, and who was asked and went on. */
  early: { calledFor: Day; by: string } | null;
  /** The joint itself, or the sector that was asked for. */
  main: PartFacts;
  sectors: PartFacts[];
}

/** A stretch in which a point of the agenda was dealt with. */
export interface PointCourse {
  number: number;
  from: Millis;
  /** Null while it goes on. */
  until: Millis | null;
}

/** What happened in a joint, or in one of its sectors. */
export interface PartFacts {
  jointName: string;
  attendance: AttendanceReport;
  /** Those that were not deleted, by number. */
  questions: VoteReport[];
  moments: QuestionMoment[];
  deleted: DeletedQuestion[];
  annulments: Annulment[];
  /** What questions were made in spite of. */
  warnings: KeptWarning[];
  corrections: StoredCorrection[];
  checks: PresenceCheck[];
  /** How the quorum lasted; null where it was never reached. */
  continuity: Continuity | null;
  /** What was represented when the assembly was called again, of which roll. */
  firstCall: (RepresentedShare & { total: Nano }) | null;
}

/** The store was put back to a copy: acts between the copy and the restore are gone. */
export interface Restore {
  at: Millis;
  copiedAt: Millis;
  reason: string | null;
}

export interface RepresentedShare {
  apartments: number;
  coefficient: Nano;
}

/** The assembly took another mode while it was held. */
export interface ModeChange {
  at: Millis;
  by: string;
  /** Null where the trail tells only that it changed. */
  modes: { before: Assembly['mode']; after: Assembly['mode'] } | null;
  /** The person was told that votes had been cast, and went on. */
  afterVote: boolean;
}

/** An opening or closing of a question, and who was there at that moment. */
export interface QuestionMoment extends RepresentedShare {
  conceptId: number;
  moment: 'opened' | 'closed';
  at: Millis;
  hasQuorum: boolean;
  /** Units registered from home with a live connection. */
  connected: string[];
  /** Units in the room and connected units, and if they were a quorum. */
  following: RepresentedShare & { hasQuorum: boolean };
}

export interface DeletedQuestion {
  conceptId: number;
  description: string;
  openedAt: Millis | null;
  /** Results that its closings announced, in order; empty if it was never closed. */
  closings: (Pick<LiveConcept, 'rule' | 'threshold' | 'votePer' | 'voted' | 'answers' | 'outcome'> & {
    closedAt: Millis;
  })[];
}

/** An invitation by mail or letter. */
export interface SentInvitation {
  name: string;
  at: Millis;
  way: 'mail' | 'letter';
  /** Call of the assembly at that instant; null of invitations that are older than its keeping. */
  call: NoticeText | null;
}

/** Text of a notice as it was sent. */
export interface NoticeText {
  kind: Assembly['kind'];
  mode: Assembly['mode'];
  title: string | null;
  agenda: string | null;
  notice: string | null;
  scheduledAt: Millis | null;
  place: string | null;
}

/** A warning of the law that a question was made in spite of. */
export interface KeptWarning extends QuestionWarning {
  conceptId: number;
  at: Millis;
  by: string;
  /** Whether the person was asked before; by the API nobody is. */
  asked: boolean;
}

/** What ended votes that had been cast: a question reset or deleted, one vote annulled, units that left. */
export interface Annulment {
  conceptId: number;
  act: 'reset' | 'deleted' | 'annulled' | 'freed';
  at: Millis;
  by: string;
  reason: string | null;
  votes: number;
  /** Whose votes, where it was not all of them. */
  apartments: string[];
}

/** A 'Verificar quórum' among those who took part from home. */
export interface PresenceCheck {
  startedAt: Millis;
  asked: number;
  confirmed: number;
}

/** A change of a fact of the meeting, as the trail tells it. */
export interface FactChange {
  at: Millis;
  by: string;
  /** Part of the assembly's course in which the fact changed. */
  stage: 'called' | 'open' | 'ended';
  fact: MeetingFact;
  /** In words; null if empty, or not told by the trail. */
  before: string | null;
  after: string | null;
  /** Questions that the person was asked and went on with. */
  wentOn: readonly AskedCode[];
  /** Of a clarification its reason; null of a change. */
  reason: string | null;
}
