import Type, { type Static } from 'typebox';

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

/** Columns in an address, beside the file that is sent: '0.date,3.amount'. */
export const PaymentColumnsText = Type.String({
  maxLength: 4_000,
  pattern: `^(\\d{1,3}\\.(${paymentColumnRoles.join('|')}))(,\\d{1,3}\\.(${paymentColumnRoles.join('|')}))*$`,
});

/** Columns as such a text. */
export const paymentColumnsText = (columns: readonly PaymentColumn[]): string =>
  columns.map(({ column, role }) => `${column}.${role}`).join(',');

/** The columns that such a text names. */
export const paymentColumnsOf = (text: string): PaymentColumn[] =>
  text.split(',').flatMap((part) => {
    const [column, name] = part.split('.');
    const role = paymentColumnRoles.find((one) => one === name);
    return role === undefined ? [] : [{ column: Number(column), role }];
  });
