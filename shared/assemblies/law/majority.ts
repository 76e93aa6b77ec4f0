import Type, { type Static } from 'typebox';

/** How a question is decided: Ley 675/2001 arts. 9, 45 and 46, C-522/2002; see docs/voting.md. */
export const rules = ['simple', 'perUnit', 'qualified', 'election', 'threshold', 'unanimous'] as const;
export type Rule = (typeof rules)[number];
export const RuleSchema = Type.Enum(rules);

/** What a threshold is a percentage of: the coefficient that is represented, or that of the whole roll. */
export const thresholdBases = ['represented', 'roll'] as const;

/**
 * A majority of the by-laws (Ley 675 de 2001, art. 45, paragraph): the approving answer exceeds so many percent. Above
 * 50, since half plus is the law's own, and 70 at most, which no by-laws may exceed; up to four decimals.
 */
export const Threshold = Type.Object({ percent: Type.Number(), base: Type.Enum(thresholdBases) });
export type Threshold = Static<typeof Threshold>;

/** One percent in millionths of the whole, the unit in which a threshold is stored and compared. */
const PER_PERCENT = 10_000;

/** A percentage as a whole number of millionths of the whole; null where by-laws cannot ask for it, or not exactly. */
export function millionthsOf(percent: number): number | null {
  const millionths = Math.round(percent * PER_PERCENT);
  const isExact = millionths / PER_PERCENT === percent;
  return isExact && millionths > 500_000 && millionths <= 700_000 ? millionths : null;
}

export const percentOf = (millionths: number): number => millionths / PER_PERCENT;

/**
 * What decides a question: its rule, of a threshold the by-laws' percentage, whether each owner has one vote, and where
 * the by-laws ask for it.
 */
export interface Majority {
  rule: Rule | null;
  threshold?: Threshold | undefined;
  /** Of `perUnit`; left out where each unit has one vote. */
  votePer?: 'owner' | undefined;
  /** 'artículo 45 del reglamento', where the joint has told it; left out of what the law asks for. */
  clause?: string | undefined;
}

/** Whether what decides is a part of the whole roll, and not of what is represented. */
export const isOfRoll = ({ rule, threshold }: Majority): boolean =>
  rule === 'qualified' || rule === 'unanimous' || (rule === 'threshold' && threshold?.base === 'roll');

/**
 * Rules of art. 46's decisions, extinction (art. 9) with them: not taken in a virtual assembly, and in a mixed one by
 * what is voted in the room.
 */
export const needsRoom = (rule: Rule | null): boolean => rule === 'qualified' || rule === 'unanimous';

/** What has to be passed, reached (`qualified`) or be all (`unanimous`), as a part of what decides, 0 to 1. */
export function lineOf({ rule, threshold }: Majority): number {
  if (rule === 'qualified') return 0.7;
  if (rule === 'unanimous') return 1;
  return rule === 'threshold' && threshold !== undefined ? threshold.percent / 100 : 0.5;
}

/** Where a majority of the by-laws is written: the law, which lets them have it, and their clause. */
export const byLawsSource = (clause: string): string => `Ley 675 de 2001, art. 45; ${clause}`;
