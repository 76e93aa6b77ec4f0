import Type, { type Static } from 'typebox';
import { DayText, Line } from '../api.ts';
import { DayOrder } from '../sheet-account.ts';

/**
 * Roles of a column in a spreadsheet of payments, for example a bank extract:
 * - `date`: day of the payment;
 * - `amount`: signed value, negative for money out; or `credit` and `debit` columns; `direction`: a word with
 *   the direction of an unsigned amount;
 * - `unit`, with an optional `tower`;
 * - `reference`: identifies the payment; `text`: the bank's text;
 * - `transaction`: id of the transaction at a payment gateway, posted once in any file;
 * - `means`: means of payment (cash, transfer …);
 * - `payer`, `document`: name and document of the payer;
 * - `balance`: account balance after the movement, only checked;
 * - `ignore`: not read. Several columns may be `tower`, `reference`, `text` or `payer`: the texts are joined.
 */
export const paymentColumnRoles = [
  'date',
  'amount',
  'credit',
  'debit',
  'direction',
  'unit',
  'tower',
  'reference',
  'transaction',
  'text',
  'means',
  'payer',
  'document',
  'balance',
  'ignore',
] as const;
export type PaymentColumnRole = (typeof paymentColumnRoles)[number];

/** Spanish labels of the roles (meanings) of a column in a payment file, for screens. */
export const paymentRoleWords: Readonly<Record<PaymentColumnRole, string>> = {
  date: 'Fecha del pago',
  amount: 'Valor',
  credit: 'Crédito',
  debit: 'Débito',
  direction: 'Si entra o sale',
  unit: 'Inmueble',
  tower: 'Torre o bloque',
  reference: 'Referencia',
  transaction: 'Id de la transacción',
  text: 'Descripción',
  means: 'Medio de pago',
  payer: 'Quién pagó',
  document: 'Documento de quien pagó',
  balance: 'Saldo de la cuenta',
  ignore: 'No usar',
};

/**
 * Column of a spreadsheet of payments with the role chosen by the user. Sent with a request to read the file,
 * and remembered for later files.
 */
export const PaymentColumn = Type.Object({
  /** Index of the column, 0-based. */
  column: Type.Integer({ minimum: 0, maximum: 500 }),
  role: Type.Enum(paymentColumnRoles),
});
export type PaymentColumn = Static<typeof PaymentColumn>;

/** Choices of a user for reading a payment spreadsheet. The server finds absent fields automatically. */
export const PaymentsReading = Type.Object({
  /** Name of the sheet to read. */
  sheet: Type.Optional(Line(200)),
  /** Row number of the header, 1-based. 0 if the sheet has no header. */
  headerRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })),
  columns: Type.Optional(Type.Array(PaymentColumn, { maxItems: 256 })),
  /** Order of day and month in dates, if ambiguous. */
  dayOrder: Type.Optional(DayOrder),
  /** Day of all payments, for a sheet without a column of days. */
  day: Type.Optional(DayText),
  /** True if rows with several units in a cell ('101 y 102') wait for a person to divide the money. */
  severalWait: Type.Optional(Type.Literal(true)),
  /** True if a person confirmed unusual days of payment. */
  wentOn: Type.Optional(Type.Literal(true)),
  /**
   * Answer about lines similar to payments of earlier files: `same`, already imported; `other`, new payments.
   */
  alike: Type.Optional(Type.Union([Type.Literal('same'), Type.Literal('other')])),
});
export type PaymentsReading = Static<typeof PaymentsReading>;
