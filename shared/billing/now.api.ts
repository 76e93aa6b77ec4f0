import Type, { type Static } from 'typebox';
import { accountants, endpoint, MonthNumber, Nullable, Year } from '../api.ts';
import { Profile } from '../profiles.ts';
import { Statement } from './bills.api.ts';
import { Pesos } from './shapes.ts';

const MonthOfYear = Type.Object({ year: Year, month: MonthNumber });

/**
 * Card about the billing of a joint (co-owned property) on the home screen of administrators and accountants:
 * next month to issue, total debt, and six months of billed and collected money. Amounts in pesos.
 */
export const BillingNow = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  /** Last month with issued bills. Null before the first issue. */
  lastIssued: Nullable(MonthOfYear),
  /**
   * Next month to issue: (1) the prepared month, (2) the month after the last issued month. Null before the books
   * begin.
   */
  toIssue: Nullable(Type.Object({ ...MonthOfYear.properties, isPrepared: Type.Boolean() })),
  /** Sums of the joint. Null for staff, since staff have many joints. */
  figures: Nullable(
    Type.Object({
      /** Total debt as in the report of debts by age. `overdue` is the overdue part. */
      receivable: Pesos,
      overdue: Pesos,
      /** Number of accounts with overdue debt. */
      debtors: Type.Integer(),
      /**
       * Last six months including the current month: amount billed for the month, and amount collected in the
       * month.
       */
      months: Type.Array(Type.Object({ ...MonthOfYear.properties, billed: Pesos, collected: Pesos })),
    }),
  ),
});
export type BillingNow = Static<typeof BillingNow>;

/** Today's debt of an account of the caller. */
const OwnDebt = Type.Object({
  ...Type.Pick(Statement, ['jointId', 'jointName', 'apartmentId', 'begun', 'balance', 'overdue']).properties,
  ...Type.Pick(Statement, ['overdueSince', 'nextDueDate', 'lastBill', 'reference', 'settlement']).properties,
  /** True if the unit is 'a paz y salvo' today, on all accounts. */
  paidUp: Type.Boolean(),
});
export type OwnDebt = Static<typeof OwnDebt>;

/** Debts of an owner today over all own accounts, for the home screen of the owner. In pesos. */
export const OwnDebts = Type.Object({
  /** Sum of the positive balances: credit of an account does not pay another account. */
  owed: Pesos,
  accounts: Type.Array(OwnDebt),
});
export type OwnDebts = Static<typeof OwnDebts>;

export const listBillingNow = endpoint('listBillingNow', 'GET /billingnow', {
  access: { profiles: accountants, scope: 'session' },
  summary: "Today's billing of the caller's joints: month to issue, receivable, collection of six months",
  description:
    'Sums agree with the aging report and with the monthly payments report. Staff: every billed joint, without figures.',
  answer: Type.Array(BillingNow),
});

export const listOwnDebts = endpoint('listOwnDebts', 'GET /owndebts', {
  access: { profiles: [Profile.owner], scope: 'session' },
  summary: "Balances of the caller's accounts today; units billed together share an account",
  description:
    'Accounts from before units were billed together or apart stand in it while they have a balance.',
  answer: OwnDebts,
});
