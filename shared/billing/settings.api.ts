import Type, { type Static } from 'typebox';
import {
  accountants,
  accountReaders,
  DayText,
  endpoint,
  Line,
  Lines,
  Nullable,
  OptionalLine,
  staff,
} from '../api.ts';
import { ImportProblem } from '../properties/apartments.api.ts';
import { SheetAccount } from '../sheet-account.ts';
import { letterheadSettings } from './letterhead.ts';
import { chargeNatures, interestWays, rateModes } from './natures.ts';
import { MonthText } from './shapes.ts';
import { BankAccount, whereToPaySettings } from './where-to-pay.ts';

/** Effective annual per cent with up to four decimals: 25.62. */
const AnnualRate = Type.Number({ minimum: 0, maximum: 200 });
/** Monthly per cent with up to six decimals: 1.5. */
const MonthlyRate = Type.Number({ minimum: 0, maximum: 10 });

/** Lengths of the amount in codes of payment: even, since Code 128 writes digits in pairs. */
export const amountLengths = [8, 10, 14] as const;

/** How a joint is billed. docs/billing.md states what each one does where it is left as it comes. */
export const BillingSettings = Type.Object({
  /** The day of the month on which charges fall due; 31: its last. */
  dueDay: Type.Integer({ minimum: 1, maximum: 31 }),
  /** Days after the due date in which no late interest is reckoned. */
  graceDays: Type.Integer({ minimum: 0, maximum: 90 }),
  finesBearInterest: Type.Boolean(),
  /** Each line of late interest is rounded half up to the peso, else to the centavo; lines that stand stay. */
  interestToPeso: Type.Boolean(),
  /** Totals are rounded half up to the peso, the difference being a line of the bill. */
  roundToPeso: Type.Boolean(),
  /** Units that name a main unit come in its bill. */
  groupUnits: Type.Boolean(),
  /** Prompt payment: per cent of the month's administration fee, and the last day of the month to earn it. */
  discount: Nullable(
    Type.Object({
      percent: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
      day: Type.Integer({ minimum: 1, maximum: 31 }),
    }),
  ),
  /** It is offered to accounts with overdue instalments too. */
  discountToDebtors: Type.Boolean(),
  /** GS1's number of who collects, 13 digits with its check digit; null: invoices carry no code. */
  gln: Nullable(Type.String({ maxLength: 13, pattern: '^\\d{13}$' })),
  /** Digits of the payment reference that the bank's agreement asks for; null: our own twelve. */
  referenceDigits: Nullable(Type.Integer({ minimum: 6, maximum: 24 })),
  /** Digits of the amount in the code that the agreement asks for; a larger amount takes more. */
  amountDigits: Type.Enum(amountLengths),
  /** `full`: the whole form; `data`: only what goes on a pre-printed one. */
  form: Type.Union([Type.Literal('full'), Type.Literal('data')]),
  /** Millimetres by which everything printed moves right and down. */
  offsetX: Type.Number({ minimum: -50, maximum: 50 }),
  offsetY: Type.Number({ minimum: -50, maximum: 50 }),
  nit: OptionalLine(30),
  ...letterheadSettings,
  ...whereToPaySettings,
  /** What else there is to say of where to pay. */
  paymentPlace: Lines(500),
  /** A few lines on every invoice. */
  message: Lines(500),
});
export type BillingSettings = Static<typeof BillingSettings>;

export const defaultSettings: BillingSettings = {
  dueDay: 31,
  graceDays: 0,
  finesBearInterest: false,
  interestToPeso: false,
  roundToPeso: true,
  groupUnits: true,
  discount: null,
  discountToDebtors: true,
  gln: null,
  referenceDigits: null,
  amountDigits: 10,
  form: 'full',
  offsetX: 0,
  offsetY: 0,
  nit: '',
  ...{ administrator: '', address: '', phone: '', email: '', legalText: '' },
  bankAccount: null,
  brebKey: '',
  paymentPage: '',
  paymentPlace: '',
  message: '',
};

export const getBillingSettings = endpoint('getBillingSettings', 'GET /joints/:jointId/billingsettings', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'How a joint is billed',
  answer: BillingSettings,
});

export const changeBillingSettings = endpoint(
  'changeBillingSettings',
  'PATCH /joints/:jointId/billingsettings',
  {
    access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
    summary: 'Change how a joint is billed, from its next issue on',
    description:
      '422 glnInvalid where the check digit is not right. 422 bankAccountInvalid, brebKeyInvalid, paymentPageInvalid (https alone). What was issued stays as it is, with its administration and its legal text; where to pay, NIT and message are printed as of now.',
    body: Type.Partial(BillingSettings),
    answer: BillingSettings,
  },
);

