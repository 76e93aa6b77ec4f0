import Type, { type Static } from 'typebox';
import { CoefficientNumber, Instant, Nullable } from '../api.ts';
import { Assembly } from '../properties/joints.api.ts';
import { Deletion } from './concepts.api.ts';
import { electionMethods } from './elections/election.ts';
import { ElectionOutcome } from './elections/outcome.ts';
import { QuestionCost } from './law/cost.ts';
import { RuleSchema, Threshold } from './law/majority.ts';

/*
 * Messages of the hub (specification, live protocol). Each carries the joint and an increasing `revision`. Each event
 * is complete: a client shows equal or newer revisions (several events may share a revision) and drops older ones.
 * docs/why/live.md describes the protocol for other clients.
 */

/** Number of units and exact sum of the coefficients as in the joint's table (2.5 for 2,5 %), for screens. */
export const Weight = Type.Object({ apartments: Type.Integer(), coefficient: CoefficientNumber });
export type Weight = Static<typeof Weight>;

const Quorum = Type.Object({
  /** Coefficient that the registered units must exceed for a quorum. 0 in second call. */
  required: CoefficientNumber,
  reached: Type.Boolean(),
  /** Coefficient missing for a quorum. 0 with a quorum. */
  missing: CoefficientNumber,
});

const AnswerTally = Type.Object({
  answerId: Type.Integer(),
  answerDescription: Type.String(),
  ...Weight.properties,
  /**
   * Number of votes under the rule `perUnit`: a vote per unit or owner, regardless of coefficient. 0 under other
   * rules.
   */
  dwellings: Type.Integer(),
  /** Coefficient of the votes cast in the room, for a qualified majority in a mixed assembly. */
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
  /** Status of a question that a virtual assembly cannot decide, regardless of votes (Ley 675, art. 46, par.). */
  'indicative',
] as const;
const Outcome = Type.Object({
  status: Type.Enum(outcomeStatuses),
  /**
   * Number of the deciding answer: the approving answer, or for an election the answer with the most votes. Null
   * without a deciding answer.
   */
  answerId: Nullable(Type.Integer()),
  base: Weight,
  /** Share of the deciding answer in the base, 0 to 1. Only for display, never for comparisons. */
  share: Type.Number(),
  /**
   * For an election: true if the answer with the most votes passes half of the represented coefficient. Null under
   * other rules, without a leading answer, and for closings before this field.
   */
  passesHalf: Nullable(Type.Boolean()),
  /** For an election: number of the blank answer, never elected. Null without a blank answer. */
  blankAnswerId: Nullable(Type.Integer()),
  /**
   * Mode of the assembly that decides: the current mode, or the mode at the closing. For the rules `qualified` and
   * `unanimous` also `mixed` if an assembly went on in person and votes from home remain.
   */
  mode: Assembly.properties.mode,
  /** True if the closing counted more votes than were represented: a person must check the figures before use. */
  unverified: Type.Optional(Type.Literal(true)),
  /** Seats of a closed election of several seats. The status is `elected` if no lot is missing, else `tied`. */
  election: Type.Optional(ElectionOutcome),
});
export type Outcome = Static<typeof Outcome>;

/**
 * Fingerprint of the votes counted by a closing, shown to everybody: the root of a hash tree changes if any vote
 * changes (docs/why/evidence.md).
 */
export const ClosingSeal = Type.Object({
  /** Root of the tree of ballots, in base 64. */
  root: Type.String(),
  /** Four Spanish words computed from the root, to compare two roots by ear. */
  words: Type.Array(Type.String()),
});
export type ClosingSeal = Static<typeof ClosingSeal>;

/** Period of a question from opening to closing. Each reopening adds a period. */
export const QuestionInterval = Type.Object({
  openedAt: Instant,
  /** Name of the person who reopened the question. Null for the first opening. */
  openedBy: Nullable(Type.String()),
  /** Reason of the reopening. Null for the first opening or without a reason. */
  reason: Nullable(Type.String()),
  /** Time of the closing. Null while open. */
  closedAt: Nullable(Instant),
  /**
   * Number of votes cast in the period. From the second period on: votes after an announced result. Null if
   * unknown.
   */
  votes: Nullable(Type.Integer()),
  /**
   * Number of votes of the earlier period excluded by this opening: units no longer represented, or with another
   * weight. Absent if 0.
   */
  setAside: Type.Optional(Type.Integer()),
  /** Number of votes kept by the opening despite a doubt about a change of owner. Absent if 0. */
  unsureOwners: Type.Optional(Type.Integer()),
  /** Votes of all periods up to the closing. Null if `outcome` is null. */
  voted: Nullable(Weight),
  /** Result announced at the closing. Null while open, if unknown, or with hidden results. */
  outcome: Nullable(Outcome),
  /**
   * For an election: lots and acceptances entered after this closing, and the resulting seats. `outcome` stays as
   * announced.
   */
  noted: Type.Optional(ElectionOutcome),
  /** Fingerprint of the ballots. Absent for old closings without a tree of ballots. */
  seal: Type.Optional(ClosingSeal),
});
export type QuestionInterval = Static<typeof QuestionInterval>;

/**
 * Live state of a question (or of concept 1, the attendance) as sent to screens: text, rule, votes so far, result
 * and periods.
 */
export const LiveConcept = Type.Object({
  conceptId: Type.Integer(),
  conceptDescription: Type.String(),
  /** 1 while open, else 0. */
  active: Type.Union([Type.Literal(0), Type.Literal(1)]),
  /** Rule that decides the question. Null on the attendance concept, like `outcome`. */
  rule: Nullable(RuleSchema),
  /** Percentage to exceed, for the rule `threshold`. Absent for other rules. */
  threshold: Type.Optional(Threshold),
  /** Clause of the by-laws with the majority. Absent for majorities of the law. */
  clause: Type.Optional(Type.String()),
  /** Cost of the decision for the whole joint. Absent without a cost. */
  cost: Type.Optional(QuestionCost),
  /**
   * Holder of the single vote: the owner, for the rule `perUnit`, and on the attendance concept for new questions.
   * Absent if each unit has a vote.
   */
  votePer: Type.Optional(Type.Literal('owner')),
  /** Number of owners with different votes for their units, counted for no answer. Absent if 0. */
  divided: Type.Optional(Type.Integer()),
  /** Number of seats and method, for an election of several seats. Absent for other questions. */
  seats: Type.Optional(Type.Integer()),
  method: Type.Optional(Type.Enum(electionMethods)),
  /** Number of the point of the agenda. Absent without a point. */
  agendaItem: Type.Optional(Type.Integer()),
  /** Number and coefficient of the units with a vote so far. */
  voted: Weight,
  /** Votes of each answer. Empty while results are hidden. */
  answers: Type.Array(AnswerTally),
  /**
   * Result so far, or result of the closing. Null on the attendance concept. While results are hidden: without any
   * answer.
   */
  outcome: Nullable(Outcome),
  /**
   * Result announced at the last closing, if a later act (a lot, an annulled vote, a reset) changed the status or
   * the votes.
   */
  announced: Type.Optional(
    Type.Object({ voted: Weight, answers: Type.Array(AnswerTally), outcome: Nullable(Outcome) }),
  ),
  /**
   * Deletion of the question, if deleted after a closing. Votes, answers and outcome then stay as last announced.
   */
  deleted: Type.Optional(Deletion),
  /** True while the votes of each answer are hidden. `voted` stays visible. */
  hidden: Type.Optional(Type.Literal(true)),
  /** Announced time of the closing of an open question; nothing closes by itself. Absent without a countdown. */
  countdownTo: Type.Optional(Instant),
  /** Fingerprint of the ballots at the last closing of a closed question. */
  seal: Type.Optional(ClosingSeal),
  /** Time of the last closing of a closed question, and name of the person. Null without a stored person. */
  closing: Type.Optional(Type.Object({ at: Instant, by: Nullable(Type.String()) })),
  /** Periods of a reopened question in order. Absent without a reopening. */
  intervals: Type.Optional(Type.Array(QuestionInterval)),
});
export type LiveConcept = Static<typeof LiveConcept>;

/**
 * Running check of the quorum ('Verificar quórum'): number and coefficient of the units asked to confirm, and
 * of the confirmed units.
 */
export const QuorumCheck = Type.Object({
  checkId: Type.Integer(),
  startedAt: Instant,
  /** Announced end of the time to confirm. No unit is freed by itself: the desk frees units. */
  answerBy: Instant,
  /** Units asked to confirm. */
  asked: Weight,
  /** Units with a confirmation. */
  confirmed: Weight,
});
export type QuorumCheck = Static<typeof QuorumCheck>;

/**
 * State of the announcements by phone, for the desk's screen: join code on the wall, and number of waiting phones.
 */
export const LiveJoining = Type.Object({
  /** Code in the QR of the wall display. Null while displays show no QR. */
  code: Nullable(Type.String()),
  /** Number of phones that wait for the desk. */
  waiting: Type.Integer(),
  /** Announcement time of the newest waiting phone. Null without waiting phones. */
  newestAt: Nullable(Instant),
});
export type LiveJoining = Static<typeof LiveJoining>;

const stamp = { jointId: Type.Integer(), revision: Type.Integer(), at: Instant };

/** Complete live state of a joint's assembly, sent when a screen joins or polls. */
export const Snapshot = Type.Object({
  ...stamp,
  /**
   * Epoch of the store: changes with each restore. Revisions of different epochs cannot be compared
   * (docs/run/backup.md).
   */
  epoch: Type.String(),
  /** Current assembly. Null without an assembly. */
  assembly: Nullable(Assembly),
  /** Running check of the quorum. Null without a check. */
  check: Nullable(QuorumCheck),
  /** Code and number of waiting phones. Null without a QR code and without waiting phones. */
  joining: Nullable(LiveJoining),
  /**
   * Newest signed summary (head) of the joint's audit log, as text (docs/why/evidence.md). Null before the first
   * summary.
   */
  head: Nullable(Type.String()),
  /** Units registered now. */
  registered: Weight,
  /** All units of the joint. */
  total: Weight,
  quorum: Quorum,
  /** Attendance and questions. */
  concepts: Type.Array(LiveConcept),
  /** Questions deleted after an announced result, by number. Absent without deleted questions. */
  deleted: Type.Optional(Type.Array(LiveConcept)),
});
export type Snapshot = Static<typeof Snapshot>;

interface RevisionStamp {
  jointId: number;
  revision: number;
  at: string;
}
/**
 * Live event after a change of the quorum: registered units, whole roll (list of units), and quorum state.
 */
export interface QuorumEvent extends RevisionStamp {
  /** Units registered now. */
  registered: Weight;
  /** All units of the joint. */
  total: Weight;
  quorum: Static<typeof Quorum>;
}
/** Live event after new votes on a question: turnout, votes of each answer and result so far. */
export interface VoteEvent extends RevisionStamp {
  conceptId: number;
  /** Units with a vote so far. */
  voted: Weight;
  /** Votes of each answer. Empty while results are hidden. */
  answers: AnswerTally[];
  /** Current result of an open question, or the result of a closed question. See `outcome` of LiveConcept. */
  outcome: Outcome | null;
  /** Set while results are hidden. */
  hidden?: true;
  /** Number of owners with different votes for several units. See `divided` of LiveConcept. */
  divided?: number;
  /** Periods of a reopened question in order. Absent without a reopening. */
  intervals?: QuestionInterval[];
}
/**
 * Kinds of change of a question sent to screens: created, opened (`activated`), closed (`deactivated`), reset,
 * deleted.
 */
export const conceptChanges = ['created', 'activated', 'deactivated', 'reset', 'deleted'] as const;
/** Live event after a change of a concept: created, opened, closed, reset or deleted. */
export interface ConceptEvent extends RevisionStamp {
  /**
   * Kind of change. `deactivated` is sent again if the outcome of a closed question changes; `activated`, if the
   * mode or countdown of an open question changes.
   */
  change: (typeof conceptChanges)[number];
  /** State after the change. */
  concept: LiveConcept;
}
/**
 * Live event after a change of the assembly: opening, second call, closing, title, quorum check, waiting phones, or
 * a new signed summary (head) of the audit log.
 */
export interface AssemblyEvent extends RevisionStamp {
  /** Current assembly. Null without an assembly. */
  assembly: Assembly | null;
  /** Running check of the quorum. Null without a check. */
  check: QuorumCheck | null;
  /** Phones that wait for the desk. Null without a QR code and without waiting phones. */
  joining: LiveJoining | null;
  /** Newest signed summary of the joint's audit log. Null before the first summary. */
  head: string | null;
}
/** Unit in a live event, with owner and registration. */
export interface LiveUnit {
  apartmentId: string;
  /** Name of the owner. */
  owner: string;
  /** Coefficient in the units of the joint's table. */
  coefficient: number;
  /**
   * Holder of the unit: user id ('12') or public id of a code ('QR-0123456789abcdef'); the holder sees the own code. Null if
   * unregistered, or if the receiver may not see the holder.
   */
  userId: string | null;
  /** True if a person represents the unit now. */
  registered: boolean;
}
/** Live event after a change of registrations: new sums, and the changed units visible to the receiver. */
export interface RegistrationEvent extends RevisionStamp {
  /** Number and coefficient of all registered units after the change. */
  registered: Weight;
  /** Units changed since the last event: all for operators, only own units for an owner. */
  units?: LiveUnit[];
}

/** All live events (messages to screens) about an assembly. Key: name of the event. Value: data of the event. */
export interface LiveEvents {
  /** Change of the quorum. */
  quorum: QuorumEvent;
  /** New votes on a question. */
  vote: VoteEvent;
  /** Question created, opened, closed, reset or deleted. */
  concept: ConceptEvent;
  /** Units registered or freed. */
  registration: RegistrationEvent;
  /** Change of the assembly. */
  assembly: AssemblyEvent;
}

/**
 * Server's answer to a screen asking for the live events of a joint: the current state (`snapshot`), or an error
 * code: 'jointNotFound'.
 */
export type JoinReply = { ok: true; snapshot: Snapshot } | { ok: false; code: string };

/**
 * Live events from the server to a screen. Key: name of the event; the function receives the data of the event.
 */
export type ServerToClient = { [E in keyof LiveEvents]: (event: LiveEvents[E]) => void };
/** Live events from a screen to the server, for a joint (co-owned property) or sector. */
export interface ClientToServer {
  /**
   * Subscribes the screen to the live events of a joint. The server calls `reply` once, with the current state or
   * an error code; events follow until `leave` or the end of the connection.
   */
  join: (room: { jointId: number }, reply: (answer: JoinReply) => void) => void;
  /** Ends the subscription to a joint. */
  leave: (room: { jointId: number }) => void;
}
