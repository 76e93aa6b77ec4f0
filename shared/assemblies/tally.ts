import { isMoreThanHalf, type Nano, nano, ZERO } from '../coefficient.ts';
import { type Contest, type ElectionResult, electSeats } from './elections/election.ts';
import type { Matter } from './law/kinds.ts';
import { needsRoom, type Rule, type Threshold } from './law/majority.ts';
import { matterLaw } from './law/matters.ts';
import type { Outcome } from './live.ts';

/** What one answer gathered. `dwellings` are its votes of one each, of units or of owners, `inRoom` what was cast in the room. */
export interface AnswerCount {
  answerId: number;
  apartments: number;
  coefficient: Nano;
  dwellings: number;
  inRoom: Nano;
  /**
   * Where each owner has one vote: owners who voted differently with their units, each under the first of their answers. They
   * are not among `dwellings` of any.
   */
  divided?: number;
  /** Of a question that is open again: how many of its votes were cast since. */
  late?: number;
  /** Where ballots have several names: those that are counted once under this one; left out, all of them are. */
  ballots?: { apartments: number; coefficient: Nano };
}

/** What was represented: live while the question is open, as of its last closing afterwards. */
export interface Base {
  apartments: number;
  coefficient: Nano;
  dwellings: number;
  /** Whether the assembly had quorum. */
  quorum: boolean;
}

export interface Question {
  rule: Rule;
  /** Of the rule of that name: what has to be passed, in millionths of its base. */
  threshold?: { millionths: number; base: Threshold['base'] } | null;
  approvingAnswerId: number;
  /** Matter of the question, if it was told. */
  matter?: Matter | null;
  /** Of an election: the answer that is nobody, and is never elected; null where there is none. */
  blankAnswerId: number | null;
  /** Of an election of several seats; null and left out on every other question. */
  contest?: Contest | null;
  active: boolean;
  /** Whether it was ever closed: a prepared question that nobody opened yet is as open as an active one. */
  closed: boolean;
}

type OutcomeStatus = Outcome['status'];
export interface Decision {
  status: OutcomeStatus;
  answerId: number | null;
  base: { apartments: number; coefficient: Nano };
  /** Part of the base, 0 to 1; for display. */
  share: number;
  /**
   * Of an election: whether the most voted answer exceeds half of what is represented (art. 45). Null under the
   * other rules, and where no answer leads.
   */
  passesHalf: boolean | null;
  /** Of an election of several seats: who has them. */
  election?: ElectionResult;
}

/** The votes of all answers together, each ballot once; a tally is the sum of its units, whatever their order. */
export function votedOf(answers: readonly AnswerCount[]): { apartments: number; coefficient: Nano } {
  let apartments = 0;
  let coefficient = 0;
  for (const answer of answers) {
    const once = answer.ballots ?? answer;
    apartments += once.apartments;
    coefficient += once.coefficient;
  }
  return { apartments, coefficient: nano(coefficient) };
}

/**
 * The one function that decides a question from what was counted.
 * - `simple`: the approving answer exceeds half of the represented coefficient (Ley 675 de 2001, art. 45).
 * - `perUnit`: it exceeds half of the votes of one each that are represented, of dwellings or of owners (sentencia C-522 de 2002).
 * - `qualified`: it reaches 70 % of the whole roll (art. 46), in a mixed assembly by votes cast in the room.
 * - `threshold`: it exceeds the by-laws' percentage of what is represented, or of the whole roll (art. 45, par.).
 * - `unanimous`: it is every coefficient of the roll (art. 9), in a mixed assembly by votes cast in the room.
 * - `election`: the most voted answer that is not the blank one; a tie is a tie. Where every vote is blank nobody
 *   is elected: `rejected`, without an answer. Of several seats: `elected` when no lot is missing, `tied` until it is drawn.
 * A question that was closed without quorum decides nothing, votes or none. In a virtual assembly a matter of art. 46 (or
 * extinction) is `indicative` by every rule (specification, section 5, rule 28d).
 */
export function decide(
  question: Question,
  answers: readonly AnswerCount[],
  base: Base,
  roll: { total: Nano; mode: 'inPerson' | 'virtual' | 'mixed' },
): Decision {
  const finished = question.closed && !question.active;
  const result =
    question.rule === 'election'
      ? (seatsOf(question, answers, base) ?? mostVoted(question, answers, base))
      : { ...ofApproval(question, answers, base, roll), passesHalf: null };
  if (!finished) return { ...result, status: 'open' };
  if (!base.quorum) return { ...result, status: 'noQuorum' };
  if (answers.every((answer) => answer.apartments === 0)) return { ...result, status: 'noVotes' };
  if (question.contest == null && isUndecidable(question, roll)) return { ...result, status: 'indicative' };
  return result;
}

