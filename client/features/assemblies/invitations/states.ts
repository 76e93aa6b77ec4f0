import type { Invitation, OwnerWithoutUser } from '../../../../shared/assemblies/invitations.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { count, counted, dateTime } from '../../../lib/format.ts';
import { mailStateText } from '../../../mail/words.ts';

/** Person to invite: an owner with a user account, or an owner without an account, created by the invitation. */
export interface Invitee extends Omit<Invitation, 'userId' | 'username'> {
  /** Unique key of the person in the list. */
  key: string;
  /** User id. Null if the invitation creates an account or adds the units to an account. */
  userId: string | null;
  /** User name for the sign-in. Null without an account. */
  username: string | null;
  /** Obstacle to a mail. Null if a mail is possible. */
  obstacle: OwnerWithoutUser['obstacle'];
}

/**
 * Joins owners with and without a user account to a single list of people to invite, owners without an account
 * first.
 */
export const inviteesOf = (
  invitations: readonly Invitation[],
  withoutUser: readonly OwnerWithoutUser[],
): Invitee[] => [
  ...withoutUser.map((owner) => ({
    ...owner,
    key: `unit:${owner.apartments[0]}`,
    userId: null,
    mail: null,
    letterPrintedAt: null,
    signedAt: null,
    sharedAt: null,
    hasLink: false,
    lastUsedAt: null,
    isOutdated: false,
  })),
  ...invitations.map((one) => ({ ...one, key: one.userId, obstacle: null })),
];

/**
 * Converts chosen people to the parameters of a request to invite: user ids (`userIds`), and for owners without an
 * account the id of the first unit (`apartmentIds`).
 */
export function inviteeIds(people: readonly Invitee[]): { userIds?: string[]; apartmentIds?: string[] } {
  const userIds = people.flatMap(({ userId }) => userId ?? []);
  const apartmentIds = people.flatMap(({ userId, apartments }) =>
    userId === null ? apartments.slice(0, 1) : [],
  );
  return {
    ...defined({
      userIds: userIds.length > 0 ? userIds : undefined,
      apartmentIds: apartmentIds.length > 0 ? apartmentIds : undefined,
    }),
  };
}

/**
 * Filters of the list of invitations on the operator's page, with the Spanish name of each. A person may match
 * several.
 */
export const invitationKinds = {
  all: 'Todos',
  withoutUser: 'Sin usuario',
  notInvited: 'Sin invitar',
  waiting: 'En cola o enviando',
  sent: 'Enviado',
  failed: 'Falló, rebotó o cancelado',
  noEmail: 'Sin correo',
  letter: 'Carta impresa',
  entered: 'Ingresó',
} as const;
/** Filter of the list of invitations: a key of `invitationKinds`. */
export type InvitationKind = keyof typeof invitationKinds;

const hasBounced = (mail: Invitee['mail']): boolean => mail !== null && mail.bouncedAt !== null;

/**
 * True if a person belongs to a filter of the list of invitations.
 * @param kind filter of the list: 'sent'
 */
export function isOfKind(
  { userId, mail, email, letterPrintedAt, lastUsedAt }: Omit<Invitee, 'key' | 'obstacle'>,
  kind: InvitationKind,
): boolean {
  switch (kind) {
    case 'all':
      return true;
    case 'withoutUser':
      return userId === null;
    case 'notInvited':
      return mail === null && email !== null;
    case 'waiting':
      return mail?.state === 'queued' || mail?.state === 'sending';
    case 'sent':
      return mail?.state === 'sent' && !hasBounced(mail);
    case 'failed':
      return mail?.state === 'failed' || mail?.state === 'cancelled' || hasBounced(mail);
    case 'noEmail':
      return email === null;
    case 'letter':
      return letterPrintedAt !== null;
    case 'entered':
      return lastUsedAt !== null;
  }
}

/**
 * True if the button 'Enviar invitaciones' includes a person: with an e-mail address, and without a sent or queued
 * invitation.
 */
export const isToInvite = (one: Invitee): boolean =>
  one.obstacle === null && one.email !== null && !isOfKind(one, 'waiting') && one.mail?.state !== 'sent';

/** True if 'Imprimir cartas' without a selection includes a person: no mail, and no registered phone. */
export const isForLetter = ({ email, registered }: Invitee): boolean =>
  email === null && registered !== 'text';

/**
 * True if a person needs a new mail, because day, hour, place or agenda of the assembly changed after the
 * invitation.
 */
export const isToTell = ({ isOutdated, mail, email }: Invitee): boolean =>
  isOutdated && mail !== null && email !== null;

/**
 * Returns the state of a person's invitation as Spanish lines for the list of the operator: 'Sin correo', 'Ingresó
 * el …', 'Carta impresa el …' and so on.
 */
export function stateLines(one: Invitee): string[] {
  const { email, mail, letterPrintedAt, lastUsedAt, hasLink } = one;
  const lines: string[] = [];
  if (one.obstacle === 'disabled') lines.push(`Su usuario ${one.username ?? ''} está deshabilitado`);
  else if (one.userId === null) {
    lines.push(
      one.username === null ? 'Se crea su usuario al invitar' : `Se agrega a ${one.username} al invitar`,
    );
  }
  if (lastUsedAt !== null) lines.push(`Ingresó el ${dateTime(lastUsedAt)}`);
  if (mail !== null) lines.push(mailStateText(mail));
  else if (email === null) lines.push('Sin correo');
  else if (letterPrintedAt === null && one.userId !== null) lines.push('Sin invitar');
  if (one.signedAt !== null) lines.push(`Firmó la carta el ${dateTime(one.signedAt)}`);
  else if (letterPrintedAt !== null) lines.push(`Carta impresa el ${dateTime(letterPrintedAt)}`);
  if (one.sharedAt !== null) lines.push(`Texto compartido el ${dateTime(one.sharedAt)}`);
  for (const { owner, apartmentId, value } of one.byHand) {
    lines.push(`Enviar también, por carta o mensaje, a ${owner} (${apartmentId}): ${value}`);
  }
  if (one.isOutdated) lines.push('La citación cambió después');
  const hadLink =
    isOfKind(one, 'sent') || one.sharedAt !== null || letterPrintedAt !== null || lastUsedAt !== null;
  if (hadLink && !hasLink) lines.push('El enlace ya no sirve');
  return lines;
}

/**
 * Returns Spanish title and text for the dialog shown to the operator before mails about a changed day, hour, place
 * or agenda of the assembly are sent.
 */
export const changeWords = (people: readonly Invitee[]): { title: string; body: string } => ({
  title: `¿Avisar del cambio por correo a ${counted(people.length, 'propietario')}?`,
  body: 'El correo lleva la convocatoria con los datos nuevos.',
});

/**
 * Returns Spanish title and text for the dialog shown to the operator before invitations are sent. The number of
 * people helps to notice a wrong selection.
 */
export function sendingWords(people: readonly Invitee[]): { title: string; body?: string } {
  const title = `¿Enviar la invitación por correo a ${counted(people.length, 'propietario')}?`;
  const made = people.filter(({ userId, username }) => userId === null && username === null).length;
  return made > 0 ? { title, body: `Usuarios que se crean: ${count(made)}.` } : { title };
}
