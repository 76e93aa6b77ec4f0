import Type, { type Static } from 'typebox';
import { Line, Nullable } from '../../api.ts';
import { Threshold } from './majority.ts';

/**
 * Majority of the by-laws instead of the law's simple majority (Ley 675, art. 45), with the clause. The threshold stays
 * within art. 45. Null, only for an election: the winner needs more than half of the represented coefficient.
 */
const ByLawMajority = Type.Object({ threshold: Nullable(Threshold), clause: Line(100) });

/**
 * Majorities of the by-laws by matter. A missing matter has the law's majority. The ten matters of art. 46 and
 * extinction are excluded: by-laws may not change these majorities.
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

/**
 * Legal matters (subjects of questions) with a majority open to the joint's by-laws, in the order of the settings
 * page.
 */
export const byLawMatters = ['budget', 'accounts', 'extraordinaryFee', 'election', 'other'] as const;
