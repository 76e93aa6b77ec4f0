import Type, { type Static } from 'typebox';
import {
  accountants,
  accountReaders,
  DayText,
  endpoint,
  Line,
  Lines,
  ListMark,
  monthKeepers,
  Nullable,
  OptionalLine,
  staff,
} from '../api.ts';
import { ImportProblem } from '../properties/apartments.api.ts';
import { SheetAccount } from '../sheet-account.ts';
import { letterheadSettings } from './letterhead.ts';
import { chargeNatures, interestWays, rateModes } from './natures.ts';
import { MonthText } from './shapes.ts';
import { VoucherSettings } from './vouchers.ts';
import { BankAccount, whereToPaySettings } from './where-to-pay.ts';

/** Schema of an effective annual rate in per cent, with up to four decimals: 25.62. */
const AnnualRate = Type.Number({ minimum: 0, maximum: 200 });
/** Schema of a monthly rate in per cent, with up to six decimals: 1.5. */
const MonthlyRate = Type.Number({ minimum: 0, maximum: 10 });

/**
 * Possible numbers of digits of the amount in the bar code for payments on bills. Even, because Code 128
 * encodes digits in pairs.
 */
export const amountLengths = [8, 10, 14] as const;

/**
 * Billing settings of a joint: due day, late interest, discount, print form and payment data.
 * docs/why/billing.md has the defaults.
 */
export const BillingSettings = Type.Object({
  /** Day of the month when bills are due. 31: last day of the month. */
  dueDay: Type.Integer({ minimum: 1, maximum: 31 }),
  /** Number of days after the due date without late interest. */
  graceDays: Type.Integer({ minimum: 0, maximum: 90 }),
  finesBearInterest: Type.Boolean(),
  /** True to round each new line of late interest half up to the peso. False: to the centavo. */
  interestToPeso: Type.Boolean(),
  /** True to round the total of a bill half up to the peso, with the difference as a line of the bill. */
  roundToPeso: Type.Boolean(),
  /** True to bill annexes (parking spaces, storage rooms) together with the main unit. */
  groupUnits: Type.Boolean(),
  /**
   * Discount for early payment: per cent of the month's administration fee, and last day of the month. Null: no
   * discount.
   */
  discount: Nullable(
    Type.Object({
      percent: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
      day: Type.Integer({ minimum: 1, maximum: 31 }),
    }),
  ),
  /** True to offer the discount also to accounts with overdue debt. */
  discountToDebtors: Type.Boolean(),
  /** GS1 number of the collector, 13 digits including the check digit. Null: bills have no payment code. */
  gln: Nullable(Type.String({ maxLength: 13, pattern: '^\\d{13}$' })),
  /** Number of digits of the payment reference, as required by the bank. Null: twelve digits. */
  referenceDigits: Nullable(Type.Integer({ minimum: 6, maximum: 24 })),
  /**
   * Number of digits of the amount in the payment code, as required by the bank. A larger amount takes more digits.
   */
  amountDigits: Type.Enum(amountLengths),
  /** Kind of printed bill. `full`: complete form. `data`: only the content, for pre-printed paper. */
  form: Type.Union([Type.Literal('full'), Type.Literal('data')]),
  /** Shift of the printed content to the right, in millimetres. `offsetY`: shift down. */
  offsetX: Type.Number({ minimum: -50, maximum: 50 }),
  offsetY: Type.Number({ minimum: -50, maximum: 50 }),
  nit: OptionalLine(30),
  ...letterheadSettings,
  ...whereToPaySettings,
  /** Further payment instructions, printed on bills. */
  paymentPlace: Lines(500),
  /** Message printed on every bill. */
  message: Lines(500),
  /** Accounts, types and columns of the vouchers for accounting. */
  vouchers: VoucherSettings,
});
export type BillingSettings = Static<typeof BillingSettings>;

/** Billing settings of a joint (co-owned property) without any changed setting. */
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
  administrator: '',
  address: '',
  phone: '',
  email: '',
  legalText: '',
  bankAccount: null,
  brebKey: '',
  bankQr: '',
  paymentPage: '',
  paymentPlace: '',
  message: '',
  vouchers: { accounts: {}, types: {}, columns: [] },
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
      '422 glnInvalid for a wrong check digit. 422 bankAccountInvalid, brebKeyInvalid, bankQrInvalid, bankQrOfOneCharge (dynamic or with an amount), bankQrOfAnother (another NIT), paymentPageInvalid (only https). With `seen`: 409 factsMoved if another person changed the same setting meanwhile; `details.facts` has the stored values, and the same call with these values in `seen` passes. Issued bills keep administration and legal text; ways to pay, NIT and message are printed as of now.',
    body: Type.Object({
      ...Type.Partial(BillingSettings).properties,
      /** Values shown before the change. */
      seen: Type.Optional(Type.Partial(BillingSettings)),
    }),
    answer: BillingSettings,
  },
);

/** Logo of a joint (co-owned property) for screens. All fields are null without a logo. */
export const JointLogo = Type.Object({
  /** Image as a `data:` URL of a PNG or JPEG. */
  image: Nullable(Type.String()),
  /** Width of the image in pixels. */
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
});
export type JointLogo = Static<typeof JointLogo>;

