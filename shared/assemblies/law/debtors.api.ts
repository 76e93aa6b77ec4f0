import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, Instant, Nullable } from '../../api.ts';
import { Profile } from '../../profiles.ts';

/**
 * Purposes of a list of owners in arrears: the notice of an assembly (Ley 675, art. 39, par. 2), or the acta (art.
 * 30).
 */
export const debtorsPurposes = ['notice', 'acta'] as const;
export type DebtorsPurpose = (typeof debtorsPurposes)[number];

const DebtorsList = Type.Object({
  /** Last day of the books included in the list, YYYY-MM-DD. */
  asOf: Type.String(),
  takenAt: Instant,
  /** Name of the user who made the list. */
  takenBy: Type.String(),
  debtors: Type.Array(
    Type.Object({
      /** Ids of the debtor's unit and the units billed together. */
      units: Type.Array(Type.String()),
      owner: Type.String(),
      /** Overdue debt including late interest, in pesos. */
      owed: Type.Number(),
    }),
  ),
});
export type DebtorsList = Static<typeof DebtorsList>;

/** Newest list of debtors for each purpose. Null without a list. */
const DebtorsLists = Type.Object({ notice: Nullable(DebtorsList), acta: Nullable(DebtorsList) });
export type DebtorsLists = Static<typeof DebtorsLists>;

/** List of the last sent notice, for owners. Null before the first sending, and for a notice without a list. */
const NoticeDebtors = Nullable(Type.Pick(DebtorsList, ['asOf', 'debtors']));
export type NoticeDebtors = Static<typeof NoticeDebtors>;

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

export const getNoticeDebtors = endpoint('getNoticeDebtors', 'GET /joints/:jointId/noticedebtors', {
  access: { profiles: [Profile.owner], scope: 'paramsJoint' },
  summary: 'The list of owners in arrears of the notice, for the owners; a sector answers like the joint',
  description:
    'The list named by the last sent notice; null before the first sending or for a notice without a list. No card, screen or public page shows the list (C-328 de 2019).',
  answer: NoticeDebtors,
});

export const takeDebtorsList = endpoint(
  'takeDebtorsList',
  'POST /joints/:jointId/assemblies/current/debtors',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Take the list of owners in arrears out of the books, as they are now',
    description:
      'Later payments do not change a list; the newest list applies. 422 billingOff if the joint does not use billing, noBooks before the first posting, debtorsOfJoint for a sector.',
    body: Type.Object({ purpose: Type.Enum(debtorsPurposes) }),
    answer: DebtorsLists,
  },
);
