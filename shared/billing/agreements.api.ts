import Type, { type Static } from 'typebox';
import { ApartmentId, accountants, DayText, endpoint, Id, Line, monthKeepers, Nullable } from '../api.ts';
import { PaidPesos, Pesos } from './shapes.ts';

/** States of an agreement on a day: paid, broken, with a missed instalment, or in order. */
export const agreementStates = ['paid', 'broken', 'late', 'current'] as const;
export type AgreementState = (typeof agreementStates)[number];

/** Payment agreement (acuerdo de pago) with the state on a day. Amounts in pesos, days YYYY-MM-DD. */
export const Agreement = Type.Object({
  agreementId: Type.Integer(),
  /** Account: id of the billed unit. */
  apartmentId: Type.String(),
  madeOn: Type.String(),
  /** Signed document: 'Acuerdo 3 de 2026'. */
  document: Type.String(),
  /** Covered debts with the part still open. */
  debts: Type.Array(Type.Object({ item: Type.Integer(), description: Type.String(), open: Pesos })),
  instalments: Type.Array(Type.Object({ dueDate: Type.String(), amount: Pesos })),
  /** True if the covered debts bear no late interest while the agreement is in force. */
  suspendsInterest: Type.Boolean(),
  /** Number of missed instalments of a breach, and days after the due date until an instalment counts as missed. */
  missedLimit: Type.Integer(),
  graceDays: Type.Integer(),
  /** Day of the breach; null without a breach, and after a forgiven breach. Last day of a forgiven breach. */
  brokenOn: Nullable(Type.String()),
  forgivenOn: Nullable(Type.String()),
  state: Type.Enum(agreementStates),
  total: Pesos,
  /** Paid on the covered debts since the agreement. */
  paid: Pesos,
  /** Instalments due and not paid, and the number of instalments after the days of grace. */
  behind: Pesos,
  missed: Type.Integer(),
  /** Next instalment not paid in full, with the open part. Null after the last, and after a breach. */
  next: Nullable(Type.Object({ dueDate: Type.String(), amount: Pesos })),
});
export type Agreement = Static<typeof Agreement>;

const agreementAccess = { scope: 'paramsJoint', service: 'billing' } as const;

/** Open debt to cover with an agreement, in pesos. */
export const OpenDebt = Type.Object({
  item: Type.Integer(),
  description: Type.String(),
  dueDate: Nullable(Type.String()),
  open: Pesos,
});
export type OpenDebt = Static<typeof OpenDebt>;

export const listAgreements = endpoint('listAgreements', 'GET /joints/:jointId/agreements', {
  access: { ...agreementAccess, profiles: accountants },
  summary: 'Payment agreements with the state of today, newest first',
  answer: Type.Array(Agreement),
});

export const listOpenDebts = endpoint('listOpenDebts', 'GET /joints/:jointId/agreements/debts/:apartmentId', {
  access: { ...agreementAccess, profiles: accountants },
  summary: 'Open debts of the account of a unit outside standing agreements, in the order of payment',
  answer: Type.Array(OpenDebt),
});

export const NewAgreement = Type.Object({
  apartmentId: ApartmentId,
  /** Numbers of the covered debts (`listOpenDebts`). */
  items: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
  instalments: Type.Array(Type.Object({ dueDate: DayText, amount: PaidPesos }), {
    minItems: 1,
    maxItems: 120,
  }),
  suspendsInterest: Type.Boolean(),
  missedLimit: Type.Integer({ minimum: 1, maximum: 12 }),
  graceDays: Type.Integer({ minimum: 0, maximum: 60 }),
  document: Line(200),
});
export type NewAgreement = Static<typeof NewAgreement>;

export const addAgreement = endpoint('addAgreement', 'POST /joints/:jointId/agreements', {
  access: { ...agreementAccess, profiles: monthKeepers },
  summary: 'Add a payment agreement of today over open debts of an account',
  description:
    '422 agreementSumDiffers unless the instalments add up to the debts, agreementDaysInvalid unless the due dates rise from today on, debtNotOpen for a paid debt or one of a standing agreement.',
  body: NewAgreement,
  status: 201,
  answer: Agreement,
});

export const forgiveBreach = endpoint(
  'forgiveBreach',
  'POST /joints/:jointId/agreements/:agreementId/forgiveness',
  {
    access: { ...agreementAccess, profiles: monthKeepers },
    summary:
      'Forgive the breach of an agreement: the agreement stands again from today on, and counts later instalments only',
    description:
      '404 agreementNotFound. 422 agreementNotBroken while the agreement stands or is paid, agreementReplaced if another agreement covers a debt.',
    body: Type.Object({ reason: Line(200) }),
    answer: Agreement,
  },
);
