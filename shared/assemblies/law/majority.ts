import Type, { type Static } from 'typebox';

/**
 * Rules to decide a question: more than half of the coefficients, equal votes, 70 % of all, election, percentage of
 * the by-laws, all votes (Ley 675, arts. 9, 45 and 46; C-522 de 2002; docs/why/voting.md).
 */
export const rules = ['simple', 'perUnit', 'qualified', 'election', 'threshold', 'unanimous'] as const;
export type Rule = (typeof rules)[number];
/** Schema of the rule that decides a question: a value of `rules`. */
export const RuleSchema = Type.Enum(rules);

/**
 * Bases of the percentage required by the by-laws: `represented`: coefficient of the registered units; `roll`:
 * coefficient of all units.
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
 * Converts the percentage required by the by-laws to millionths, as stored: 60.5 gives 605000. Null if the law does
 * not allow the percentage (above 50, at most 70), or for more than four decimals.
 */
export function millionthsOf(percent: number): number | null {
  const millionths = Math.round(percent * PER_PERCENT);
  const isExact = millionths / PER_PERCENT === percent;
  return isExact && millionths > 500_000 && millionths <= 700_000 ? millionths : null;
}

/** Converts the percentage required by the by-laws from millionths, as stored, to per cent: 605000 gives 60.5. */
export const percentOf = (millionths: number): number => millionths / PER_PERCENT;

/**
 * Majority needed in a question: the rule, the by-laws' percentage and clause if any, and `votePer` for a single
 * vote per owner.
 */
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

/**
 * True if a majority counts against all units of the joint, present or absent. False if only the represented units
 * count.
 */
export const isOfRoll = ({ rule, threshold }: Majority): boolean =>
  rule === 'qualified' || rule === 'unanimous' || (rule === 'threshold' && threshold?.base === 'roll');

/**
 * True for the rules of 70 % (Ley 675, art. 46) and of all coefficients (extinction, art. 9): the law requires a
 * meeting in a room. A virtual assembly cannot decide by the rules, and in a mixed assembly only votes in the room
 * count.
 */
export const needsRoom = (rule: Rule | null): boolean => rule === 'qualified' || rule === 'unanimous';

/**
 * Returns the part of the base to pass under a rule, 0 to 1: 0.5 for more than half, 0.7 for `qualified`, 1 for
 * `unanimous`, the by-laws' percentage for `threshold`. `qualified` and `unanimous` are passed by exactly the part;
 * other rules need more.
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
