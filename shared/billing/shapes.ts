import Type, { type Static } from 'typebox';
import { DayText, MonthNumber, Year } from '../api.ts';
import { MAX_PESOS } from '../money.ts';

/** Pesos as a number, with centavos after the point; the server alone adds them. */
export const Pesos = Type.Number();
/** What somebody typed: more than nothing. */
export const PaidPesos = Type.Number({ exclusiveMinimum: 0, maximum: MAX_PESOS });
export const MonthQuery = Type.Object({
  year: Year,
  month: MonthNumber,
  xlsx: Type.Optional(Type.Boolean()),
});
/** A report as of a day, today where it is left out: what was posted until then. */
export const AsOfQuery = Type.Object({ date: Type.Optional(DayText), xlsx: Type.Optional(Type.Boolean()) });
/** Asks for the account that a unit has from before it was billed with its main unit. */
export const OwnAccount = Type.Optional(Type.Boolean());
/** YYYY-MM. */
export const MonthText = Type.String({ maxLength: 7, pattern: '^2[01]\\d{2}-(0[1-9]|1[0-2])$' });

/** Who, when and why something was annulled. */
export const Annulment = Type.Object({ reason: Type.String(), date: Type.String(), by: Type.String() });
export type Annulment = Static<typeof Annulment>;
