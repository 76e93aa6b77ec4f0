import type { JudgedGround } from '../../../shared/assemblies/challenge/challenge.api.ts';
import type { MeetingFact } from '../../../shared/assemblies/facts/facts.ts';
import type { DeliveryChannel } from '../../../shared/assemblies/invitations.api.ts';
import type { AskedCode } from '../../../shared/assemblies/law/asked-codes.ts';
import type { ChallengeDays } from '../../../shared/assemblies/law/challenge-days.ts';
import type { QuestionWarning } from '../../../shared/assemblies/law/warnings.ts';
import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import type { Power } from '../../../shared/assemblies/powers/powers.api.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import type { Day } from '../../../shared/days.ts';
import type { PaperTyped } from '../../../shared/evidence/paper-typed.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { StoredHead } from '../../platform/audit/heads.repository.ts';
import type { TrailEnd } from '../../platform/audit/trail.repository.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { PaperFace } from '../../platform/documents/report-page.ts';
import type { AttendanceReport, VoteReport } from '../reports/rows.ts';
import type { StoredAssembly } from '../store/assembly.repository.ts';
import type { StoredDebtors } from '../store/roll/debtors.repository.ts';
import type { StoredCorrection } from '../store/roll/roll.repository.ts';
import type { Continuity } from './continuity.ts';

/** All facts of an assembly at one instant: the input for writing the acta (minutes of an assembly). */
export interface ActaFacts {
  /** Name of the joint, or of the sector if the acta is of a sector. */
  jointName: string;
  /** Name of the whole joint if the acta is of a sector; else null. */
  rootName: string | null;
  /** Colour and crest of the joint on paper. Undefined: the look of SCAF. */
  face?: PaperFace;
  assembly: Assembly;
  /** Time of archiving, epoch ms; null for the current assembly. */
  archivedAt: Millis | null;
  /** Number of the video meeting; null without a video meeting. */
  meeting: string | null;
  /** Time of reading the facts, epoch ms. */
  madeAt: Millis;
  /** Last audit entry at the time of reading, printed to reveal later changes. */
  trail: TrailEnd;
  /**
   * Newest signed head (signed state of the audit trail) with the assembly's acts; null if the assembly is older
   * than signed heads.
   */
  head: StoredHead | null;
  /** Name and SHA-256 (hexadecimal) of each program for verifying the expediente (file of evidence). */
  verifiers: { name: string; sha256: string }[];
  /** Name of the joint's statutory auditor (revisor fiscal); null if the joint has no auditor. */
  fiscalAuditor: string | null;
  /**
   * Instant and actor of the change to the second call; null in the first call, or if the assembly began in the
   * second call.
   */
  secondCall: {
    at: Millis;
    by: string;
    /**
     * Set if the second call began before its legal instant: the legal instant, and true if the person was asked
     * before going on; else null.
     */
    early: { due: Millis; asked: boolean; byLaws?: true } | null;
  } | null;
  /** Instant of the first call if the assembly began in the second call; else null. */
  firstCallAt: Millis | null;
  /**
   * Set for an ordinary assembly later than three months after the budget year (Ley 675, art. 39): the last legal
   * day; else null.
   */
  late: {
    by: string;
    /** Person that was asked for a confirmation and went on, with the instant; null if the person was not asked. */
    confirmed: { at: Millis; by: string } | null;
  } | null;
  /** Stretches of time on each point of the agenda, in the order of discussion. */
  points: PointCourse[];
  /** Texts of the secretary on the points, the last version of each. */
  written: WrittenPoint[];
  /** Turns to speak in the order of giving; empty for a sector. */
  turns: SpokenTurn[];
  /** Proposals of the owners in the order of writing; empty for a sector. */
  proposals: WrittenProposal[];
  /** All powers of the assembly, as in the list of powers. */
  powers: Power[];
  /** Owners in arrears, as listed for the acta; null without a list. */
  debtors: StoredDebtors | null;
  /** True if the joint uses billing: the joint's books then have a list of owners in arrears. */
  isBilled: boolean;
  /**
   * Invitations until the end, in the order of sending: to each receiver the first mail that the mail server
   * accepted, and each printed letter.
   */
  invitations: SentInvitation[];
  /**
   * Numbers since the preparation: attendees registered by an account with a password set by another person, and
   * units moved to a new code.
   */
  setByStaff: { passwords: number; devices: number };
  /** Restores of the store from a backup during the assembly. */
  restores: Restore[];
  /** Changes of the mode (in person, virtual, mixed) during the assembly. */
  modes: ModeChange[];
  /** Changes of the assembly's facts after the notice to owners, and facts completed or clarified after the end. */
  changes: FactChange[];
  /** Text of the agenda at the opening; undefined if the audit trail does not have the agenda. */
  openingAgenda: string | null | undefined;
  /** Set if the assembly opened before the day in the notice: the day, and the confirming person; else null. */
  early: { calledFor: Day; by: string } | null;
  /** Grounds to challenge the assembly, as stored at the end and at each closing; null before the end. */
  challenge: KeptChallenge | null;
  /** Facts of the joint, or of the sector if the acta is of a sector. */
  main: PartFacts;
  /** Facts of each sector of the joint. */
  sectors: PartFacts[];
}

