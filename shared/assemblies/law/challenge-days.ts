import Type, { type Static } from 'typebox';
import { DayText, Nullable } from '../../api.ts';
import { date } from '../../format.ts';

/** Last days to challenge the decisions of an assembly in court, as days of Colombia. The same days stand everywhere. */
export const ChallengeDays = Type.Object({
  /** Two months from the first decision (Ley 1564 de 2012, art. 382): in time for every decision. */
  dueOn: DayText,
  /** Two months from the first publication of the acta (Ley 675 de 2001, art. 49). Null before a publication. */
  publishedDueOn: Nullable(DayText),
  /**
   * One month from the first decision. The month for a fine counts from the communication (Ley 675 de 2001, arts. 49 and
   * 62), never before the decision: in time for every fine.
   */
  fineDueOn: DayText,
});
export type ChallengeDays = Static<typeof ChallengeDays>;

const lastDay = (day: string): string => date(`${day}T12:00:00Z`);

/** Spanish sentences on the terms behind the last day to challenge decisions. */
export function challengeRule({ publishedDueOn, fineDueOn }: ChallengeDays): string {
  const published =
    publishedDueOn === null
      ? 'La Ley 675 de 2001, art. 49, los cuenta desde que se publica el acta'
      : `Contados desde la publicación del acta (Ley 675 de 2001, art. 49) van hasta el ${lastDay(publishedDueOn)}`;
  return `Dos meses desde la primera decisión (Ley 1564 de 2012, art. 382). ${published}; el día más seguro es el primero. Una multa o sanción se impugna dentro del mes siguiente a su comunicación (Ley 675 de 2001, art. 62); lo más seguro, hasta el ${lastDay(fineDueOn)}.`;
}

/** Spanish sentences on the last days to challenge the decisions of an assembly in court. */
export const challengeWords = (days: ChallengeDays): string =>
  `Las decisiones se pueden impugnar hasta el ${lastDay(days.dueOn)}. ${challengeRule(days)}`;
