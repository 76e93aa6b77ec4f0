import type { MailMessage } from '../../shared/mail/mailbox.api.ts';
import { dateTime, time } from '../lib/format.ts';

/** Spanish names of the kinds of mail. */
export const mailKindNames: Readonly<Record<MailMessage['kind'], string>> = {
  invitation: 'Invitación',
  summary: 'Resumen',
  results: 'Resultados y firma',
  signedActa: 'Acta firmada',
  powerCode: 'Código para firmar un poder',
  powerCopy: 'Copia de un poder',
  powerRevoked: 'Revocación de un poder',
  bill: 'Cuenta de cobro',
  relation: 'Relación de facturas',
  accountChanged: 'Cambio de datos de pago',
  reminder: 'Recordatorio de pago',
  passwordReset: 'Contraseña olvidada',
  passwordChanged: 'Contraseña cambiada',
};

/** Spanish names of the states of a mail. */
export const mailStateNames: Readonly<Record<MailMessage['state'], string>> = {
  queued: 'En cola',
  sending: 'Enviando',
  sent: 'Enviado',
  failed: 'Falló',
  cancelled: 'Cancelado',
};

/** Notice for screens with mail functions if no mail server is configured. */
export const NO_MAIL_SERVER =
  'No hay un servidor de correo configurado. Los mensajes esperan en la bandeja de salida y salen cuando se configure (SMTP_URL y MAIL_FROM).';

/** Describes the state of a mail in a sentence, with time and reason of a failure. */
export function mailStateText(
  mail: Pick<MailMessage, 'state' | 'attempts' | 'sentAt' | 'nextAt' | 'problem' | 'bouncedAt' | 'bounce'>,
): string {
  const { state, attempts, sentAt, nextAt, problem, bouncedAt, bounce } = mail;
  const name = mailStateNames[state];
  if (bouncedAt !== null) return `Rebotó el ${dateTime(bouncedAt)}: ${bounce ?? ''}. Revise la dirección.`;
  if (state === 'sent' && sentAt !== null) return `${name} el ${dateTime(sentAt)}`;
  if (state === 'queued' && attempts > 0 && nextAt !== null) {
    return `${name}: se intenta de nuevo a las ${time(nextAt)}. ${problem ?? ''}`.trim();
  }
  return problem === null || state === 'sending' ? name : `${name}: ${problem}`;
}
