import Type, { type Static } from 'typebox';
import { CoefficientNumber, Instant, Nullable } from '../api.ts';
import { Assembly } from '../properties/joints.api.ts';
import { Deletion } from './concepts.api.ts';
import { electionMethods } from './elections/election.ts';
import { ElectionOutcome } from './elections/outcome.ts';
import { RuleSchema, Threshold } from './law/majority.ts';

/*
 * Messages of the hub (specification, live protocol). Each carries the joint and an increasing `revision`. Each event
 * is complete: a client shows equal or newer revisions (several events may share a revision) and drops older ones.
 * docs/why/live.md describes the protocol for other clients.
 */

/** Number of units and exact sum of coefficients, in the table's units. */
export const Weight = Type.Object({ apartments: Type.Integer(), coefficient: CoefficientNumber });
export type Weight = Static<typeof Weight>;

const Quorum = Type.Object({
  /** Coefficient to exceed (0 in second call). */
  required: CoefficientNumber,
  reached: Type.Boolean(),
  /** Missing coefficient. */
  missing: CoefficientNumber,
});

const AnswerTally = Type.Object({
  answerId: Type.Integer(),
  answerDescription: Type.String(),
  ...Weight.properties,
  /** Votes of one each, of units or owners, under rule `perUnit`; 0 under other rules. */
  dwellings: Type.Integer(),
  /** Part of the coefficient cast in the room, for a qualified majority in a mixed assembly. */
  inRoom: CoefficientNumber,
});
export type AnswerTally = Static<typeof AnswerTally>;

const outcomeStatuses = [
  'open',
  'approved',
  'rejected',
  'elected',
  'tied',
  'noVotes',
  'noQuorum',
  /** Matter that a virtual assembly cannot decide (Ley 675 de 2001, art. 46, paragraph), regardless of votes. */
  'indicative',
] as const;
const Outcome = Type.Object({
  status: Type.Enum(outcomeStatuses),
  /** Deciding answer: the approving or the most voted one. Null without one. */
  answerId: Nullable(Type.Integer()),
  base: Weight,
  /** Share of the deciding answer, 0 to 1. Only for display, never compared. */
  share: Type.Number(),
  /**
   * For an election: true if the most voted answer passes half of the represented coefficient. Null under other
   * rules, without a leading answer, and for closings before this field.
   */
  passesHalf: Nullable(Type.Boolean()),
  /** For an election: answer that is never elected. Null without one. */
  blankAnswerId: Nullable(Type.Integer()),
  /** Mode that applies: the current mode, or the mode at the closing. */
  mode: Assembly.properties.mode,
  /** The closing counted more than was represented: verify the figures before use. */
  unverified: Type.Optional(Type.Literal(true)),
  /** For a closed election of several seats: `elected` without missing lots, else `tied`. */
  election: Type.Optional(ElectionOutcome),
});
export type Outcome = Static<typeof Outcome>;

/** Seal over the ballots of a closing (docs/why/evidence.md). */
export const ClosingSeal = Type.Object({
  /** Root of the tree, in base 64. */
  root: Type.String(),
  /** Four words of the root, to compare by ear. */
  words: Type.Array(Type.String()),
});
export type ClosingSeal = Static<typeof ClosingSeal>;

/** Interval of a question from opening to closing. */
export const QuestionInterval = Type.Object({
  openedAt: Instant,
  /** For a reopening: name of the person. */
  openedBy: Nullable(Type.String()),
  /** Reason of a reopening. Null for the first opening or without a reason. */
  reason: Nullable(Type.String()),
  /** Null while open. */
  closedAt: Nullable(Instant),
  /** Votes cast in the interval; from the second interval on, after an announced result. Null if unknown. */
  votes: Nullable(Type.Integer()),
  /**
   * Votes of the former interval set aside by this opening: units no longer represented, or with another weight.
   * Absent if 0.
   */
  setAside: Type.Optional(Type.Integer()),
  /** Votes of all intervals up to the closing. Null like `outcome`. */
  voted: Nullable(Weight),
  /** Announced outcome. Null while open, if unknown, or with hidden results. */
  outcome: Nullable(Outcome),
  /** For an election: lots and acceptances after this closing, and the resulting seats. Never change `outcome`. */
  noted: Type.Optional(ElectionOutcome),
  /** Seal of the closing. Absent for closings before trees of ballots. */
  seal: Type.Optional(ClosingSeal),
});
export type QuestionInterval = Static<typeof QuestionInterval>;

