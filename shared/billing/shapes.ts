import Type, { type Static } from 'typebox';
import { DayText, MonthNumber, Year } from '../api.ts';
import { MAX_PESOS } from '../money.ts';

/** Pesos as a number with centavos as decimals. Only the server adds amounts. */
export const Pesos = Type.Number();
/** Amount typed by a user, greater than 0. */
export const PaidPesos = Type.Number({ exclusiveMinimum: 0, maximum: MAX_PESOS });
export const MonthQuery = Type.Object({
  year: Year,
  month: MonthNumber,
  xlsx: Type.Optional(Type.Boolean()),
});
/** Query of a report as of a day. Default: today, with everything posted. */
export const AsOfQuery = Type.Object({ date: Type.Optional(DayText), xlsx: Type.Optional(Type.Boolean()) });
/** Requests the unit's earlier account, from before the unit was grouped with its main unit. */
export const OwnAccount = Type.Optional(Type.Boolean());
/** YYYY-MM. */
export const MonthText = Type.String({ maxLength: 7, pattern: '^2[01]\\d{2}-(0[1-9]|1[0-2])$' });

/** Annulment: user, day and reason. */
export const Annulment = Type.Object({ reason: Type.String(), date: Type.String(), by: Type.String() });
export type Annulment = Static<typeof Annulment>;
