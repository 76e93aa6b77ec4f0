import type { Db } from '../../platform/db/engine.ts';
import type { JointFinder } from '../../platform/http/joint-places.ts';
import type { Writer } from '../../platform/mail/kind.ts';
import { lay } from '../../platform/mail/page.ts';
import { readHelpSentence } from '../../properties/index.ts';
import { isSameWeek, isWithinHours } from './permitted.ts';
import { findReminderMail } from './reminders.repository.ts';

/**
 * Creates the function to turn a queued reminder of a debt into a message. A mail late beyond the permitted hours, or beyond
 * the week of the contact, is not sent (Ley 2300 de 2023, art. 3).
 * @param of.helpPhone phone of the installation, for owners of joints without a phone
 */
export function reminderWriter({
  db,
  directory,
  helpPhone,
}: {
  db: Db;
  directory: JointFinder;
  helpPhone: string | null;
}): Writer {
  return async ({ jointId, address, createdAt }) => {
    const now = Date.now();
    if (!isWithinHours(now) || !isSameWeek(now, createdAt))
      return 'El recordatorio no salió en su semana y horario (Ley 2300 de 2023, art. 3).';
    const place = await directory.find(jointId);
    const reminder = await findReminderMail(db, { jointId, at: createdAt, address });
    if (place === undefined || reminder === undefined)
      return 'El recordatorio o su canal ya no está vigente.';
    const { name, text } = reminder;
    return {
      to: { name, address },
      compose: async () => {
        const help = await readHelpSentence(db, place.rootId, helpPhone);
        const paragraphs = [...text.split('\n'), ...(help === null ? [] : [help])];
        return {
          subject: `Recordatorio de pago de ${place.jointName}`,
          ...lay(paragraphs.map((paragraph) => ({ paragraph }))),
        };
      },
    };
  };
}
