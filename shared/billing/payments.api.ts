import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  accountReaders,
  DayText,
  endpoint,
  FileAnswer,
  Instant,
  Line,
  MonthNumber,
  Nullable,
  paymentKeepers,
  Year,
} from '../api.ts';
import { ImportProblem } from '../properties/apartments.api.ts';
import { DayOrder, SheetAccount } from '../sheet-account.ts';
import { paymentChannels, paymentMeans } from './natures.ts';
import { PaymentColumn, PaymentsReading } from './payment-columns.ts';
import { Proposal } from './proposals.api.ts';
import { Annulment, PaidPesos, Pesos, Settlement } from './shapes.ts';

/**
 * Payment received by a joint, as listed for the staff. Has a receipt once the unit is known; before, the
 * money waits to be identified. Amounts in pesos.
 */
export const Payment = Type.Object({
  /** Number of the payment in the joint. */
  payment: Type.Integer(),
  /**
   * Source: entered by hand (`desk`), spreadsheet (`sheet`), bank file (`bank`), or month's sheet (`month`).
   */
  channel: Type.Enum(paymentChannels),
  /** Day of the payment by the bank. `postingDate` is the day in the joint's books. */
  valueDate: Type.String(),
  postingDate: Type.String(),
  amount: Pesos,
  /** Part of the amount that waits to be identified. 0 if all money has a receipt or left the list. */
  waiting: Pesos,
  /** Payment reference given by the payer to the bank. Null if unknown. */
  reference: Nullable(Type.String()),
  /** Text of the bank about the payment, besides the reference. */
  detail: Nullable(Type.String()),
  /** Means of payment, as entered. Null if unknown. */
  means: Nullable(Type.Enum(paymentMeans)),
  /** Name of the payer, if not the owner. */
  payer: Nullable(Type.String()),
  /** Id of the transaction at a payment gateway. Null without a gateway. */
  transaction: Nullable(Type.String()),
  /** Latest cash receipt of the payment. Null while the unit is unknown ('consignaciones por identificar'). */
  receipt: Nullable(
    Type.Object({
      cashReceipt: Type.Integer(),
      apartmentId: Type.String(),
      owner: Type.String(),
      /** Amount of the receipt: the payment, or a share of the payment. */
      amount: Pesos,
      /** Part of the payment for late interest; `capital`: part for other debts. */
      interest: Pesos,
      capital: Pesos,
      /** Part of the payment without a debt, in favour of the unit. */
      credit: Pesos,
      annulled: Nullable(Annulment),
    }),
  ),
});
export type Payment = Static<typeof Payment>;

export const addPayment = endpoint('addPayment', 'POST /joints/:jointId/payments', {
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Enter a payment; without a unit the payment waits to be identified',
  description:
    'The posting date is the value date if still open, else the first open day. 422 dateInFuture; paymentDayUnusual for a day long before the debts, with the price in the details (`PaymentDayPrice`), unless `wentOn`. 404 apartmentNotFound. A unit billed with a main unit pays the account of the main unit.',
  body: Type.Object({
    apartmentId: Nullable(ApartmentId),
    amount: PaidPesos,
    valueDate: DayText,
    reference: Type.Optional(Nullable(Line(120))),
    means: Type.Optional(Nullable(Type.Enum(paymentMeans))),
    payer: Type.Optional(Nullable(Line(120))),
    /** True if a person confirmed an unusual day after seeing the cost in interest and discounts. */
    wentOn: Type.Optional(Type.Literal(true)),
  }),
  status: 201,
  answer: Payment,
  idempotent: true,
});

/**
 * Facts shown while a payment of a unit is typed: the account that receives the payment, the balance, the
 * amount to leave the account without debt, and amounts that earn a discount. In pesos.
 */
export const PaymentDue = Type.Object({
  /** Id of the unit with the account that receives the payments. */
  apartmentId: Type.String(),
  /** Current balance of the account. Negative: in favour of the unit. */
  balance: Pesos,
  /**
   * Amount to settle the account on the value date (day of the payment by the bank), with late interest until that
   * day.
   */
  settlement: Settlement,
  /** True if the unit is 'a paz y salvo' on the value date, on all accounts. */
  paidUp: Type.Boolean(),
  /**
   * Discounts still possible: pay `amount` with a value date up to `until` to settle the bill with the discount.
   */
  discounts: Type.Array(
    Type.Object({ bill: Type.Integer(), amount: Pesos, discount: Pesos, until: Type.String() }),
  ),
});
export type PaymentDue = Static<typeof PaymentDue>;