/** A joint's logo as screens show it; all null where it has none. */
export const JointLogo = Type.Object({
  /** `data:` with the image, PNG or JPEG. */
  image: Nullable(Type.String()),
  /** In pixels. */
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
});
export type JointLogo = Static<typeof JointLogo>;

export const getLogo = endpoint('getLogo', 'GET /joints/:jointId/logo', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: "The joint's logo, which the next issue puts on its bills",
  answer: JointLogo,
});

export const setLogo = endpoint('setLogo', 'POST /joints/:jointId/logo', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Set the joint's logo, from its next issue on; bills that were issued keep theirs",
  description:
    'One file, PNG or JPEG by its bytes, of at most 300 KB and 600 pixels a side. A PNG is stored anew on white, a JPEG without what cameras note. 422 logoInvalid, logoTooLarge.',
  status: 201,
  answer: JointLogo,
  upload: true,
});

export const removeLogo = endpoint('removeLogo', 'DELETE /joints/:jointId/logo', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Take the joint's logo away, from its next issue on",
});

/** Where a joint is paid; each '' or null where it is not set. */
export const WhereToPay = Type.Object({
  bankAccount: Nullable(BankAccount),
  brebKey: Type.String(),
  paymentPage: Type.String(),
  paymentPlace: Type.String(),
  /** The QR of the page, else of the key: its modules, a text a row, 1 is dark. */
  qr: Nullable(
    Type.Object({
      of: Type.Union([Type.Literal('page'), Type.Literal('key')]),
      rows: Type.Array(Type.String()),
    }),
  ),
});
export type WhereToPay = Static<typeof WhereToPay>;

export const getWhereToPay = endpoint('getWhereToPay', 'GET /joints/:jointId/wheretopay', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: 'Where those who owe pay a joint: account, key of Bre-B, page, lines, and the QR of page or key',
  answer: WhereToPay,
});

/** The legal ceiling of a month, and of no other: 1.5 times the current bank interest (Ley 675 de 2001, art. 30). */
export const LegalRate = Type.Object({
  month: Type.String(),
  annualRate: AnnualRate,
  /** The resolution that certifies it: its number and its day. Null of those that were entered without. */
  resolution: Nullable(Type.String()),
  resolvedOn: Nullable(Type.String()),
  /** Where else it is published, or what it is; '' where the resolution says it all. */
  source: Type.String(),
});
export type LegalRate = Static<typeof LegalRate>;

export const listLegalRates = endpoint('listLegalRates', 'GET /legalrates', {
  access: { profiles: accountants, scope: 'session' },
  summary: "The platform's dated table of the legal ceiling of late interest, newest first",
  answer: Type.Array(LegalRate),
});

export const setLegalRate = endpoint('setLegalRate', 'POST /legalrates', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Set the legal ceiling of one month; interest already charged stays',
  description:
    '422 resolutionMissing without the number and the day of its resolution, unless a source says what it is. 400 badRequest for more than four decimals.',
  body: Type.Object({
    month: MonthText,
    annualRate: AnnualRate,
    resolution: Type.Optional(Nullable(Line(80))),
    resolvedOn: Type.Optional(Nullable(DayText)),
    source: Type.Optional(OptionalLine(300)),
  }),
  status: 201,
  answer: LegalRate,
});

/** What a sheet of ceilings holds, before it is stored and after. */
export const LegalRatesReport = Type.Object({
  /** True when the rows were stored: all of them. */
  committed: Type.Boolean(),
  sheet: Nullable(Type.String()),
  rows: Type.Array(
    Type.Object({
      row: Type.Integer(),
      month: Type.String(),
      annualRate: AnnualRate,
      resolution: Type.String(),
      resolvedOn: Type.String(),
      source: Type.String(),
      /** What stood for that month when the sheet was read; null: nothing did. */
      before: Nullable(AnnualRate),
    }),
  ),
  problems: Type.Array(ImportProblem),
  account: SheetAccount,
});
export type LegalRatesReport = Static<typeof LegalRatesReport>;

export const importLegalRates = endpoint('importLegalRates', 'POST /legalrates/import', {
  access: { profiles: staff, scope: 'session' },
  summary:
    'Legal ceilings from a sheet (mes; tasa; resolución; fecha): a preview, or with `commit=true` all or none',
  description:
    'Without `commit=true` nothing is stored. 422 importHasProblems, details the report. 413 sheetTooLarge. 422 sheetUnreadable. A month that is there already takes the rate of the sheet; interest already charged stays.',
  query: Type.Object({ commit: Type.Optional(Type.Boolean()) }),
  answer: LegalRatesReport,
  upload: true,
});

