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
import type { StoredDebtors } from '../store/roll/debtors.repository.ts';
import type { StoredCorrection } from '../store/roll/roll.repository.ts';
import type { Continuity } from './continuity.ts';

/** All facts of an assembly at one instant: the input of its acta. */
export interface ActaFacts {
  /** The joint, or the sector of the request. */
  jointName: string;
  /** Name of the whole joint; null unless the acta is of a sector. */
  rootName: string | null;
  assembly: Assembly;
  archivedAt: Millis | null;
  /** Number of the video meeting, if set. */
  meeting: string | null;
  madeAt: Millis;
  trail: TrailEnd;
  /** Newest signed head of the assembly's acts; null if the assembly is older than signed heads. */
  head: StoredHead | null;
  /** SHA-256 of the programs that verify the expediente, hexadecimal. */
  verifiers: { name: string; sha256: string }[];
  /** The name of the joint's revisor fiscal; null where it has none. */
  fiscalAuditor: string | null;
  /** Instant and actor of the second call; null in first call, or if the assembly began in the second. */
  secondCall: {
    at: Millis;
    by: string;
    /** For a second call before its legal instant: the instant, and if the person was asked before. */
    early: { due: Millis; asked: boolean; byLaws?: true } | null;
  } | null;
  /** If the assembly began in the second call: instant of the first call; else null. */
  firstCallAt: Millis | null;
  /**
   * For an ordinary assembly later than three months after the budget year (art. 39): the last legal day; else null.
   */
  late: {
    by: string;
    /** Person who was asked and went on, with the instant; null without a question. */
    asked: { at: Millis; by: string } | null;
  } | null;
  /** Points of the agenda in the order of their discussion. */
  points: PointCourse[];
  /** Every power, as in the list of powers. */
  powers: Power[];
  /** Owners in arrears in the list for the acta; null without a list. */
  debtors: StoredDebtors | null;
  /** True if the joint uses billing: its books have a list of owners in arrears. */
  isBilled: boolean;
  /** First invitation that the mail server accepted for each receiver, until the end, in the order of sending. */
  invitations: SentInvitation[];
  /** Since the preparation: passwords of attendees with an account that other people set, and units with a new code. */
  setByStaff: { passwords: number; devices: number };
  /** Restores of the store from a copy while the assembly was held. */
  restores: Restore[];
  /** Changes of the mode during the assembly. */
  modes: ModeChange[];
  /** Changes of the meeting's facts after the call, and completions or clarifications after the end. */
  changes: FactChange[];
  /** Agenda of the opening; undefined if the trail lacks the agenda. */
  openingAgenda: string | null | undefined;
  /** If the assembly opened before the day of its call: the day, and the person who confirmed. */
  early: { calledFor: Day; by: string } | null;
  /** The joint itself, or the sector of the request. */
  main: PartFacts;
  sectors: PartFacts[];
}

/** A stretch of time on a point of the agenda. */
export interface PointCourse {
  number: number;
  from: Millis;
  /** Null for the current point. */
  until: Millis | null;
}

/** Facts of a joint or of a sector. */
export interface PartFacts {
  jointName: string;
  attendance: AttendanceReport;
  /** Questions that were not deleted, by number. */
  questions: VoteReport[];
  moments: QuestionMoment[];
  deleted: DeletedQuestion[];
  annulments: Annulment[];
  /** Warnings that were overridden when questions were made. */
  warnings: KeptWarning[];
  corrections: StoredCorrection[];
  checks: PresenceCheck[];
  /** Continuity of the quorum; null if the quorum was never reached. */
  continuity: Continuity | null;
  /** Representation at the second call, and the total of the roll; null without a second call. */
  firstCall: (RepresentedShare & { total: Nano }) | null;
}

/** A restore of the store from a copy: acts between the copy and the restore are lost. */
export interface Restore {
  at: Millis;
  copiedAt: Millis;
  reason: string | null;
}

export interface RepresentedShare {
  apartments: number;
  coefficient: Nano;
}

/** A change of mode during the assembly. */
export interface ModeChange {
  at: Millis;
  by: string;
  /** Null if the trail only has the change, without the modes. */
  modes: { before: Assembly['mode']; after: Assembly['mode'] } | null;
  /** The person was warned of votes already cast, and went on. */
  afterVote: boolean;
}

/** An opening or closing of a question, with the attendance at the instant. */
export interface QuestionMoment extends RepresentedShare {
  conceptId: number;
  moment: 'opened' | 'closed';
  at: Millis;
  hasQuorum: boolean;
  /** Units registered from home with a live connection. */
  connected: string[];
  /** Units in the room plus connected units, with their quorum. */
  following: RepresentedShare & { hasQuorum: boolean };
}

export interface DeletedQuestion
  extends Pick<VoteReport['question'], 'conceptId' | 'description' | 'agendaItem' | 'matter'> {
  openedAt: Millis | null;
  /** Results announced by each closing, in order; empty if the question was never closed. */
  closings: (Pick<LiveConcept, 'rule' | 'threshold' | 'votePer' | 'voted' | 'answers' | 'outcome'> & {
    closedAt: Millis;
  })[];
}

/** An invitation by mail or letter. */
export interface SentInvitation {
  name: string;
  at: Millis;
  way: 'mail' | 'letter';
  /** Call of the assembly at the instant; null for older invitations without a stored call. */
  call: NoticeText | null;
}

/** Text of a notice, as sent. */
export interface NoticeText {
  kind: Assembly['kind'];
  mode: Assembly['mode'];
  title: string | null;
  agenda: string | null;
  notice: string | null;
  scheduledAt: Millis | null;
  place: string | null;
}

/** A legal warning that was overridden when a question was made. */
export interface KeptWarning extends QuestionWarning {
  conceptId: number;
  at: Millis;
  by: string;
  /** True if the person was asked before. The API never asks. */
  asked: boolean;
}

/** Event that ended cast votes: a question reset or deleted, a vote annulled, units that left. */
export interface Annulment {
  conceptId: number;
  act: 'reset' | 'deleted' | 'annulled' | 'freed';
  at: Millis;
  by: string;
  reason: string | null;
  votes: number;
  /** Units of the votes; empty if all votes ended. */
  apartments: string[];
}

/** A 'Verificar quórum' among remote attendees. */
export interface PresenceCheck {
  startedAt: Millis;
  asked: number;
  confirmed: number;
}

/** A change of a fact of the meeting, from the trail. */
export interface FactChange {
  at: Millis;
  by: string;
  /** Stage of the assembly at the change. */
  stage: 'called' | 'open' | 'ended';
  fact: MeetingFact;
  /** In words; null if empty or missing in the trail. */
  before: string | null;
  after: string | null;
  /** Questions that the person confirmed. */
  wentOn: readonly AskedCode[];
  /** Reason of a clarification; null for a change. */
  reason: string | null;
}
