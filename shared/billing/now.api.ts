import Type, { type Static } from 'typebox';
import { accountants, DayText, endpoint, MonthNumber, Nullable, Year } from '../api.ts';
import { Profile } from '../profiles.ts';
import { Pesos } from './shapes.ts';

const MonthOfYear = Type.Object({ year: Year, month: MonthNumber });

/** A joint's billing as of today, for those who keep its books. */
export const BillingNow = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  lastIssued: Nullable(MonthOfYear),
  /** The month whose bills are due: one that is prepared, else the one after the last issued, once it has begun. */
  toIssue: Nullable(Type.Object({ ...MonthOfYear.properties, isPrepared: Type.Boolean() })),
  /** Null to staff, who look after many joints. */
  figures: Nullable(
    Type.Object({
      /** All that is owed, as the aging report adds it, and what of it is past its due date. */
      receivable: Pesos,
      overdue: Pesos,
      /** Accounts with something overdue. */
      debtors: Type.Integer(),
      /** Six months, the present one last: what was billed for each, and what was collected in it. */
      months: Type.Array(Type.Object({ ...MonthOfYear.properties, billed: Pesos, collected: Pesos })),
    }),
  ),
});
export type BillingNow = Static<typeof BillingNow>;

/** What one account of the caller comes to today. */
const OwnDebt = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  apartmentId: Type.String(),
  /** Anything was posted in the joint. */
  begun: Type.Boolean(),
  balance: Pesos,
  overdue: Pesos,
  overdueSince: Nullable(DayText),
  nextDueDate: Nullable(DayText),
  /** The last bill, where something that it asks for is still owed: it explains what is. */
  lastBill: Nullable(Type.Integer()),
  /** The payment reference of the last bill; '' where there is none. */
  reference: Type.String(),
});
export type OwnDebt = Static<typeof OwnDebt>;

export const OwnDebts = Type.Object({
  /** The sum of the balances that are owed; what one account has in favour pays nothing of another. */
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
  summary: "What the caller's accounts come to today, one for units that are billed together",
  description:
    'Accounts from before units were billed together or apart stand in it while they have a balance.',
  answer: OwnDebts,
});
