import Type, { type Static } from 'typebox';

/** Rules to decide a question (Ley 675, arts. 9, 45 and 46; C-522 de 2002; docs/why/voting.md). */
export const rules = ['simple', 'perUnit', 'qualified', 'election', 'threshold', 'unanimous'] as const;
export type Rule = (typeof rules)[number];
/** Schema of the rule that decides a question: a value of `rules`. */
export const RuleSchema = Type.Enum(rules);

/**
 * Bases of the by-laws' percentage: `represented`: coefficient of the registered units; `roll`: coefficient of all
 * units.
 */
export const thresholdBases = ['represented', 'roll'] as const;

/**
 * Majority of the by-laws (Ley 675, art. 45, par.): the approving answer must exceed the percentage. Above 50,
 * since the law requires more than half, and at most 70, the legal limit; up to four decimals.
 */
export const Threshold = Type.Object({ percent: Type.Number(), base: Type.Enum(thresholdBases) });
export type Threshold = Static<typeof Threshold>;

/** Millionths of the whole in a percent: thresholds are stored in millionths. */
const PER_PERCENT = 10_000;

/**
 * Converts the by-laws' percentage into millionths: 60.5 is 605000. Null if by-laws cannot require the percentage, or
 * if the result is not exact.
 */
export function millionthsOf(percent: number): number | null {
  const millionths = Math.round(percent * PER_PERCENT);
  const isExact = millionths / PER_PERCENT === percent;
  return isExact && millionths > 500_000 && millionths <= 700_000 ? millionths : null;
}

/** Converts the by-laws' percentage from millionths to per cent: 605000 gives 60.5. */
export const percentOf = (millionths: number): number => millionths / PER_PERCENT;

/** Majority for a question: rule, threshold, votes per owner, and clause of the by-laws. */
export interface Majority {
  /** Rule that decides. Null on the attendance concept. */
  rule: Rule | null;
  /** Percentage to exceed, for the rule `threshold`. */
  threshold?: Threshold | undefined;
  /** Set for the rule `perUnit` if each owner has a single vote. Absent if each unit has a vote. */
  votePer?: 'owner' | undefined;
  /**
   * Clause of the by-laws, 'artículo 45 del reglamento', if stored in the joint. Absent for majorities of the law.
   */
  clause?: string | undefined;
}

/** True if votes count against the whole roll (list of units), not the represented part. */
export const isOfRoll = ({ rule, threshold }: Majority): boolean =>
  rule === 'qualified' || rule === 'unanimous' || (rule === 'threshold' && threshold?.base === 'roll');

/**
 * True for the rules of Ley 675, art. 46, and of extinction (art. 9): a virtual assembly cannot decide by the rule,
 * and in a mixed assembly only votes in the room count.
 */
export const needsRoom = (rule: Rule | null): boolean => rule === 'qualified' || rule === 'unanimous';

/**
 * Returns the threshold of a rule as a fraction of the base, 0 to 1: 0.5 for more than half, 0.7 for `qualified`, 1
 * for `unanimous`, the by-laws' percentage for `threshold`. `qualified` and `unanimous` must be reached; other
 * thresholds must be exceeded.
 */
export function lineOf({ rule, threshold }: Majority): number {
  if (rule === 'qualified') return 0.7;
  if (rule === 'unanimous') return 1;
  return rule === 'threshold' && threshold !== undefined ? threshold.percent / 100 : 0.5;
}

/**
 * Returns the legal source of a by-law majority: the article that permits the majority, and the clause.
 * @param clause clause of the by-laws: 'artículo 45 del reglamento'
 */
export const byLawsSource = (clause: string): string => `Ley 675 de 2001, art. 45; ${clause}`;
