import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, Instant, Nullable } from '../../api.ts';

/**
 * What a list of owners in arrears is for (Ley 675 de 2001): the notice of an assembly (art. 39, par. 2), or its acta (art. 30).
 */
export const debtorsPurposes = ['notice', 'acta'] as const;
export type DebtorsPurpose = (typeof debtorsPurposes)[number];

const DebtorsList = Type.Object({
  /** The posting day that the books are as of, YYYY-MM-DD. */
  asOf: Type.String(),
  takenAt: Instant,
  /** Name of who took it. */
  takenBy: Type.String(),
  debtors: Type.Array(
    Type.Object({
      /** The unit, and those that are billed with it. */
      units: Type.Array(Type.String()),
      owner: Type.String(),
      /** What is overdue, late interest with it, in pesos. */
      owed: Type.Number(),
    }),
  ),
});
export type DebtorsList = Static<typeof DebtorsList>;

/** The newest list of each purpose; null where none was taken. */
const DebtorsLists = Type.Object({ notice: Nullable(DebtorsList), acta: Nullable(DebtorsList) });
export type DebtorsLists = Static<typeof DebtorsLists>;

export const getDebtorsLists = endpoint(
  'getDebtorsLists',
  'GET /joints/:jointId/assemblies/current/debtors',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'The lists of owners in arrears of the current assembly, for its notice and its acta',
    description: 'A list is of the whole joint: of a sector 422 debtorsOfJoint.',
    answer: DebtorsLists,
  },
);

export const takeDebtorsList = endpoint(
  'takeDebtorsList',
  'POST /joints/:jointId/assemblies/current/debtors',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Take the list of owners in arrears out of the books, as they are now',
    description:
      'It is kept as it was taken, whatever is paid later; taken again, the newest holds. 422 billingOff where the joint does not use billing, noBooks where nothing was posted yet, debtorsOfJoint for a sector.',
    body: Type.Object({ purpose: Type.Enum(debtorsPurposes) }),
    answer: DebtorsLists,
  },
);