/** Grounds to challenge an assembly as stored in the audit trail. */
export interface KeptChallenge {
  /** End of the assembly, epoch ms. */
  at: Millis;
  grounds: JudgedGround[];
  /** Last days to challenge the decisions, without the later publication of the acta. */
  days: ChallengeDays | null;
  /** Codes of the grounds with a problem or a missing fact at each closing of a question, in order. */
  closings: {
    at: Millis;
    /** Name of the sector; null for the joint. */
    jointName: string | null;
    conceptId: number;
    red: string[];
    missing: string[];
  }[];
}

/** Text of the secretary on a point of the agenda, from the audit trail. */
export interface WrittenPoint {
  point: number;
  /** Text of the point in the agenda at the time of writing. */
  title: string;
  text: string;
  /** Time of the last change, epoch ms. */
  at: Millis;
  /** Author as stored: 'user:12'. */
  actor: string;
}

/** Turn to speak, from the audit trail. */
export interface SpokenTurn {
  speaker: string;
  units: string[];
  /** Point of the agenda at the start; null without an open point. */
  point: Pick<PointCourse, 'number' | 'text'> | null;
  givenAt: Millis;
  /** End of the turn, or of the assembly; null while running. */
  endedAt: Millis | null;
  /** Minutes at the start. */
  minutes: number;
  /** Minutes of each extension, in order. */
  extensions: number[];
}

/** Proposal of an owner, from the audit trail. */
export interface WrittenProposal {
  /** Name of the owner of the first unit. */
  name: string;
  units: string[];
  text: string;
  at: Millis;
  withdrawnAt: Millis | null;
  /** Last question made from the proposal, with the name of the sector (null for the joint); null without a question. */
  question: { jointId: number; conceptId: number; jointName: string | null; isDeleted: boolean } | null;
}

/** Time spent on a point of the agenda, from the beginning of the point to the next point. */
export interface PointCourse {
  /** Number of the point on the agenda, from 1. */
  number: number;
  /** Text of the point at the instant; null if the audit trail does not have the text. */
  text: string | null;
  /** Beginning, epoch ms. */
  from: Millis;
  /** End of the stretch; null while the point is current. */
  until: Millis | null;
}

/** Facts of a single part of the acta (minutes of an assembly): the joint or a sector. */
export interface PartFacts {
  jointName: string;
  attendance: AttendanceReport;
  /** Questions by number, without deleted questions. */
  questions: VoteReport[];
  /** Openings and closings of questions, in order, each with the attendance. */
  moments: QuestionMoment[];
  deleted: DeletedQuestion[];
  /** Annulments of votes, in order. */
  annulments: Annulment[];
  /** Legal warnings that a person overrode when making a question. */
  warnings: KeptWarning[];
  /** Corrections of the roll, in order of request. */
  corrections: StoredCorrection[];
  /** Quorum checks, in order. */
  checks: PresenceCheck[];
  /** Course of the quorum over time; null if the quorum was never reached. */
  continuity: Continuity | null;
  /** Evenings on paper that were typed in, in order. */
  paperEvenings: TypedEvening[];
  /** Units present when the second call began, and the total of the assembly's roll; null without a second call. */
  firstCall: (RepresentedShare & { total: Nano }) | null;
}

/** Restore of the database from a backup during an assembly, as stated in the acta: acts since the backup are lost. */
export interface Restore {
  /** Time of the restore, epoch ms. */
  at: Millis;
  /** Time of the backup, epoch ms. */
  copiedAt: Millis;
  /** Reason typed by the operator; null without a reason. */
  reason: string | null;
}

/** Evening on paper as typed in, stated in the acta with the sums of the paper. */
export interface TypedEvening extends PaperTyped {
  /** Time of the typing, epoch ms. */
  at: Millis;
  /** Name of the person, to print. */
  by: string;
}

