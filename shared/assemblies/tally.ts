import { isMoreThanHalf, type Nano, nano, ZERO } from '../coefficient.ts';
import { type Contest, type ElectionResult, electSeats } from './elections/election.ts';
import type { Matter } from './law/kinds.ts';
import { needsRoom, type Rule, type Threshold } from './law/majority.ts';
import { matterLaw } from './law/matters.ts';
import type { Outcome } from './live.ts';

/** Counted votes of an answer to a question: input of `decide`. */
export interface AnswerCount {
  answerId: number;
  /** Number of units with this answer. */
  apartments: number;
  /** Coefficient of the units, in 10⁻⁹. */
  coefficient: Nano;
  /** Number of equal votes: a vote per unit or owner. */
  dwellings: number;
  /** Coefficient of the votes cast in the room, not from home. */
  inRoom: Nano;
  /**
   * Number of owners with different votes for several units, if each owner has a single vote. Listed under the
   * lowest answer id and excluded from every `dwellings`.
   */
  divided?: number;
  /** Number of votes cast since the reopening of a reopened question. */
  late?: number;
  /**
   * For ballots with several candidates: total of the ballots, listed under this answer to count each ballot once.
   * Default: all ballots of the answer.
   */
  ballots?: { apartments: number; coefficient: Nano };
}

/**
 * Units represented (registered) in the assembly, as the base for the votes of a question: figures of now while the
 * question is open, figures of the last closing afterwards.
 */
export interface Base {
  /** Number of represented units. */
  apartments: number;
  /** Coefficient of the represented units, in 10⁻⁹. */
  coefficient: Nano;
  /** Number of equal votes: a vote per unit or owner. */
  dwellings: number;
  /** True if the assembly had quorum. */
  quorum: boolean;
}

/** Facts of a question needed by `decide` to compute the result, besides the votes. */
export interface CountedQuestion {
  /** Rule that decides. */
  rule: Rule;
  /** Share to exceed for the rule `threshold`, in millionths of the base. Null or absent for other rules. */
  threshold?: { millionths: number; base: Threshold['base'] } | null;
  /** Number of the answer with approval of the proposal as the effect, for example 'Sí'. */
  approvingAnswerId: number;
  /** Legal matter of the question. Null or absent if unknown. */
  matter?: Matter | null;
  /** Number of the blank answer of an election, never elected. Null without a blank answer. */
  blankAnswerId: number | null;
  /** Seats and candidates of an election of several seats. Null or absent for other questions. */
  contest?: Contest | null;
  /** True while the question is open. */
  active: boolean;
  /** True if the question was closed at least once. A question never opened counts as open. */
  closed: boolean;
}

type OutcomeStatus = Outcome['status'];
/** Result of a question as computed by `decide`: status, deciding answer, and share of the base. */
export interface Decision {
  /** Status: approved, rejected, tied, and so on. */
  status: OutcomeStatus;
  /** Deciding answer. Null without a deciding answer. */
  answerId: number | null;
  /** Represented units, or the whole roll, as the base of `share`. Coefficient in 10⁻⁹. */
  base: { apartments: number; coefficient: Nano };
  /** Share of the deciding answer in the base, 0 to 1, for display. */
  share: number;
  /**
   * For an election: true if the answer with the most votes exceeds half of the represented coefficient (Ley 675,
   * art. 45). Null under other rules and without a leading answer.
   */
  passesHalf: boolean | null;
  /** Seats of an election of several seats. Absent for other questions. */
  election?: ElectionResult;
}

/**
 * Adds the votes of all answers to the turnout: number of units, and coefficient in 10⁻⁹. A vote with several names
 * counts once.
 */
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
 * Decides a question from the counted votes. No other code decides.
 * - `simple`: the approving answer exceeds half of the represented coefficient (Ley 675, art. 45).
 * - `perUnit`: the approving answer exceeds half of the represented votes, a vote per dwelling or owner (sentencia
 *   C-522 de 2002).
 * - `qualified`: the approving answer reaches 70 % of the whole roll (art. 46); in the mode `mixed` by votes cast in
 *   the room.
 * - `threshold`: the approving answer exceeds the by-laws' percentage of the represented part, or of the whole roll
 *   (art. 45, par.).
 * - `unanimous`: the approving answer has every coefficient of the roll (art. 9); in the mode `mixed` by votes cast
 *   in the room.
 * - `election`: the answer with the most votes wins, except the blank answer; equal votes tie. If every vote is
 *   blank: `rejected` without an answer. With several seats: `tied` until all lots are drawn, then `elected`.
 *
 * A question closed without quorum is `noQuorum`, with or without votes. In a virtual assembly a matter of art. 46
 * (or extinction) is `indicative` under every rule (specification, section 5, rule 28d).
 * @param base represented units
 * @param roll all units of the assembly: `total` coefficient in 10⁻⁹, and the deciding mode (`decidingMode`)
 */
export function decide(
  question: CountedQuestion,
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

/**
 * Returns the mode of an assembly that decides a question now. An assembly that goes on in person keeps the
 * registrations from home: with votes from home, a question of art. 46 is decided like in a mixed assembly. A closing
 * stores the mode; closings from before this rule store the mode of the assembly, and keep the announced result.
 */
export function decidingMode<Mode extends string>(
  rule: Rule | null,
  mode: Mode,
  answers: readonly Pick<AnswerCount, 'coefficient' | 'inRoom'>[],
): Mode | 'mixed' {
  const isDivided = answers.some(({ coefficient, inRoom }) => inRoom < coefficient);
  return needsRoom(rule) && mode === 'inPerson' && isDivided ? 'mixed' : mode;
}

/**
 * True if a virtual assembly cannot decide a question, because the law requires votes in a room for the matter (Ley
 * 675, arts. 9 and 46).
 */
export const isUndecidable = (
  { matter }: Pick<CountedQuestion, 'matter'>,
  { mode }: { mode: string | undefined },
): boolean => mode === 'virtual' && matter != null && needsRoom(matterLaw[matter].rule);

/** Computes the result of an election of several seats. Null for other questions. */
function seatsOf(
  { contest, blankAnswerId }: CountedQuestion,
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
 * Returns the status of an election of several seats by votes and lots: `tied` if a lot for a seat is missing,
 * `elected` if anyone was elected, else `rejected`. Declines change the holders of seats, never the status
 * (specification, section 5, rule 14).
 */
function decideSeats(election: ElectionResult) {
  const status = election.isTied ? 'tied' : election.given > 0 ? 'elected' : 'rejected';
  return { status, election } as const;
}

function mostVoted(question: CountedQuestion, answers: readonly AnswerCount[], base: Base): Decision {
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
  question: CountedQuestion,
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

/**
 * True if a part is at least 70 % of the whole. Compares ten times the part with seven times the whole in BigInt,
 * since the products may exceed 2^53.
 */
function isAtLeastSeventyPercent(part: Nano, whole: Nano): boolean {
  return whole > 0 && 10n * BigInt(part) >= 7n * BigInt(whole);
}

/** True if a part exceeds the given millionths of the whole. BigInt, since the products may exceed 2^53. */
function exceeds(part: Nano, millionths: number, whole: Nano): boolean {
  return 1_000_000n * BigInt(part) > BigInt(millionths) * BigInt(whole);
}

const part = (some: number, whole: number): number => (whole === 0 ? 0 : some / whole);
