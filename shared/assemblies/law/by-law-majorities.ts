import Type, { type Static } from 'typebox';
import { Line, Nullable } from '../../api.ts';
import { Threshold } from './majority.ts';

/**
 * A majority of the by-laws in place of the law's half plus (Ley 675 de 2001, art. 45), and where they say it. A
 * threshold is within what art. 45 lets them ask for; null is half plus of what is represented, of an election alone.
 */
const ByLawMajority = Type.Object({ threshold: Nullable(Threshold), clause: Line(100) });

/**
 * By matter what the by-laws ask for; a matter that is left out has the law's majority. Art. 46's ten and extinction are
 * not here: their majorities are the law's, and no by-laws may lower or raise them.
 */
export const ByLawMajorities = Type.Partial(
  Type.Object({
    budget: ByLawMajority,
    accounts: ByLawMajority,
    extraordinaryFee: ByLawMajority,
    election: ByLawMajority,
    other: ByLawMajority,
  }),
);
export type ByLawMajorities = Static<typeof ByLawMajorities>;

export const byLawMatters = ['budget', 'accounts', 'extraordinaryFee', 'election', 'other'] as const;