export const getPaymentDue = endpoint(
  'getPaymentDue',
  'GET /joints/:jointId/apartments/:apartmentId/paymentdue',
  {
    access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
    summary:
      'Debts found by a payment of a unit with the value date, and the amount to settle a bill with the discount',
    description: '404 apartmentNotFound.',
    query: Type.Object({ valueDate: DayText }),
    answer: PaymentDue,
  },
);

export const listPayments = endpoint('listPayments', 'GET /joints/:jointId/payments', {
  priority: 'bulk',
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Payments, newest first: of a month by posting date, or all unidentified payments',
  description:
    'A payment comes with its latest receipt, null while it waits. `receipts`: a row for each receipt that was given out instead, annulled ones too, by the day it counts since.',
  query: Type.Object({
    year: Type.Optional(Year),
    month: Type.Optional(MonthNumber),
    unidentified: Type.Optional(Type.Boolean()),
    receipts: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Array(Payment),
});

export const assignPayment = endpoint('assignPayment', 'POST /joints/:jointId/payments/:payment/receipt', {
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: "Assign a payment to a unit: the receipt has the bank's day as value date",
  description:
    'All the waiting money; with `waiting`, 409 waitingMoved for another amount. 422 paymentDayUnusual with its price, unless `wentOn`; 409 alreadyIdentified, alreadyLeft, alreadyAnnulled; 404 paymentNotFound, apartmentNotFound.',
  body: Type.Object({
    apartmentId: ApartmentId,
    /** Waiting money as shown to the person. Another amount by now is refused. */
    waiting: Type.Optional(Pesos),
    reason: Type.Optional(Line(300)),
    wentOn: Type.Optional(Type.Literal(true)),
  }),
  status: 201,
  answer: Payment,
});

export const annulReceipt = endpoint(
  'annulReceipt',
  'POST /joints/:jointId/cashreceipts/:cashReceipt/annulment',
  {
    access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
    summary: 'Annul a receipt: the number stays, and the paid debts are owed again from the open month on',
    description:
      '`unidentified`: the money did arrive, and waits to be identified again. Without it the payment itself never was: the late interest stopped by the payment is charged in the open month, and with `chargesSanction` 20 % of the receipt (art. 731 C.Co.). 409 alreadyAnnulled, 404 receiptNotFound. Discounts and credits of interest that came with it go too.',
    body: Type.Object({
      reason: Line(300),
      unidentified: Type.Optional(Type.Boolean()),
      /** True to charge the sanction for a returned cheque (`chequeSanction`). Ignored with `unidentified`. */
      chargesSanction: Type.Optional(Type.Boolean()),
    }),
    status: 201,
    answer: Annulment,
  },
);

const FileKind = Type.Union([
  Type.Literal('sheet'),
  Type.Literal('asobancaria98'),
  Type.Literal('asobancaria2001'),
]);

/** Layout of a payment spreadsheet: sheet, header and columns used to read the file. */
const PaymentFileLayout = Type.Object({
  /** Names of all sheets in the file. `sheet` is the name of the sheet read. */
  sheets: Type.Array(Type.String()),
  sheet: Type.String(),
  /** Source of the layout: chosen now, remembered for the header, a known bank layout, or words of the header. */
  source: Type.Union([
    Type.Literal('hand'),
    Type.Literal('remembered'),
    Type.Literal('bank'),
    Type.Literal('words'),
  ]),
  bank: Nullable(Type.String()),
  /** Row number of the header, 1-based. 0 if the sheet has no header. */
  headerRow: Type.Integer(),
  columns: Type.Array(
    Type.Object({
      ...PaymentColumn.properties,
      /** Text of the header. Without a text: the letter of the column. */
      header: Type.String(),
      samples: Type.Array(Type.String()),
    }),
  ),
});
export type PaymentFileLayout = Static<typeof PaymentFileLayout>;

/**
 * Late interest forgiven and discounts granted by a payment with an old date, compared with today's date, in
 * pesos. Details of the refusal `paymentDayUnusual`: a user must confirm the date.
 */
export const PaymentDayPrice = Type.Object({ valueDate: Type.String(), interest: Pesos, discount: Pesos });
export type PaymentDayPrice = Static<typeof PaymentDayPrice>;

/**
 * Question to the user about an uploaded file of payments, for example: is 03/04 the third of April? Each
 * answer changes the next reading of the file.
 */
export const PaymentAsk = Type.Object({
  /** Code of the problem that the question solves. */
  code: Type.String(),
  /** Spanish title of the question, and below the text. */
  title: Type.String(),
  text: Type.String(),
  choices: Type.Array(
    Type.Object({
      /** Spanish text of the answer's button. */
      label: Type.String(),
      /** Order of day and month, set by this answer. */
      dayOrder: Type.Optional(DayOrder),
      /** Day of all payments, set by this answer. */
      day: Type.Optional(Type.String()),
      /** True if the answer lets payments of several units wait for a person. */
      severalWait: Type.Optional(Type.Literal(true)),
      /** True if this answer confirms unusual days of payment. */
      wentOn: Type.Optional(Type.Literal(true)),
      /** True for lines like payments of earlier files: `same` payments, or `other` payments. */
      alike: PaymentsReading.properties.alike,
    }),
  ),
});
export type PaymentAsk = Static<typeof PaymentAsk>;

/** Bank's day with another sum in the file than in the books, in pesos. */
const BankDay = Type.Object({ day: Type.String(), bank: Pesos, books: Pesos });
export type BankDay = Static<typeof BankDay>;

/**
 * Final balance of the bank account in an extract, compared with the books: the opening balance of the extract and the
 * payments in the books. In pesos.
 */
const BankBalance = Type.Object({
  /** Last day of the extract, YYYY-MM-DD. */
  until: Type.String(),
  /** Balance stated by the bank. */
  closing: Pesos,
  books: Pesos,
  /** Balance of the bank minus the books: the sum of the items. */
  difference: Pesos,
  /** Movements behind the difference. */
  items: Type.Array(
    Type.Object({
      /**
       * `out`: money out, not in the books; `notInBooks`: line of the file without money in the books;
       * `notInFile`: payment in the books alone; `gap`: stated by the balances of the bank without a movement.
       */
      kind: Type.Enum(['out', 'notInBooks', 'notInFile', 'gap']),
      /** Row in the file, from 1; null for a payment in the books alone, and for a final balance. */
      row: Nullable(Type.Integer()),
      /** Number of the payment in the books; null without a payment. */
      payment: Nullable(Type.Integer()),
      /** Day by the bank; null if unknown. */
      day: Nullable(Type.String()),
      /** Positive: more at the bank than in the books. */
      amount: Pesos,
      text: Type.String(),
    }),
  ),
});
export type BankBalance = Static<typeof BankBalance>;

/**
 * Result of reading an uploaded file of payments, line by line: account found, problems and questions. Shown
 * as preview and after the import. Amounts in pesos.
 */
export const PaymentFileReport = Type.Object({
  /** True if the payments of the file were stored. False for a check without storing. */
  committed: Type.Boolean(),
  /** Format of the file: spreadsheet, or a fixed-width Asobancaria file of 1998 or 2001. */
  kind: FileKind,
  /** Sheet, header and columns used to read a spreadsheet. Null for Asobancaria files. */
  layout: Nullable(PaymentFileLayout),
  /**
   * Number and sum of credits and debits in a spreadsheet. Debits are not stored. Null for Asobancaria files and
   * unreadable spreadsheets.
   */
  movements: Nullable(
    Type.Object({ credits: Type.Integer(), creditSum: Pesos, debits: Type.Integer(), debitSum: Pesos }),
  ),
  /** Count of the cells of a spreadsheet: read, or skipped with a reason. Null for Asobancaria files. */
  account: Nullable(SheetAccount),
  /** Payments in the file, in the order of the file. */
  rows: Type.Array(
    Type.Object({
      /** Row in the file, from 1. */
      row: Type.Integer(),
      /** Day of the payment by the bank, YYYY-MM-DD. */
      valueDate: Type.String(),
      amount: Pesos,
      reference: Type.String(),
      /** Text of the bank about the payment, besides the reference. */
      detail: Type.String(),
      /** Id of the transaction at a payment gateway. Null without a gateway. */
      transaction: Nullable(Type.String()),
      /** Unit of the payment. Null if unknown: the payment is stored without a unit. */
      apartmentId: Nullable(Type.String()),
      /** Unit proposed from the bank's text. Null if the unit is known, or if the text points to no unit. */
      proposal: Nullable(Proposal),
      /** True if the payment was imported before: skipped. */
      known: Type.Boolean(),
      /** Earlier import of a known payment: name of the file and time. Null for a new payment. */
      knownFrom: Nullable(Type.Object({ fileName: Type.String(), enteredAt: Instant })),
      /** Number of the stored payment. Null before the import. `cashReceipt` is the number of the receipt. */
      payment: Nullable(Type.Integer()),
      cashReceipt: Nullable(Type.Integer()),
    }),
  ),
  /** Errors and warnings by row and column. An error blocks storing. */
  problems: Type.Array(ImportProblem),
  /**
   * Days of a bank's file with a difference between the file and the books, as after the import. Null for a file of no
   * bank, or with errors.
   */
  bankDays: Nullable(Type.Array(BankDay)),
  /** Final balance of the bank and of the books, as after the import. Null if not stated, or with errors. */
  bankBalance: Nullable(BankBalance),
  /** Payments in the books taken back at the bank by movements of the file. Nothing is annulled without a person. */
  returned: Type.Array(
    Type.Object({
      /** Row of the file with the day, the amount and the text of the return. */
      row: Type.Integer(),
      day: Nullable(Type.String()),
      amount: Pesos,
      text: Type.String(),
      /** Number of the payment, and day by the bank. */
      payment: Type.Integer(),
      valueDate: Type.String(),
      /** Valid receipts of the payment. Empty while the money waits for a unit. */
      receipts: Type.Array(
        Type.Object({ cashReceipt: Type.Integer(), apartmentId: Type.String(), amount: Pesos }),
      ),
    }),
  ),
  /** Questions to the user, each with possible answers. */
  asks: Type.Array(PaymentAsk),
  /** Number of new payments. `amount` is the sum; `unidentified` is the number of payments without a unit. */
  added: Type.Integer(),
  amount: Pesos,
  unidentified: Type.Integer(),
  /** Number of payments imported before, skipped now. */
  known: Type.Integer(),
});
export type PaymentFileReport = Static<typeof PaymentFileReport>;

export const importPayments = endpoint('importPayments', 'POST /joints/:jointId/paymentfiles', {
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: "Preview or commit a file of payments: a spreadsheet, a bank's extract, Asobancaria 98 or 2001",
  description:
    "Without `commit=true` nothing is stored. With `commit=true`, all new lines are stored or no line: 422 importHasProblems, with the report in the details. Lines imported before are recognised and skipped. The form may have a field `body` before the file: JSON with the reading of the spreadsheet (the schema of the body); the server finds missing parts. Columns given with `commit=true` are remembered for the joint's files with the same header.",
  query: Type.Object({ commit: Type.Optional(Type.Boolean()) }),
  body: PaymentsReading,
  answer: PaymentFileReport,
  upload: true,
});

/** Record of an imported file of payments, in the list of imports. The amount is in pesos. */
export const PaymentFile = Type.Object({
  fileName: Type.String(),
  /** Format of the file: spreadsheet or Asobancaria file. */
  kind: FileKind,
  /** Number of payments stored from the file. */
  added: Type.Integer(),
  /** Number of payments skipped, because an earlier import stored the same payments. */
  known: Type.Integer(),
  /** Sum of the stored payments. */
  amount: Pesos,
  enteredAt: Instant,
});
export type PaymentFile = Static<typeof PaymentFile>;

export const listPaymentFiles = endpoint('listPaymentFiles', 'GET /joints/:jointId/paymentfiles', {
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Imported files of payments, newest first',
  answer: Type.Array(PaymentFile),
});

export const paymentsTemplate = endpoint('paymentsTemplate', 'GET /joints/:jointId/paymentstemplate', {
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: "A spreadsheet of payments to fill in, with a row for each of the joint's units",
  answer: FileAnswer,
  file: true,
});

/**
 * Receipt for a payment ('recibo de caja'), in the list of a unit's receipts (specification, section 3). The
 * amount is in pesos.
 */
export const CashReceipt = Type.Object({
  /** Day of the payment by the bank. */
  date: Type.String(),
  /** Number of the receipt in the joint. */
  cashReceipt: Type.Integer(),
  amount: Pesos,
  jointId: Type.Integer(),
  annulled: Type.Boolean(),
});
export type CashReceipt = Static<typeof CashReceipt>;

export const listCashReceipts = endpoint(
  'listCashReceipts',
  'GET /cashreceipts/:jointId/apartments/:apartmentId',
  {
    access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
    summary: "A unit's cash receipts, newest first",
    answer: Type.Array(CashReceipt),
  },
);

export const listReceiptYears = endpoint('listReceiptYears', 'GET /cashreceipts/:jointId/years', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: 'Years of the report of collections, or of the receipts of an owner, newest first',
  answer: Type.Array(Type.Integer()),
});

export const listReceiptMonths = endpoint('listReceiptMonths', 'GET /cashreceipts/:jointId/years/:year', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: 'Months of a year in the report of collections, or of the receipts of an owner, from January',
  answer: Type.Array(Type.Integer()),
});
