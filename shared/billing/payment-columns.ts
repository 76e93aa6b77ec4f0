import Type, { type Static } from 'typebox';
import { Line } from '../api.ts';
import { DayOrder } from '../sheet-account.ts';

/**
 * What a column of a file of payments is:
 * - `date`: the day on which the money arrived;
 * - `amount`: signed, what went out of the account is negative; or `credit` and `debit`, what came in and what went out;
 *   `direction` says by a word which of the two an unsigned amount is;
 * - `unit`, and `tower` in front of it;
 * - `reference`: what tells the payment from others; `text`: what the bank says of it;
 * - `payer`, `document`: the name and the document of who paid;
 * - `balance`: the account's, after the movement: it is only checked;
 * - `ignore`.
 * Several columns may be `tower`, `reference`, `text` or `payer`: their texts are joined.
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
  'text',
  'payer',
  'document',
  'balance',
  'ignore',
] as const;
export type PaymentColumnRole = (typeof paymentColumnRoles)[number];

/** How screens call them. */
export const paymentRoleWords: Readonly<Record<PaymentColumnRole, string>> = {
  date: 'Fecha del pago',
  amount: 'Valor',
  credit: 'Crédito',
  debit: 'Débito',
  direction: 'Si entra o sale',
  unit: 'Inmueble',
  tower: 'Torre o bloque',
  reference: 'Referencia',
  text: 'Descripción',
  payer: 'Quién pagó',
  document: 'Documento de quien pagó',
  balance: 'Saldo de la cuenta',
  ignore: 'No usar',
};

export const PaymentColumn = Type.Object({
  /** 0-based. */
  column: Type.Integer({ minimum: 0, maximum: 500 }),
  role: Type.Enum(paymentColumnRoles),
});
export type PaymentColumn = Static<typeof PaymentColumn>;

/** What somebody says of a spreadsheet of payments by hand; what is left out is found. */
export const PaymentsReading = Type.Object({
  sheet: Type.Optional(Line(200)),
  /** 1-based; 0: the sheet has no header. */
  headerRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })),
  columns: Type.Optional(Type.Array(PaymentColumn, { maxItems: 256 })),
  /** Of its dates, where both orders can be read. */
  dayOrder: Type.Optional(DayOrder),
  /** Days long before what is owed are right. */
  wentOn: Type.Optional(Type.Literal(true)),
});
export type PaymentsReading = Static<typeof PaymentsReading>;