export const getLogo = endpoint('getLogo', 'GET /joints/:jointId/logo', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: "The joint's logo for the bills of the next issue",
  answer: JointLogo,
});

export const setLogo = endpoint('setLogo', 'POST /joints/:jointId/logo', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Set the joint's logo from the next issue on; issued bills keep the former logo",
  description:
    'One file, PNG or JPEG by the bytes, at most 300 KB and 600 pixels a side. A PNG is stored on white, a JPEG without the metadata of cameras. 422 logoInvalid, logoTooLarge.',
  status: 201,
  answer: JointLogo,
  upload: true,
});

export const removeLogo = endpoint('removeLogo', 'DELETE /joints/:jointId/logo', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Take the joint's logo away, from its next issue on",
});

/**
 * Places to pay a joint's bills (bank account, payment key, page), with the QR code, for the screens of
 * owners. '' or null if not set.
 */
export const WhereToPay = Type.Object({
  bankAccount: Nullable(BankAccount),
  brebKey: Type.String(),
  paymentPage: Type.String(),
  /** True if owners pay online in the portal; `paymentPage` is then the portal's page. */
  online: Type.Boolean(),
  paymentPlace: Type.String(),
  /** QR code of the bank, else of the payment page: cells as a text per row, 1 is dark. Null without both. */
  qr: Nullable(
    Type.Object({
      of: Type.Union([Type.Literal('bank'), Type.Literal('page')]),
      rows: Type.Array(Type.String()),
    }),
  ),
});
export type WhereToPay = Static<typeof WhereToPay>;

export const getWhereToPay = endpoint('getWhereToPay', 'GET /joints/:jointId/wheretopay', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: 'Ways to pay a joint: account, key of Bre-B, page, lines, and the QR of page or key',
  answer: WhereToPay,
});

/**
 * Legal ceiling of the late interest rate in a month, for all joints: 1.5 times the current bank interest
 * (Ley 675, art. 30).
 */
export const LegalRate = Type.Object({
  month: Type.String(),
  annualRate: AnnualRate,
  /**
   * Number of the resolution that certifies the rate. `resolvedOn` is the resolution's day. Null for ceilings
   * entered without a resolution.
   */
  resolution: Nullable(Type.String()),
  resolvedOn: Nullable(Type.String()),
  /** Other publication or description of the rate. '' if the resolution is enough. */
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
    '422 resolutionMissing without number and day of the resolution, unless `source` is given. 422 rateSwapped for about 1.5 times or two thirds of the ceilings of the months beside, details {month, annualRate} of the nearest, unless `wentOn`. 400 badRequest for more than four decimals. With `seen`: 409 factsMoved if another person registered the month meanwhile.',
  body: Type.Object({
    month: MonthText,
    annualRate: AnnualRate,
    resolution: Type.Optional(Nullable(Line(80))),
    resolvedOn: Type.Optional(Nullable(DayText)),
    source: Type.Optional(OptionalLine(300)),
    /** True to store a rate that looks swapped. */
    wentOn: Type.Optional(Type.Boolean()),
    /** Mark of the list with the ceiling of the month shown before, if any. Below: with the rate, with the method. */
    seen: Type.Optional(ListMark),
  }),
  status: 201,
  answer: LegalRate,
});

/**
 * Result of reading an uploaded spreadsheet of legal ceilings of the late interest rate, before or after
 * storing: a month in each row.
 */
export const LegalRatesReport = Type.Object({
  /** True if all rows were stored. */
  committed: Type.Boolean(),
  /** Name of the sheet read. Null without a readable sheet. */
  sheet: Nullable(Type.String()),
  /** Ceilings read from the file, a month per row. */
  rows: Type.Array(
    Type.Object({
      row: Type.Integer(),
      month: Type.String(),
      annualRate: AnnualRate,
      resolution: Type.String(),
      resolvedOn: Type.String(),
      source: Type.String(),
      /** Ceiling of the month before the import. Null if the month had no ceiling. */
      before: Nullable(AnnualRate),
    }),
  ),
  problems: Type.Array(ImportProblem),
  /** Count of every cell of the file: read, or skipped with a reason. */
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

/**
 * Rate of late interest chosen by a joint (co-owned property), in force from `month` (YYYY-MM) on. Rates in
 * per cent.
 */
export const JointRate = Type.Object({
  month: Type.String(),
  mode: Type.Enum(rateModes),
  /**
   * Annual rate decided by the assembly. For the mode `fixed`, either `annualRate` or `monthlyRate` is set;
   * otherwise both are null.
   */
  annualRate: Nullable(AnnualRate),
  monthlyRate: Nullable(MonthlyRate),
  /** Acta with the decision of the assembly. Null without a decision. */
  acta: Nullable(Type.String()),
});
export type JointRate = Static<typeof JointRate>;

export const listJointRates = endpoint('listJointRates', 'GET /joints/:jointId/rates', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "A joint's own dated rates, newest first; without a rate the legal ceiling applies",
  answer: Type.Array(JointRate),
});

export const setJointRate = endpoint('setJointRate', 'POST /joints/:jointId/rates', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Set a joint's rate from a month on",
  description:
    '422 actaRequired: `fixed` and `none` need the acta of the decision. 422 rateMissing: `fixed` needs a rate, effective annual or monthly. 422 rateTwice for both rates. 422 monthCharged for a month with interest already charged. Every month uses the lower of the rate and the legal ceiling, compared as monthly rates. With `seen`: 409 factsMoved if another person registered the month meanwhile.',
  body: Type.Object({
    month: MonthText,
    mode: Type.Enum(rateModes),
    annualRate: Type.Optional(Nullable(AnnualRate)),
    monthlyRate: Type.Optional(Nullable(MonthlyRate)),
    acta: Type.Optional(Nullable(Line(300))),
    seen: Type.Optional(ListMark),
  }),
  status: 201,
  answer: JointRate,
});