/** Units represented by people present: number of units, and sum of the coefficients. */
export interface RepresentedShare {
  /** Number of units. */
  apartments: number;
  /** Sum of the coefficients in 10⁻⁹ of the table's unit: 2,5 % is 2500000000. */
  coefficient: Nano;
}

/** Change of the mode (in person, virtual, mixed) during the assembly, as stated in the acta. */
export interface ModeChange {
  at: Millis;
  /** Name of the person, to print. */
  by: string;
  /** Mode before and after; null if the audit trail does not have the modes. */
  modes: { before: Assembly['mode']; after: Assembly['mode'] } | null;
  /** True if the person was warned that votes had been cast, and went on. */
  afterVote: boolean;
}

/**
 * Opening or closing of a question with the attendance at the instant, as listed in the acta's section about the
 * quorum.
 */
export interface QuestionMoment extends RepresentedShare {
  /** Number of the question; on screens this number minus 1. */
  conceptId: number;
  moment: 'opened' | 'closed';
  at: Millis;
  /** True if the represented units reach the quorum. */
  hasQuorum: boolean;
  /** Ids of units registered from home with a live connection at the instant. */
  connected: string[];
  /** Units in the room plus connected units from home, and true if the units reach the quorum. */
  following: RepresentedShare & { hasQuorum: boolean };
}

/** Deleted question, with the results announced before the deletion. */
export interface DeletedQuestion
  extends Pick<VoteReport['question'], 'conceptId' | 'description' | 'agendaItem' | 'matter'> {
  openedAt: Millis | null;
  /** Results announced at each closing, in order; empty if the question was never closed. */
  closings: (Pick<LiveConcept, 'rule' | 'threshold' | 'votePer' | 'voted' | 'answers' | 'outcome'> & {
    closedAt: Millis;
    /** Sentences about lots and acceptances noted after the closing. */
    noted: string[];
  })[];
}

/** Invitation sent to an owner by mail or printed as letter, as listed in the acta's annex about the notice. */
export interface SentInvitation {
  /** Name of the owner. */
  name: string;
  at: Millis;
  /** Means of the invitation. */
  way: DeliveryChannel;
  /**
   * Notice of the assembly at the instant of the invitation; null for older invitations without a stored notice.
   */
  call: NoticeText | null;
}

/** Notice of the assembly as sent to an owner, also if changed afterwards. */
export interface NoticeText
  extends Pick<StoredAssembly, 'kind' | 'mode' | 'title' | 'agenda' | 'notice' | 'scheduledAt' | 'place'> {
  /** Sentence about the second call (Ley 675, art. 41), as sent; null if unknown or not sent. */
  secondCall: string | null;
}

/**
 * Legal warning shown when a person made a question, and stored because the person went on. The acta lists the
 * warning.
 */
export interface KeptWarning extends QuestionWarning {
  conceptId: number;
  at: Millis;
  /** Name of the person, to print. */
  by: string;
  /** True if the person was asked for a confirmation first. Direct calls of the API are not asked. */
  asked: boolean;
}

/**
 * Event that annulled votes, as listed in the acta: a question was reset or deleted, a single vote was annulled, or
 * units left.
 */
export interface Annulment {
  conceptId: number;
  act: 'reset' | 'deleted' | 'annulled' | 'freed';
  at: Millis;
  /** Name of the person, to print. */
  by: string;
  reason: string | null;
  /** Number of annulled votes. */
  votes: number;
  /** Ids of the units with an annulled vote; empty if all votes of the question were annulled. */
  apartments: string[];
}

/**
 * Quorum check ('Verificar quórum') in the acta: people registered from home were asked to confirm that they still
 * followed the meeting.
 */
export interface PresenceCheck {
  startedAt: Millis;
  /** Number of units asked to confirm. */
  askedUnits: number;
  /** Number of asked units that confirmed. */
  confirmed: number;
}

/** Change of a fact of the assembly (place, date, agenda …), read from the audit trail for the acta. */
export interface FactChange {
  at: Millis;
  /** Name of the person, to print. */
  by: string;
  /** Stage of the assembly at the instant of the change. */
  stage: 'called' | 'open' | 'ended';
  /** Changed fact: place, date, agenda …. */
  fact: MeetingFact;
  /** Old value in words; null if empty or missing in the audit trail. */
  before: string | null;
  /** New value in words; null if empty. */
  after: string | null;
  /** Codes of the questions that the person confirmed before the change. */
  wentOn: readonly AskedCode[];
  /** Text of the reason of a clarification; null for an ordinary change. */
  reason: string | null;
}
