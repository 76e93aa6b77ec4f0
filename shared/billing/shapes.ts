import Type, { type Static } from 'typebox';
import { DayText, MonthNumber, Nullable, Year } from '../api.ts';
import { MAX_PESOS } from '../money.ts';

/**
 * Schema of an amount in pesos in the API, with centavos as decimals: 120000.5. Only the server adds amounts.
 */
export const Pesos = Type.Number();
/** Schema of an amount in pesos typed by a user for a payment or correction: greater than 0. */
export const PaidPesos = Type.Number({ exclusiveMinimum: 0, maximum: MAX_PESOS });
/** Query parameters of a report about a month. `xlsx`: Excel instead of PDF. */
export const MonthQuery = Type.Object({
  year: Year,
  month: MonthNumber,
  xlsx: Type.Optional(Type.Boolean()),
});
/**
 * Query parameters of a report about the state on a day (`date`, YYYY-MM-DD). Without a date: today, with all
 * movements. `xlsx`: Excel instead of PDF.
 */
export const AsOfQuery = Type.Object({ date: Type.Optional(DayText), xlsx: Type.Optional(Type.Boolean()) });
/**
 * Schema of a query parameter: true to request the unit's earlier account, from before the unit was billed
 * together with the main unit.
 */
export const OwnAccount = Type.Optional(Type.Boolean());
/** Schema of a month in the API: YYYY-MM, for example '2026-03'. */
export const MonthText = Type.String({ maxLength: 7, pattern: '^2[01]\\d{2}-(0[1-9]|1[0-2])$' });

/**
 * Annulment of a bill, receipt or other document: reason, day (YYYY-MM-DD), and name of the user (`by`). The
 * document stays visible.
 */
export const Annulment = Type.Object({ reason: Type.String(), date: Type.String(), by: Type.String() });
export type Annulment = Static<typeof Annulment>;

/**
 * Amount to pay on a day to leave an account without debt, with late interest until the day: shown to owners
 * as 'si paga hoy' (PRODUCT §19 rule 10). In pesos.
 */
export const Settlement = Type.Object({
  /** Day of the payment, YYYY-MM-DD. */
  day: Type.String(),
  /** Amount to pay on the day; 0 without a debt. Null if a legal ceiling is missing. */
  amount: Nullable(Pesos),
  /** Part of the amount: late interest until the day, not charged by any bill. */
  interest: Pesos,
  /** Discount by the payment, and late interest not due after all: taken off the amount. */
  saved: Pesos,
  /** Months with late interest but without a legal ceiling, YYYY-MM. */
  missing: Type.Array(Type.String()),
});
export type Settlement = Static<typeof Settlement>;
