import Type, { type Static } from 'typebox';
import { Nullable } from '../api.ts';

/**
 * Time of the second call if the by-laws have no rule (Ley 675, art. 41): third business day (`days`) after
 * the first call, at 20:00.
 */
export const LAWS_SECOND_CALL = { days: 3, hour: '20:00' } as const;

/** Rules of a joint's by-laws about dates of assemblies, within Ley 675 (docs/why/agenda.md). */
export const ByLaws = Type.Object({
  /**
   * Time of the second call: business days after the first call, and hour. Null: third business day at 8 p. m., as
   * in Ley 675, art. 41.
   */
  secondCall: Nullable(
    Type.Object({
      days: Type.Integer({ minimum: 1, maximum: 30 }),
      hour: Type.String({ maxLength: 5, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
    }),
  ),
  /** Last month of the budget year, 1 to 12, for the dates of Ley 675, arts. 39 and 40. */
  budgetYearEnd: Type.Integer({ minimum: 1, maximum: 12 }),
});
export type ByLaws = Static<typeof ByLaws>;