export const JointRate = Type.Object({
  month: Type.String(),
  mode: Type.Enum(rateModes),
  /** Of `fixed`, one of the two, as the assembly wrote it; null otherwise. */
  annualRate: Nullable(AnnualRate),
  monthlyRate: Nullable(MonthlyRate),
  /** The assembly's decision. */
  acta: Nullable(Type.String()),
});
export type JointRate = Static<typeof JointRate>;

export const listJointRates = endpoint('listJointRates', 'GET /joints/:jointId/rates', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "A joint's own dated rates, newest first; where it has none, the legal ceiling holds",
  answer: Type.Array(JointRate),
});

export const setJointRate = endpoint('setJointRate', 'POST /joints/:jointId/rates', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Set a joint's rate from a month on",
  description:
    '422 actaRequired: `fixed` and `none` name the acta of the assembly that decided it. 422 rateMissing: `fixed` needs its rate, effective annual or monthly. 422 rateTwice for both. 422 monthCharged for a month whose interest was already charged. Every month uses the lower of this and its legal ceiling, compared as monthly rates.',
  body: Type.Object({
    month: MonthText,
    mode: Type.Enum(rateModes),
    annualRate: Type.Optional(Nullable(AnnualRate)),
    monthlyRate: Type.Optional(Nullable(MonthlyRate)),
    acta: Type.Optional(Nullable(Line(300))),
  }),
  status: 201,
  answer: JointRate,
});

/** The month of the way that a joint had before ways were chosen: it holds since its books began. */
export const SINCE_THE_BEGINNING = '1900-01';

/** When a joint's late interest runs, from a month on until the next one's. */
export const JointInterestWay = Type.Object({
  month: Type.String(),
  way: Type.Enum(interestWays),
  /** Null: the joint had it before ways were chosen. */
  acta: Nullable(Type.String()),
});
export type JointInterestWay = Static<typeof JointInterestWay>;

export const listInterestWays = endpoint('listInterestWays', 'GET /joints/:jointId/interestways', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "When a joint's late interest runs, newest first; where nothing was chosen, by days",
  answer: Type.Array(JointInterestWay),
});

export const setInterestWay = endpoint('setInterestWay', 'POST /joints/:jointId/interestways', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Choose when a joint's late interest runs, from a month on",
  description:
    '`days`: each day bears interest on what is unpaid of the capital as it begins, from the day after the due date and its days of grace. `balance`: each bill charges one whole month, at its own month’s rate, on the capital of earlier bills that is past due and unpaid as it is issued. `fullMonths`: whole calendar months overdue. A new way covers the days, or bills, of its first month and later ones; nothing is charged twice or afterwards. 422 wayTooEarly for a month that was issued, or one before it.',
  body: Type.Object({ month: MonthText, way: Type.Enum(interestWays), acta: Line(300) }),
  status: 201,
  answer: JointInterestWay,
});

/** Months, 2026-05, the first one first. */
const InterestFreeMonths = Type.Array(Type.String());

export const listInterestFreeMonths = endpoint(
  'listInterestFreeMonths',
  'GET /joints/:jointId/interestfree',
  {
    access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
    summary: "Months that were marked 'sin intereses' because their legal ceiling is missing",
    answer: InterestFreeMonths,
  },
);

export const setInterestFreeMonth = endpoint('setInterestFreeMonth', 'POST /joints/:jointId/interestfree', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Mark a month 'sin intereses', or take the mark away; answers with all that are marked",
  description:
    'Of a month whose own legal ceiling is missing: 422 legalRateKnown where it is there. A mark stands until it is taken away, also where the rate is entered afterwards. 422 monthCharged for a month whose late interest was already reckoned.',
  body: Type.Object({ month: MonthText, interestFree: Type.Boolean() }),
  status: 201,
  answer: InterestFreeMonths,
});

export const ChargeConcept = Type.Object({
  chargeConceptId: Type.Integer(),
  name: Type.String(),
  nature: Type.Enum(chargeNatures),
});
export type ChargeConcept = Static<typeof ChargeConcept>;

export const listChargeConcepts = endpoint('listChargeConcepts', 'GET /joints/:jointId/chargeconcepts', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'What a joint charges; a new name in a sheet becomes one',
  answer: Type.Array(ChargeConcept),
});

export const changeChargeConcept = endpoint(
  'changeChargeConcept',
  'PATCH /joints/:jointId/chargeconcepts/:chargeConceptId',
  {
    access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
    summary: 'What a concept counts as, from the next sheet on',
    body: Type.Object({ nature: Type.Enum(chargeNatures) }),
  },
);
