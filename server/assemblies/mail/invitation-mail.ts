import { isMeetingAddress } from '../../../shared/assemblies/facts/meeting-address.ts';
import { convenerLines } from '../../../shared/assemblies/law/conveners.ts';
import { assemblyName, calledFor } from '../../../shared/assemblies/words.ts';
import { defined } from '../../../shared/defined.ts';
import { invitedFor } from '../../../shared/format.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { lay, type MailPart, textLines, type Written } from '../../platform/mail/page.ts';
import type { CallChange } from './call-changes.repository.ts';
import type { Invitation } from './invitation.ts';
import { type CalledDays, calendarEntries } from './invitation-calendar.ts';

/** Spanish words for the kind of an assembly, within a sentence: 'asamblea ordinaria'. */
export const kindInWords = ({ kind }: Pick<Assembly, 'kind'>): string =>
  assemblyName({ title: null, kind }).toLowerCase();
/** Spanish words for the modes of an assembly, within a sentence. */
export const modes = { inPerson: 'presencial', virtual: 'virtual', mixed: 'mixta' } as const;

/**
 * Writes the invitation as a mail, in plain text and in equal HTML, with an entry for the receiver's calendar.
 * @param sent sender, address of the person, and instant of the mail, epoch ms
 * @param before changes of the notice since the person's last invitation, to be listed first, and days in the earlier mails
 */
export function writeInvitation(
  invitation: Invitation,
  sent: { from: string; to: string; at: Millis },
  { changes, former }: { changes: readonly CallChange[]; former: CalledDays },
): Written {
  const { jointName, assembly, name, face } = invitation;
  const kind = kindInWords(assembly);
  const { secondCallAt } = invitation;
  const scheduledAt = assembly.scheduledAt === null ? null : Date.parse(assembly.scheduledAt);
  const now = { scheduledAt, secondCallAt: scheduledAt === null ? null : secondCallAt };
  const attachments = calendarEntries(invitation, { now, former }, { ...sent, name });
  const line = `Convocatoria a ${kind}`;
  return {
    subject: `${changes.length > 0 ? 'Cambió la' : 'Invitación a la'} ${kind} de ${jointName}`,
    ...lay(
      [
        { paragraph: `Señor(a) ${name}:` },
        { heading: headingOf(invitation, kind) },
        ...changedParts(changes),
        ...invitationParts(invitation),
        { small: closing(jointName) },
      ],
      { name: jointName, line, face },
    ),
    ...defined({ attachments: attachments.length === 0 ? undefined : attachments }),
  };
}

function headingOf({ assembly }: Invitation, kind: string): string {
  const titled = assembly.title ? `: ${assembly.title}` : '';
  const second = assembly.call === 2 ? ', en segunda convocatoria' : '';
  return `Lo invitamos a la ${kind} ${modes[assembly.mode]} de su conjunto${second}${titled}`;
}

const factTitles = {
  scheduledAt: 'Día y hora',
  place: 'Lugar',
  mode: 'Modalidad',
  agenda: 'Orden del día',
};

function changedParts(changes: readonly CallChange[]): MailPart[] {
  if (changes.length === 0) return [];
  const lines = changes.map(({ fact, before, after }) =>
    fact === 'agenda'
      ? 'Orden del día: cambió; el nuevo está más abajo.'
      : `${factTitles[fact]}: ${after ?? 'sin definir'}. Antes: ${before ?? 'sin definir'}.`,
  );
  return [{ title: 'Qué cambió desde la invitación anterior', lines }];
}

function invitationParts(invitation: Invitation): MailPart[] {
  const { assembly, link } = invitation;
  const parts: MailPart[] = [nightOf(invitation)];
  if (assembly.agenda) parts.push({ agenda: 'Orden del día', lines: textLines(assembly.agenda) });
  parts.push(
    { paragraph: howToTakePart(assembly.mode) },
    { link, label: 'Entrar a la asamblea' },
    {
      paragraph:
        'El enlace es personal: no lo reenvíe, porque quien lo abra entra y vota a su nombre. Sirve hasta que se cierre la asamblea, también en segunda convocatoria.',
    },
  );
  if (invitation.secondCall !== null) parts.push({ paragraph: invitation.secondCall });
  if (invitation.documents.length > 0) {
    parts.push({ title: 'Documentos, en su enlace personal', lines: invitation.documents });
  }
  if (assembly.notice) parts.push({ title: 'Convocatoria', lines: textLines(assembly.notice) });
  if (invitation.meeting !== null) parts.push(meetingOf(invitation.meeting));
  if (invitation.help !== null) parts.push({ paragraph: invitation.help });
  return [...parts, ...signInOf(invitation)];
}

const whereWords = {
  inPerson: 'En el salón',
  virtual: 'Por video',
  mixed: 'En el salón o por video',
} as const;

/** Block with mode, day, place and units, in words of full length in the plain text. */
function nightOf({ assembly, apartments }: Invitation): MailPart {
  const { scheduledAt, place, mode } = assembly;
  const convener = convenerLines(assembly.convener);
  const units = apartments.length === 0 ? [] : [`Sus inmuebles: ${apartments.join(', ')}`];
  return {
    night: whereWords[mode],
    day: scheduledAt === null ? null : capital(invitedFor(scheduledAt)),
    lines: [...(place === null ? [] : [place]), ...convener, ...units],
    text: [whereWords[mode], ...calledFor(assembly), ...convener, ...units].join('\n'),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function howToTakePart(mode: Invitation['assembly']['mode']): string {
  if (mode === 'inPerson') {
    return 'La reunión es presencial. Con su enlace personal puede votar desde su celular:';
  }
  const where = mode === 'mixed' ? 'Puede asistir en persona o desde su casa. ' : '';
  return `${where}Con su enlace personal registra su asistencia, entra a la reunión y vota, desde el celular o el computador:`;
}

function meetingOf({ zoomId, zoomPassword }: NonNullable<Invitation['meeting']>): MailPart {
  return {
    title: 'La reunión por video',
    lines: [
      "Abra su enlace y elija 'Ingresar a la reunión'. Si la aplicación se lo pide:",
      `${isMeetingAddress(zoomId) ? 'Dirección' : 'Número'} de la reunión: ${zoomId}`,
      ...(zoomPassword === '' ? [] : [`Clave de la reunión: ${zoomPassword}`]),
    ],
  };
}

function signInOf({ username, temporaryPassword, publicUrl }: Invitation): MailPart[] {
  const lines = [`También puede ingresar en ${publicUrl}/LogIn`, `Usuario: ${username}`];
  if (temporaryPassword === null) lines.push('Contraseña: la suya de siempre.');
  else {
    lines.push(
      `Contraseña temporal: ${temporaryPassword}`,
      "Sirve durante 30 días. Cámbiela por una propia en 'Cambiar contraseña'.",
    );
  }
  return lines.map((small) => ({ small }));
}

const closing = (jointName: string): string =>
  `Este mensaje se envió por encargo de la administración de ${jointName}. Nadie le pedirá su enlace ni su contraseña. Si no esperaba este mensaje, bórrelo y avise a la administración.`;