export const LiveConcept = Type.Object({
  conceptId: Type.Integer(),
  conceptDescription: Type.String(),
  active: Type.Union([Type.Literal(0), Type.Literal(1)]),
  /** Null on concept 1, also without outcome. */
  rule: Nullable(RuleSchema),
  /** For rule `threshold`. */
  threshold: Type.Optional(Threshold),
  /** Clause of the by-laws for the majority. Absent for majorities of the law. */
  clause: Type.Optional(Type.String()),
  /** For `perUnit`, and on attendance for new questions: one vote per owner. Absent for one vote per unit. */
  votePer: Type.Optional(Type.Literal('owner')),
  /** Number of owners with different votes for their units, counted for no answer. Absent if 0. */
  divided: Type.Optional(Type.Integer()),
  /** For an election of several seats, with the method. */
  seats: Type.Optional(Type.Integer()),
  method: Type.Optional(Type.Enum(electionMethods)),
  voted: Weight,
  /** Empty while results are hidden. */
  answers: Type.Array(AnswerTally),
  outcome: Nullable(Outcome),
  /**
   * Announced result of the last closing, if a later act (a lot, an annulled vote, a reset) changed status or votes.
   */
  announced: Type.Optional(
    Type.Object({ voted: Weight, answers: Type.Array(AnswerTally), outcome: Nullable(Outcome) }),
  ),
  /** Present if deleted after a closing; votes, answers and outcome are then as last announced. */
  deleted: Type.Optional(Deletion),
  /** True while answers are hidden; `voted` stays visible. */
  hidden: Type.Optional(Type.Literal(true)),
  /** Announced closing of an open question. */
  countdownTo: Type.Optional(Instant),
  /** For a closed question: seal of the last closing. */
  seal: Type.Optional(ClosingSeal),
  /** For a reopened question: all intervals in order. */
  intervals: Type.Optional(Type.Array(QuestionInterval)),
});
export type LiveConcept = Static<typeof LiveConcept>;

/** Running check 'Verificar quórum': weight of the asked and the confirmed units. */
export const QuorumCheck = Type.Object({
  checkId: Type.Integer(),
  startedAt: Instant,
  asked: Weight,
  confirmed: Weight,
});
export type QuorumCheck = Static<typeof QuorumCheck>;

/** Phones announced by the wall's code. */
export const LiveJoining = Type.Object({
  /** Null while walls show no QR code. */
  code: Nullable(Type.String()),
  /** Phones that wait for the desk. */
  waiting: Type.Integer(),
  /** Time of the newest waiting phone. */
  newestAt: Nullable(Instant),
});
export type LiveJoining = Static<typeof LiveJoining>;

const stamp = { jointId: Type.Integer(), revision: Type.Integer(), at: Instant };

export const Snapshot = Type.Object({
  ...stamp,
  /** Epoch of the store. Revisions of different epochs do not compare (docs/run/backup.md). */
  epoch: Type.String(),
  assembly: Nullable(Assembly),
  /** Null without a running check. */
  check: Nullable(QuorumCheck),
  /** Null without a QR code and without waiting phones. */
  joining: Nullable(LiveJoining),
  /** Newest signed head of the joint's audit log (docs/why/evidence.md). Null before the first. */
  head: Nullable(Type.String()),
  registered: Weight,
  total: Weight,
  quorum: Quorum,
  concepts: Type.Array(LiveConcept),
  /** Questions deleted after an announced result, by number. Absent if none were deleted. */
  deleted: Type.Optional(Type.Array(LiveConcept)),
});
export type Snapshot = Static<typeof Snapshot>;

interface Stamp {
  jointId: number;
  revision: number;
  at: string;
}
export interface QuorumEvent extends Stamp {
  registered: Weight;
  total: Weight;
  quorum: Static<typeof Quorum>;
}
export interface VoteEvent extends Stamp {
  conceptId: number;
  voted: Weight;
  /** Empty while results are hidden. */
  answers: AnswerTally[];
  /** Like `outcome` of the concept: the current result, or the verdict of a closed question. */
  outcome: Outcome | null;
  hidden?: true;
  /** Like `divided` of the concept. */
  divided?: number;
  /** For a reopened question. */
  intervals?: QuestionInterval[];
}
export const conceptChanges = ['created', 'activated', 'deactivated', 'reset', 'deleted'] as const;
export interface ConceptEvent extends Stamp {
  /**
   * `deactivated` is repeated if the outcome of a closed question changes; `activated` if the mode or countdown of an
   * open question changes.
   */
  change: (typeof conceptChanges)[number];
  concept: LiveConcept;
}
/**
 * Change of the assembly: opening, second call, closing, title, running check, waiting phones, and the newest signed
 * head, made at each opening and closing.
 */
export interface AssemblyEvent extends Stamp {
  assembly: Assembly | null;
  check: QuorumCheck | null;
  joining: LiveJoining | null;
  head: string | null;
}
export interface LiveUnit {
  apartmentId: string;
  owner: string;
  coefficient: number;
  userId: string | null;
  registered: boolean;
}
export interface RegistrationEvent extends Stamp {
  registered: Weight;
  /** Units changed since the last event: all for operators, only own units for a holder. */
  units?: LiveUnit[];
}

export interface LiveEvents {
  quorum: QuorumEvent;
  vote: VoteEvent;
  concept: ConceptEvent;
  registration: RegistrationEvent;
  assembly: AssemblyEvent;
}

export type JoinReply = { ok: true; snapshot: Snapshot } | { ok: false; code: string };

/** Typed events of Socket.IO, server to client and client to server. */
export type ServerToClient = { [E in keyof LiveEvents]: (event: LiveEvents[E]) => void };
export interface ClientToServer {
  join: (room: { jointId: number }, reply: (answer: JoinReply) => void) => void;
  leave: (room: { jointId: number }) => void;
}