/**
 * First month of the default method for late interest, for joints without a choice. A month before any
 * possible billing.
 */
export const SINCE_THE_BEGINNING = '1900-01';

/**
 * Method to calculate late interest chosen by a joint, in force from `month` (YYYY-MM) until the next choice.
 */
export const JointInterestWay = Type.Object({
  month: Type.String(),
  way: Type.Enum(interestWays),
  /** Acta with the decision on the method. Null for the default method. */
  acta: Nullable(Type.String()),
});
export type JointInterestWay = Static<typeof JointInterestWay>;

export const listInterestWays = endpoint('listInterestWays', 'GET /joints/:jointId/interestways', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "Ways of a joint's late interest, newest first; default: by days",
  answer: Type.Array(JointInterestWay),
});

export const setInterestWay = endpoint('setInterestWay', 'POST /joints/:jointId/interestways', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Choose when a joint's late interest runs, from a month on",
  description:
    '`days`: each day bears interest on what is unpaid of the capital as it begins, from the day after the due date and its days of grace. `balance`: each bill charges one whole month, at its own month’s rate, on the capital of earlier bills that is past due and unpaid as it is issued. `fullMonths`: whole calendar months overdue. A new way covers the days, or bills, of its first month and later ones; nothing is charged twice or afterwards. 422 wayTooEarly for a month that was issued, or one before it. With `seen`: 409 factsMoved if another person registered the month meanwhile.',
  body: Type.Object({
    month: MonthText,
    way: Type.Enum(interestWays),
    acta: Line(300),
    seen: Type.Optional(ListMark),
  }),
  status: 201,
  answer: JointInterestWay,
});

/** Months marked 'sin intereses' (2026-05), oldest first. */
const InterestFreeMonths = Type.Array(Type.String());

export const listInterestFreeMonths = endpoint(
  'listInterestFreeMonths',
  'GET /joints/:jointId/interestfree',
  {
    access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
    summary: "Months marked 'sin intereses' because of a missing legal ceiling",
    answer: InterestFreeMonths,
  },
);

export const setInterestFreeMonth = endpoint('setInterestFreeMonth', 'POST /joints/:jointId/interestfree', {
  access: { profiles: monthKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: "Mark a month 'sin intereses', or remove the mark; returns all marked months",
  description:
    'Only for a month without a legal ceiling: 422 legalRateKnown otherwise. A mark is valid until removed, also if the rate is entered later. 422 monthCharged for a month with late interest already computed.',
  body: Type.Object({ month: MonthText, interestFree: Type.Boolean() }),
  status: 201,
  answer: InterestFreeMonths,
});

/**
 * Charge concept of a joint, for example 'Administración': the name printed on bills, with the nature (fee,
 * extra, fine, other).
 */
export const ChargeConcept = Type.Object({
  chargeConceptId: Type.Integer(),
  name: Type.String(),
  nature: Type.Enum(chargeNatures),
  /** Earlier names, the oldest first: a sheet with an earlier name charges the concept. Absent without any. */
  formerNames: Type.Optional(Type.Array(Type.String())),
});
export type ChargeConcept = Static<typeof ChargeConcept>;

export const listChargeConcepts = endpoint('listChargeConcepts', 'GET /joints/:jointId/chargeconcepts', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'Charge concepts of a joint; a new name in a sheet becomes a charge concept',
  answer: Type.Array(ChargeConcept),
});

const ConceptChanges = Type.Object({
  name: Type.Optional(Line(120)),
  nature: Type.Optional(Type.Enum(chargeNatures)),
});

export const changeChargeConcept = endpoint(
  'changeChargeConcept',
  'PATCH /joints/:jointId/chargeconcepts/:chargeConceptId',
  {
    access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
    summary: 'Rename a charge concept, or set the nature, from the next sheet and issue on',
    description:
      'Issued bills, receipts and movements keep the earlier name; further bills have the new name, also for the earlier debt. Sheets with the earlier name charge the concept. 409 chargeConceptTaken for a present or earlier name of another concept. With `seen`: 409 factsMoved if another person changed the concept meanwhile.',
    body: Type.Object(
      {
        ...ConceptChanges.properties,
        /** Values shown before the change. */
        seen: Type.Optional(ConceptChanges),
      },
      { minProperties: 1 },
    ),
  },
);
