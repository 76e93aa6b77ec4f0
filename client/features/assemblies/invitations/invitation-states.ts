import type { Invitation } from '../../../../shared/assemblies/invitations.api.ts';
import { dateTime } from '../../../lib/format.ts';
import { mailStateText } from '../../../mail/mail-words.ts';

/** What can be asked for in the list; one person may be several of them. */
export const invitationKinds = {
  all: 'Todos',
  notInvited: 'Sin invitar',
  waiting: 'En cola o enviando',
  sent: 'Enviado',
  failed: 'Falló o cancelado',
  noEmail: 'Sin correo',
  letter: 'Carta impresa',
  entered: 'Ingresó',
} as const;
export type InvitationKind = keyof typeof invitationKinds;

export function isOfKind(
  { mail, email, letterPrintedAt, lastUsedAt }: Invitation,
  kind: InvitationKind,
): boolean {
  switch (kind) {
    case 'all':
      return true;
    case 'notInvited':
      return mail === null && email !== null;
    case 'waiting':
      return mail?.state === 'queued' || mail?.state === 'sending';
    case 'sent':
      return mail?.state === 'sent';
    case 'failed':
      return mail?.state === 'failed' || mail?.state === 'cancelled';
    case 'noEmail':
      return email === null;
    case 'letter':
      return letterPrintedAt !== null;
    case 'entered':
      return lastUsedAt !== null;
  }
}

/** Whom 'Enviar invitaciones' sends one: whoever has an address and nothing sent or on its way. */
export const isToInvite = (one: Invitation): boolean =>
  one.email !== null && !isOfKind(one, 'waiting') && !isOfKind(one, 'sent');

/** How the invitation stands, a line each: the mail, the letter, the way in. */
export function stateLines({ email, mail, letterPrintedAt, lastUsedAt, hasLink }: Invitation): string[] {
  const lines: string[] = [];
  if (lastUsedAt !== null) lines.push(`Ingresó el ${dateTime(lastUsedAt)}`);
  if (mail !== null) lines.push(mailStateText(mail));
  else if (email === null) lines.push('Sin correo');
  else if (letterPrintedAt === null) lines.push('Sin invitar');
  if (letterPrintedAt !== null) lines.push(`Carta impresa el ${dateTime(letterPrintedAt)}`);
  const hadLink = mail?.state === 'sent' || letterPrintedAt !== null || lastUsedAt !== null;
  if (hadLink && !hasLink) lines.push('El enlace ya no sirve');
  return lines;
}
