import Type, { type Static } from 'typebox';
import { CoefficientNumber, Instant, Nullable } from '../api.ts';
import { Assembly } from '../properties/joints.api.ts';
import { electionMethods } from './elections/election.ts';
import { ElectionOutcome } from './elections/outcome.ts';
import { RuleSchema, Threshold } from './law/majority.ts';

/*
 * What the hub sends (specification, live protocol). Everything carries the joint and its `revision`, which
 * only grows; each event is whole by itself, so a client shows what is as new or newer (several events may share one
 * revision) and drops what is older. docs/live.md is this protocol for others.
 */

/** A number of units and the exact sum of their coefficients, in the table's units. */
export const Weight = Type.Object({ apartments: Type.Integer(), coefficient: CoefficientNumber });
export type Weight = Static<typeof Weight>;

const Quorum = Type.Object({
  /** Coefficient to be exceeded (0 in second call). */
  required: CoefficientNumber,
  reached: Type.Boolean(),
  /** Coefficient still needed. */
  missing: CoefficientNumber,
});

const AnswerTally = Type.Object({
  answerId: Type.Integer(),
  answerDescription: Type.String(),
  ...Weight.properties,
  /** The votes of one each that it has where a question is decided so, of units or of owners; 0 under other rules. */
  dwellings: Type.Integer(),
  /** Of its coefficient what was cast in the room, which a qualified majority of a mixed assembly needs. */
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
  /** Of a matter that a virtual assembly cannot decide (Ley 675 de 2001, art. 46, paragraph), however many votes it has. */
  'indicative',
] as const;
const Outcome = Type.Object({
  status: Type.Enum(outcomeStatuses),
  /** The answer that decides: the approving one, or the most voted; null where there is none. */
  answerId: Nullable(Type.Integer()),
  base: Weight,
  /** Part of the base that the deciding answer reached, 0 to 1; for display, never compared. */
  share: Type.Number(),
  /**
   * Of an election: whether the most voted answer passes half of what is represented. Null under other rules,
   * where no answer leads, and where the question was closed before this was told.
   */
  passesHalf: Nullable(Type.Boolean()),
  /** Of an election: the answer that is never elected. Null where there is none. */
  blankAnswerId: Nullable(Type.Integer()),
  /** The assembly's mode that it is decided in: the present one, or that of the closing. */
  mode: Assembly.properties.mode,
  /** The closing counted more than was represented: its figures are to be verified before they are used. */
  unverified: Type.Optional(Type.Literal(true)),
  /** Of a closed election of several seats: `elected` once no lot is missing, `tied` until then. */
  election: Type.Optional(ElectionOutcome),
});
export type Outcome = Static<typeof Outcome>;

/** What stands for the ballots that a closing counted (docs/evidence.md). */
export const ClosingSeal = Type.Object({
  /** The root of their tree, in base 64. */
  root: Type.String(),
  /** Four words of the root, to be compared by ear. */
  words: Type.Array(Type.String()),
});
export type ClosingSeal = Static<typeof ClosingSeal>;

/** From an opening of a question to its closing. */
export const QuestionInterval = Type.Object({
  openedAt: Instant,
  /** Of a second and later opening: who opened it again, by name. */
  openedBy: Nullable(Type.String()),
  /** Why it was opened again; null at the first opening, and where no reason was given. */
  reason: Nullable(Type.String()),
  /** Null while it is open. */
  closedAt: Nullable(Instant),
  /**
   * Votes cast in it: from the second interval on, those that came after a result had been announced. Null where that
   * was not kept.
   */
  votes: Nullable(Type.Integer()),
  /** Votes of the former interval that its opening set aside: their units were not represented, or weighed something else. Left out if none. */
  setAside: Type.Optional(Type.Integer()),
  /** What had been voted at its closing, in all intervals so far; null as `outcome` is. */
  voted: Nullable(Weight),
  /** What its closing announced. Null while it is open, where that was not kept, and while results are hidden. */
  outcome: Nullable(Outcome),
  /** Of an election: lots and acceptances noted of this closing, and the seats with them. They never change `outcome`. */
  noted: Type.Optional(ElectionOutcome),
  /** Of its closing, unless that is from before trees of ballots were made. */
  seal: Type.Optional(ClosingSeal),
});
export type QuestionInterval = Static<typeof QuestionInterval>;

export const LiveConcept = Type.Object({
  conceptId: Type.Integer(),
  conceptDescription: Type.String(),
  active: Type.Union([Type.Literal(0), Type.Literal(1)]),
  /** Null on concept 1, which has no outcome either. */
  rule: Nullable(RuleSchema),
  /** Of the rule of that name. */
  threshold: Type.Optional(Threshold),
  /** Where the by-laws ask for its majority; left out where the law does. */
  clause: Type.Optional(Type.String()),
  /** Of `perUnit`, and of attendance as questions are asked now: each owner has one vote. Left out where each unit has. */
  votePer: Type.Optional(Type.Literal('owner')),
  /** Of those owners how many voted differently with their units: their vote counts for no answer. Left out where none did. */
  divided: Type.Optional(Type.Integer()),
  /** Of an election of several seats, with how they are given. */
  seats: Type.Optional(Type.Integer()),
  method: Type.Optional(Type.Enum(electionMethods)),
  voted: Weight,
  /** Empty while the results are hidden. */
  answers: Type.Array(AnswerTally),
  outcome: Nullable(Outcome),
  /** Announced result of the last closing, if a later act (a lot, an annulled vote, a reset) changed status or votes. */
  announced: Type.Optional(
    Type.Object({ voted: Weight, answers: Type.Array(AnswerTally), outcome: Nullable(Outcome) }),
  ),
  /** Instant of the deletion; votes, answers and outcome are then as last announced. */
  deletedAt: Type.Optional(Instant),
  /** What was answered is told to nobody before the question closes; `voted` is. */
  hidden: Type.Optional(Type.Literal(true)),
  /** When the closing of an open question is announced for. */
  countdownTo: Type.Optional(Instant),
  /** Of a closed question: what stands for the ballots of its last closing. */
  seal: Type.Optional(ClosingSeal),
  /** Of a question that was opened again: each opening and closing, in order. */
  intervals: Type.Optional(Type.Array(QuestionInterval)),
});
export type LiveConcept = Static<typeof LiveConcept>;

/** A 'Verificar quórum' that runs: how many of those registered from home were asked, and confirmed. */
export const QuorumCheck = Type.Object({
  checkId: Type.Integer(),
  startedAt: Instant,
  asked: Weight,
  confirmed: Weight,
});
export type QuorumCheck = Static<typeof QuorumCheck>;

/** Phones that announce themselves with the wall's code. */
export const LiveJoining = Type.Object({
  /** Null while walls show no QR. */
  code: Nullable(Type.String()),
  /** Phones that wait for the desk. */
  waiting: Type.Integer(),
  /** When the newest of them came. */
  newestAt: Nullable(Instant),
});
export type LiveJoining = Static<typeof LiveJoining>;

const stamp = { jointId: Type.Integer(), revision: Type.Integer(), at: Instant };

export const Snapshot = Type.Object({
  ...stamp,
  /** The store's epoch: another one is another past, whose revisions do not compare (docs/backup.md). */
  epoch: Type.String(),
  assembly: Nullable(Assembly),
  /** Null while no check of the quorum runs. */
  check: Nullable(QuorumCheck),
  /** Null while walls show no QR and nobody waits for the desk. */
  joining: Nullable(LiveJoining),
  /** The newest signed head of the joint's trail (docs/evidence.md); null before the first. */
  head: Nullable(Type.String()),
  registered: Weight,
  total: Weight,
  quorum: Quorum,
  concepts: Type.Array(LiveConcept),
  /** Questions that were deleted after a closing announced a result, by number; left out if there are none. */
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
  /** Empty while the results are hidden. */
  answers: AnswerTally[];
  /** As the whole concept has it: what the votes come to so far, or of a closed question its verdict. */
  outcome: Outcome | null;
  hidden?: true;
  /** As the whole concept has it. */
  divided?: number;
  /** Of a question that was opened again. */
  intervals?: QuestionInterval[];
}
export const conceptChanges = ['created', 'activated', 'deactivated', 'reset', 'deleted'] as const;
export interface ConceptEvent extends Stamp {
  /** `deactivated` comes again where the outcome of a closed question changes, `activated` where the mode or the countdown of an open one does. */
  change: (typeof conceptChanges)[number];
  concept: LiveConcept;
}
/**
 * The assembly itself: opened, in second call, closed, or given another title; the check that runs; who waits for the
 * desk; and the newest signed head, which each opening and closing of it or of a question makes.
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
  /** What changed since the last one: all of it to operators, one's own units to a holder. */
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

/** Socket.IO's typed events, server to client and client to server. */
export type ServerToClient = { [E in keyof LiveEvents]: (event: LiveEvents[E]) => void };
export interface ClientToServer {
  join: (room: { jointId: number }, reply: (answer: JoinReply) => void) => void;
  leave: (room: { jointId: number }) => void;
}
