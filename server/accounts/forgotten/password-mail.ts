import { MINUTE_MS } from '../../../shared/durations.ts';
import { dateTime } from '../../../shared/format.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Writer } from '../../platform/mail/kind.ts';
import { lay, type Written } from '../../platform/mail/page.ts';
import { linksInMail, newAccessToken } from '../links/access-secrets.ts';
import { findUser } from '../users/users.repository.ts';

/** Validity of a reset link in minutes, from the sending of the mail. */
const LINK_MINUTES = 30;
/** Maximum age in ms of an unsent reset mail; older mails are dropped. By then the user has asked again. */
const STALE_MS = 60 * MINUTE_MS;

const GONE = 'El usuario no está habilitado o ya no tiene correo.';

/**
 * Returns the function to write the mail with a link for replacing a forgotten password. The link is made
 * at the sending; only the hash of the link is stored.
 */
export function passwordResetWriter({ db, publicUrl }: { db: Db; publicUrl: string }): Writer {
  return async ({ userId, createdAt }) => {
    const at = Date.now();
    if (at - createdAt > STALE_MS) return 'Pasó más de una hora desde que se pidió.';
    const user = await findUser(db, userId);
    if (!user?.email || user.disabledAt !== null) return GONE;
    const { text, hash } = newAccessToken();
    const expiresAt = at + LINK_MINUTES * MINUTE_MS;
    const { name, username, email } = user;
    return {
      to: { name, address: email },
      ...linksInMail([{ hash, purpose: 'passwordReset', userId, assembly: null, expiresAt }]),
      // The token follows the #, so no server, proxy or log sees the token.
      compose: async () => writeReset({ name, username, link: `${publicUrl}/NewPassword#${text}` }),
    };
  };
}

/** Returns the function to write the mail about a changed password, sent to the user of the password. */
export function passwordChangedWriter({ db, publicUrl }: { db: Db; publicUrl: string }): Writer {
  return async ({ userId, createdAt }) => {
    const user = await findUser(db, userId);
    if (!user?.email || user.disabledAt !== null) return GONE;
    const { name, username, email } = user;
    return {
      to: { name, address: email },
      compose: async () => writeChanged({ name, username, publicUrl, at: createdAt }),
    };
  };
}

function writeReset({ name, username, link }: { name: string; username: string; link: string }): Written {
  return {
    subject: 'Su contraseña de SCAF',
    ...lay([
      { paragraph: `Señor(a) ${name}:` },
      {
        paragraph: `Alguien pidió una contraseña nueva para su usuario, ${username}. Si fue usted, abra este enlace:`,
      },
      { link, label: 'Elegir contraseña nueva' },
      { paragraph: `El enlace sirve una sola vez y vence en ${LINK_MINUTES} minutos. No lo reenvíe.` },
      { paragraph: 'Si no fue usted, borre este mensaje: su contraseña sigue siendo la misma.' },
    ]),
  };
}

function writeChanged(of: { name: string; username: string; publicUrl: string; at: number }): Written {
  const when = dateTime(new Date(of.at).toISOString());
  return {
    subject: 'Su contraseña de SCAF cambió',
    ...lay([
      { paragraph: `Señor(a) ${of.name}:` },
      {
        paragraph: `La contraseña de su usuario, ${of.username}, cambió el ${when} y se cerraron sus demás sesiones.`,
      },
      {
        paragraph: `Si no fue usted, elija otra de inmediato con 'Olvidé mi contraseña' en ${of.publicUrl}/LogIn y avise a la administración.`,
      },
    ]),
  };
}
