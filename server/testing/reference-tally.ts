/** Reference results of questions for comparison, computed by unit in BigInt without application code. */
import type { Rule, Threshold } from '../../shared/assemblies/law/majority.ts';
import type { LiveConcept, Snapshot } from '../../shared/assemblies/live.ts';
import { defined } from '../../shared/defined.ts';

export interface HandUnit {
  readonly id: string;
  /** Coefficient as an integer of 10⁻⁹ of the table's unit. */
  readonly nano: bigint;
  readonly owner: string;
  readonly kind: string;
}

export interface HandVote {
  readonly answerId: number;
  readonly inRoom: boolean;
  /**
   * Owner and coefficient at the time of the vote, if the assembly's roll was corrected since. Absent: as on the
   * roll.
   */
  readonly cast?: HandUnit;
}

/**
 * Question with rule, roll, attendance and votes, the input to count a result independently of the
 * application.
 */
export interface HandQuestion {
  rule: Rule;
  /** Percentage to exceed, for the rule `threshold`. */
  threshold?: Threshold | undefined;
  /** Number of answers, numbered from 1. */
  answers: number;
  /** Number of the approving answer, from 1. */
  approving: number;
  /** Number of the blank answer of an election. Null without a blank answer. */
  blank: number | null;
  mode: 'inPerson' | 'virtual' | 'mixed';
  call: 1 | 2;
  open: boolean;
  /** Units on the assembly's roll. */
  roll: readonly HandUnit[];
  /** Ids of the units registered now or, for a closed question, at the closing. */
  present: ReadonlySet<string>;
  /** Valid votes. Key: id of the unit. */
  votes: ReadonlyMap<string, HandVote>;
}

/**
 * Formats a coefficient as in the table of units, without rounding: '2.070475727' for `2070475727n` (10⁻⁹).
 */
export function decimalOf(nano: bigint): string {
  const digits = String(nano).padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

/** Converts a coefficient to the double used in JSON. */
const onTheWire = (nano: bigint): number => Number(decimalOf(nano));

const total = (units: readonly HandUnit[]): bigint => units.reduce((sum, unit) => sum + unit.nano, 0n);

/** Returns number and sum of coefficients of some units, in the form of the API's answers. */
export function weighed(units: readonly HandUnit[]): { apartments: number; coefficient: number } {
  return { apartments: units.length, coefficient: onTheWire(total(units)) };
}

/** Returns half of a number in 10⁻⁹, as a JSON number. */
const half = (nano: bigint): number => Number(`${decimalOf(nano / 2n)}${nano % 2n === 0n ? '' : '5'}`);

/**
 * Computes the quorum of an assembly independently of the application, to compare with the API's answer.
 * Rules: Ley 675, art. 45, in first call; art. 41 in second call; at least two owners.
 * @param present ids of the registered units
 */
export function quorumByHand({
  roll,
  present,
  call,
}: Pick<HandQuestion, 'roll' | 'call'> & { present: { has: (id: string) => boolean } }): Snapshot['quorum'] {
  const here = roll.filter(({ id }) => present.has(id));
  const isPlural = new Set(here.map(({ owner }) => owner)).size >= 2;
  if (call === 2) return { required: 0, reached: isPlural, missing: 0 };
  const [part, whole] = [total(here), total(roll)];
  const isEnough = 2n * part > whole;
  const missing = isEnough ? 0n : whole / 2n + 1n - part;
  return { required: half(whole), reached: isEnough && isPlural, missing: onTheWire(missing) };
}

/** Divides to fifteen decimals, without a division of doubles. */
function share(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10n ** 15n) / whole) / 1e15;
}

type Reckoned = Pick<LiveConcept, 'rule' | 'threshold' | 'voted' | 'answers' | 'outcome'>;
type Status = NonNullable<LiveConcept['outcome']>['status'];
interface Decided {
  passes: Status;
  answerId: number | null;
  share: number;
  half: boolean | null;
}

/**
 * Computes votes and result of a question independently of the application, to compare with the API's
 * answer. The text of an answer is the answer's number.
 */
