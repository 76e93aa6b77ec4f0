import Type, { type Static } from 'typebox';
import { Nullable } from '../api.ts';

/** The law's second call (art. 41): the third business day after the first, at eight in the evening. */
export const LAWS_SECOND_CALL = { days: 3, hour: '20:00' } as const;

/** What the by-laws of a joint say of its assemblies' dates, where Ley 675 de 2001 lets them (docs/agenda.md). */
export const ByLaws = Type.Object({
  /** The second call's business day after the first, and its hour; null: the law's, the third at 8 p. m. (art. 41). */
  secondCall: Nullable(
    Type.Object({
      days: Type.Integer({ minimum: 1, maximum: 30 }),
      hour: Type.String({ maxLength: 5, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
    }),
  ),
  /** The month in which the budget's year ends, 1 to 12 (arts. 39 and 40). */
  budgetYearEnd: Type.Integer({ minimum: 1, maximum: 12 }),
});
export type ByLaws = Static<typeof ByLaws>;
