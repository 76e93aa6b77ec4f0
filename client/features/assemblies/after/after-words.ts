import type { After } from '../../../../shared/assemblies/after.api.ts';
import { dayInBogota } from '../../../../shared/days.ts';
import { date, dateTime } from '../../../lib/format.ts';
import { mailStateNames } from '../../../mail/mail-words.ts';
import type { Due } from '../../../ui/due-line.tsx';

export type Recipient = After['summary']['recipients'][number];

/** Queued, or with the mail server at this moment. */
export const isUnderWay = ({ state }: Recipient): boolean => state === 'queued' || state === 'sending';

/** Whoever could be sent it and was not: nothing was queued, or it failed, or it was called back. */
export const isUnsent = ({ email, state }: Recipient): boolean =>
  email !== null && (state === null || state === 'failed' || state === 'cancelled');

/** A day of the calendar as people write it: '26 de noviembre de 2026'. */
const dayWords = (day: string): string => date(`${day}T12:00:00-05:00`);

/** The summary: sent, due, or overdue. */
export function summaryDue({ dueOn, sentAt }: After['summary'], today: string): Due {
  if (sentAt !== null) {
    const late = dayInBogota(Date.parse(sentAt)) > dueOn ? `, después del plazo (${dayWords(dueOn)})` : '';
    return { text: `Enviado el ${dateTime(sentAt)}${late}.`, state: 'done' };
  }
  return today > dueOn
    ? { text: `Vencido: debía enviarse a más tardar el ${dayWords(dueOn)}.`, state: 'overdue' }
    : { text: `Debe enviarse a más tardar el ${dayWords(dueOn)}.`, state: 'due' };
}

/** The acta, which is signed elsewhere: whether it was is not known here. */
export function actaDue({ acta }: After, today: string): Due {
  return today > acta.dueOn
    ? { text: `El plazo venció el ${dayWords(acta.dueOn)}.`, state: 'over' }
    : {
        text: `Debe estar a disposición de los propietarios a más tardar el ${dayWords(acta.dueOn)}.`,
        state: 'due',
      };
}

/** Why that many days. */
export const actaRule = ({ remote }: After): string =>
  remote
    ? '10 días calendario, porque alguien participó a distancia (Ley 675 de 2001, art. 44).'
    : '20 días hábiles (Ley 675 de 2001, art. 47).';

export function challengeDue({ challenge }: After, today: string): Due {
  const day = dayWords(challenge.dueOn);
  return today > challenge.dueOn
    ? { text: `El plazo para impugnar terminó el ${day}.`, state: 'over' }
    : { text: `Las decisiones pueden impugnarse hasta el ${day}.`, state: 'due' };
}

/** How one administrator's summary stands. */
export function recipientState({ email, state, sentAt, problem }: Recipient): string {
  if (state === null) return email === null ? 'Sin correo: agréguelo en Usuarios' : 'Sin enviar';
  if (state === 'sent' && sentAt !== null) return `Enviado el ${dateTime(sentAt)}`;
  return problem === null || state === 'sending'
    ? mailStateNames[state]
    : `${mailStateNames[state]}: ${problem}`;
}

/** All of it in a line, for the welcome page. */
export function afterLine(after: After, today: string): string {
  const { summary, acta, challenge, heldOn } = after;
  const sent =
    summary.sentAt === null
      ? `resumen ${today > summary.dueOn ? 'vencido desde' : 'hasta'} el ${dayWords(summary.dueOn)}`
      : 'resumen enviado';
  return `Asamblea del ${dayWords(heldOn)}: ${sent}; acta hasta el ${dayWords(acta.dueOn)}; impugnación hasta el ${dayWords(challenge.dueOn)}.`;
}