/** True of a matter that asks for a majority of the room where the assembly has no room. */
const isUndecidable = ({ matter }: Question, { mode }: { mode: string }): boolean =>
  mode === 'virtual' && matter != null && needsRoom(matterLaw[matter].rule);

/** Null where the election is of one seat. */
function seatsOf(
  { contest, blankAnswerId }: Question,
  answers: readonly AnswerCount[],
  base: Base,
): Decision | null {
  if (contest == null) return null;
  const valid = votedOf(answers).coefficient;
  return {
    ...decideSeats(electSeats(contest, blankAnswerId, answers, valid, base.coefficient)),
    answerId: null,
    base: { apartments: base.apartments, coefficient: base.coefficient },
    share: 0,
    passesHalf: null,
  };
}

/**
 * Status of an election of several seats by its votes and lots: `tied` if a lot that gives a seat is missing, `elected` if
 * somebody was elected, else `rejected`. Declines change who has the seats and never the status (specification, section 5,
 * rule 14).
 */
function decideSeats(election: ElectionResult) {
  const status = election.isTied ? 'tied' : election.given > 0 ? 'elected' : 'rejected';
  return { status, election } as const;
}

function mostVoted(question: Question, answers: readonly AnswerCount[], base: Base): Decision {
  const candidates = answers.filter(({ answerId }) => answerId !== question.blankAnswerId);
  const most = candidates.reduce(
    (best, answer) => (answer.coefficient > best ? answer.coefficient : best),
    ZERO,
  );
  const leaders = most === 0 ? [] : candidates.filter((answer) => answer.coefficient === most);
  const leader = leaders.length === 1 ? leaders[0] : undefined;
  return {
    status: leader !== undefined ? 'elected' : leaders.length > 1 ? 'tied' : 'rejected',
    answerId: leader?.answerId ?? null,
    base: { apartments: base.apartments, coefficient: base.coefficient },
    share: part(most, base.coefficient),
    passesHalf: leader === undefined ? null : isMoreThanHalf(most, base.coefficient),
  };
}

function ofApproval(
  question: Question,
  answers: readonly AnswerCount[],
  base: Base,
  roll: { total: Nano; mode: 'inPerson' | 'virtual' | 'mixed' },
) {
  const approving = answers.find((answer) => answer.answerId === question.approvingAnswerId);
  const answerId = question.approvingAnswerId;
  const say = (passes: boolean): OutcomeStatus => (passes ? 'approved' : 'rejected');
  if (question.rule === 'perUnit') {
    const inFavour = approving?.dwellings ?? 0;
    return {
      status: say(2 * inFavour > base.dwellings),
      answerId,
      base: { apartments: base.dwellings, coefficient: base.coefficient },
      share: part(inFavour, base.dwellings),
    };
  }
  const isInRoom = needsRoom(question.rule) && roll.mode === 'mixed';
  const inFavour = (isInRoom ? approving?.inRoom : approving?.coefficient) ?? nano(0);
  const { threshold } = question;
  const isOfRoll = needsRoom(question.rule) || threshold?.base === 'roll';
  const whole = isOfRoll ? roll.total : base.coefficient;
  return {
    status: say(passes()),
    answerId,
    base: { apartments: base.apartments, coefficient: whole },
    share: part(inFavour, whole),
  };

  function passes(): boolean {
    switch (question.rule) {
      case 'qualified':
        return isAtLeastSeventyPercent(inFavour, whole);
      case 'unanimous':
        return whole > 0 && inFavour === whole;
      case 'threshold':
        return threshold != null && exceeds(inFavour, threshold.millionths, whole);
      default:
        return isMoreThanHalf(inFavour, whole);
    }
  }
}

/** Ten times the part against seven times the whole: BigInt, since the products may pass 2^53. */
function isAtLeastSeventyPercent(part: Nano, whole: Nano): boolean {
  return whole > 0 && 10n * BigInt(part) >= 7n * BigInt(whole);
}

/** A million times the part against so many millionths of the whole: BigInt, as above. */
function exceeds(part: Nano, millionths: number, whole: Nano): boolean {
  return 1_000_000n * BigInt(part) > BigInt(millionths) * BigInt(whole);
}

const part = (some: number, whole: number): number => (whole === 0 ? 0 : some / whole);
