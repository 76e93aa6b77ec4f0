import type { After } from '../../../../shared/assemblies/after.api.ts';
import { type ChallengeDays, challengeRule } from '../../../../shared/assemblies/law/challenge-days.ts';
import { dayInBogota } from '../../../../shared/days.ts';
import { date, dateTime } from '../../../lib/format.ts';
import { mailStateNames } from '../../../mail/words.ts';
import type { Due } from '../../../ui/due-line.tsx';

/** Administrator to receive the summary mail, with the state of the mail. */
export type Recipient = After['summary']['recipients'][number];

/** True if the summary mail to an administrator waits in the queue or is being sent. */
export const isUnderWay = ({ state }: Recipient): boolean => state === 'queued' || state === 'sending';

/**
 * True for an administrator with an e-mail address but without the summary mail: not queued, failed, or cancelled.
 */
export const isUnsent = ({ email, state }: Recipient): boolean =>
  email !== null && (state === null || state === 'failed' || state === 'cancelled');

/** Date of a calendar day in words: '26 de noviembre de 2026'. */
const dayWords = (day: string): string => date(`${day}T12:00:00-05:00`);

/**
 * Returns the text about the deadline of the summary mail to the administrators, and the state: sent, due, or
 * overdue.
 * @param today current day: '2026-03-15'
 */
export function summaryDue({ dueOn, sentAt }: After['summary'], today: string): Due {
  if (sentAt !== null) {
    const late = dayInBogota(Date.parse(sentAt)) > dueOn ? `, después del plazo (${dayWords(dueOn)})` : '';
    return { text: `Enviado el ${dateTime(sentAt)}${late}.`, state: 'done' };
  }
  return today > dueOn
    ? { text: `Vencido: debía enviarse a más tardar el ${dayWords(dueOn)}.`, state: 'overdue' }
    : { text: `Debe enviarse a más tardar el ${dayWords(dueOn)}.`, state: 'due' };
}

/**
 * Returns the text about the deadline for the acta, and the state: due or over. Does not tell if the acta was
 * signed, because a signature on paper is not known.
 * @param today current day: '2026-03-15'
 */
export function actaDue({ acta }: After, today: string): Due {
  return today > acta.dueOn
    ? { text: `El plazo venció el ${dayWords(acta.dueOn)}.`, state: 'over' }
    : {
        text: `Debe estar a disposición de los propietarios a más tardar el ${dayWords(acta.dueOn)}.`,
        state: 'due',
      };
}

/**
 * Returns the deadline for the acta (minutes) with the article of law: '20 días hábiles (Ley 675 de 2001, art.
 * 47).'
 */
export const actaRule = ({ remote }: After): string =>
  remote
    ? '10 días calendario, porque alguien participó a distancia (Ley 675 de 2001, art. 44).'
    : '20 días hábiles (Ley 675 de 2001, art. 47).';

/**
 * Returns the text about the deadline to challenge the assembly's decisions in court, and the state: running or
 * over. Not over before the publication of the acta: the term of art. 49 starts there.
 * @param today current day: '2026-03-15'
 */
export function challengeDue({ challenge }: After, today: string): Due {
  const { dueOn, publishedDueOn } = challenge;
  const day = dayWords(dueOn);
  if (today > dueOn && publishedDueOn !== null && today <= publishedDueOn)
    return {
      text: `El plazo desde la decisión terminó el ${day}; desde la publicación del acta va hasta el ${dayWords(publishedDueOn)}.`,
      state: 'due',
    };
  if (today > dueOn && publishedDueOn === null)
    return {
      text: `El plazo desde la decisión terminó el ${day}; el de la publicación del acta (art. 49) aún no corre.`,
      state: 'due',
    };
  return today > dueOn
    ? { text: `El plazo para impugnar terminó el ${day}.`, state: 'over' }
    : { text: `Las decisiones pueden impugnarse hasta el ${day}.`, state: 'due' };
}

/** Spanish sentences on the time to challenge decisions; decisions written into a public register have another time. */
export const registeredRule = (days: ChallengeDays): string =>
  `${challengeRule(days)} Lo que se inscribe en registro, como la reforma del reglamento o la extinción, se puede impugnar hasta dos meses después de su inscripción.`;

/**
 * Returns the state of the summary mail to an administrator in Spanish: 'Enviado el …', 'Sin enviar', or the state
 * with the error.
 */
export function recipientState({ email, state, sentAt, problem }: Recipient): string {
  if (state === null) return email === null ? 'Sin correo: agréguelo en Usuarios' : 'Sin enviar';
  if (state === 'sent' && sentAt !== null) return `Enviado el ${dateTime(sentAt)}`;
  return problem === null || state === 'sending'
    ? mailStateNames[state]
    : `${mailStateNames[state]}: ${problem}`;
}

/**
 * Returns all deadlines after an assembly in a Spanish line, for the welcome page: 'Asamblea del …: resumen
 * enviado; acta hasta el …; impugnación hasta el ….'
 * @param after tasks after a closed assembly
 * @param today current day: '2026-03-15'
 */
export function afterLine(after: After, today: string): string {
  const { summary, acta, challenge, heldOn } = after;
  const sent =
    summary.sentAt === null
      ? `resumen ${today > summary.dueOn ? 'vencido desde' : 'hasta'} el ${dayWords(summary.dueOn)}`
      : 'resumen enviado';
  return `Asamblea del ${dayWords(heldOn)}: ${sent}; acta hasta el ${dayWords(acta.dueOn)}; impugnación hasta el ${dayWords(challenge.dueOn)}.`;
}