export function reckon(question: HandQuestion): Reckoned {
  const { rule, roll, votes, approving } = question;
  const here = roll.filter((unit) => question.present.has(unit.id));
  const dwellings = here.filter((unit) => unit.kind === 'vivienda');
  const isInRoom = (unit: HandUnit) => votes.get(unit.id)?.inRoom === true;
  const cast = Array.from({ length: question.answers }, (_, at) =>
    roll
      .filter((unit) => votes.get(unit.id)?.answerId === at + 1)
      .map((unit) => votes.get(unit.id)?.cast ?? unit),
  );
  const answers = cast.map((units, at) => ({
    answerId: at + 1,
    answerDescription: String(at + 1),
    ...weighed(units),
    dwellings: rule === 'perUnit' ? units.filter((unit) => unit.kind === 'vivienda').length : 0,
    inRoom: onTheWire(total(units.filter(isInRoom))),
  }));
  const inFavour = cast[approving - 1] ?? [];

  const approval = (passes: boolean, part: number): Decided => ({
    passes: passes ? 'approved' : 'rejected',
    answerId: approving,
    share: part,
    half: null,
  });
  const decided = (): Decided => {
    if (rule === 'simple') {
      const [part, whole] = [total(inFavour), total(here)];
      return approval(2n * part > whole, share(part, whole));
    }
    if (rule === 'perUnit') {
      const part = BigInt(inFavour.filter((unit) => unit.kind === 'vivienda').length);
      const whole = BigInt(dwellings.length);
      return approval(part > whole - part, share(part, whole));
    }
    if (rule === 'qualified') {
      const part = total(question.mode === 'mixed' ? inFavour.filter(isInRoom) : inFavour);
      const whole = total(roll);
      return approval(whole > 0n && part * 100n >= whole * 70n, share(part, whole));
    }
    if (rule === 'unanimous') {
      const part = total(question.mode === 'mixed' ? inFavour.filter(isInRoom) : inFavour);
      const whole = total(roll);
      return approval(whole > 0n && whole - part === 0n, share(part, whole));
    }
    if (rule === 'threshold') {
      const [part, whole] = [total(inFavour), total(question.threshold?.base === 'roll' ? roll : here)];
      const [units = '', decimals = ''] = String(question.threshold?.percent).split('.');
      const parts = BigInt(units) * 10n ** 9n + BigInt(decimals.padEnd(9, '0'));
      return approval(part * 100n * 10n ** 9n > parts * whole, share(part, whole));
    }
    // Compares each pair of candidates instead of sorting, unlike the application.
    const sums = cast.map(total);
    const running = sums.flatMap((sum, at) => (at + 1 === question.blank || sum === 0n ? [] : [{ sum, at }]));
    const first = running.filter((one) => running.every((other) => other.sum <= one.sum));
    const [winner, second] = first;
    if (winner === undefined) return { passes: 'rejected', answerId: null, share: 0, half: null };
    const part = share(winner.sum, total(here));
    return second !== undefined
      ? { passes: 'tied', answerId: null, share: part, half: null }
      : {
          passes: 'elected',
          answerId: winner.at + 1,
          share: part,
          half: winner.sum + winner.sum > total(here),
        };
  };
  const result = decided();
  const status: Status = question.open
    ? 'open'
    : !quorumByHand(question).reached
      ? 'noQuorum'
      : votes.size === 0
        ? 'noVotes'
        : result.passes;
  const base = weighed(here);
  if (rule === 'perUnit') base.apartments = dwellings.length;
  if (rule === 'qualified' || rule === 'unanimous' || question.threshold?.base === 'roll')
    base.coefficient = onTheWire(total(roll));
  return {
    rule,
    ...defined({ threshold: question.threshold }),
    voted: weighed(cast.flat()),
    answers,
    outcome: {
      status,
      answerId: result.answerId,
      base,
      share: result.share,
      mode: question.mode,
      passesHalf: result.half,
      blankAnswerId: rule === 'election' ? question.blank : null,
    },
  };
}
