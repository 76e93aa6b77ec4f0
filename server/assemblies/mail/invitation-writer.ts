import { linksInMail } from '../../accounts/index.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint } from '../../platform/db/engine.ts';
import type { JointFinder } from '../../platform/http/joint-places.ts';
import type { Writer } from '../../platform/mail/kind.ts';
import { readByLaws, readGroundAndCrest, readHelpSentence } from '../../properties/index.ts';
import { findAssembly } from '../store/assembly.repository.ts';
import { keepPowerLimits } from '../store/power-limits.repository.ts';
import { readCallChanges } from './call-changes.repository.ts';
import { hasNoticeVersion, insertDeliveries, readMailedNotices } from './deliveries.repository.ts';
import { isOver, makeInvitation } from './invitation.ts';
import { daysInNotices } from './invitation-calendar.ts';
import { writeInvitation } from './invitation-mail.ts';
import { readInvited } from './invited.repository.ts';
import { noticePapers, readNotice } from './notice.ts';

/** Services of the writers of mails to owners. */
export interface MailOf {
  db: Db;
  directory: JointFinder;
  /** Phone of the installation, for owners of joints without a phone; null without a phone. */
  helpPhone: string | null;
  /** Web address at the start of every link, without a trailing slash. */
  publicUrl: string;
  /** Sender of all mails, the organizer of calendar entries. */
  from: string;
}

/**
 * Returns the writer of invitation mails, used by the mail queue. The personal link is made only when the mail is
 * sent, so no secret waits in the queue.
 */
export function invitationWriter({ db, directory, helpPhone, publicUrl, from }: MailOf): Writer {
  return async ({ id: messageId, assemblyId, userId }) => {
    const assembly = await findAssembly(db, assemblyId);
    const place = assembly && (await directory.find(assembly.rootId));
    if (assembly === undefined || place === undefined || isOver(assembly))
      return 'La asamblea ya fue cerrada.';
    const family = await directory.family(place.rootId);
    const [person] = await readInvited(db, { assemblyId, family, userId });
    if (person === undefined)
      return 'La persona ya no es propietaria en la copropiedad, o no está habilitada.';
    if (person.email === null) return 'La persona ya no tiene correo.';
    const byLaws = await readByLaws(db, place.rootId);
    const face = await readGroundAndCrest(db, place.rootId);
    const notice = await readNotice(db, assembly);
    const documents = noticePapers(notice.content);
    const help = await readHelpSentence(db, place.rootId, helpPhone);
    const subject = { person, place, assembly, byLaws, face, help, publicUrl, documents };
    const at = Date.now();
    const { invitation, made } = await makeInvitation(subject, 'invitation', at);
    const changes = await readCallChanges(db, { rootId: place.rootId, assemblyId, userId });
    const address = person.email;
    const former = daysInNotices(await readMailedNotices(db, { assemblyId, address }), byLaws);
    return {
      to: { name: invitation.name, address },
      ...linksInMail(made),
      onSent: async (trx, sentAt, answer) => {
        // Votes need the joint's lock: only the first mail of a version takes the lock.
        const isFirst = async () => !(await hasNoticeVersion(trx, assemblyId, notice.sha256));
        // Another mail of the version may have taken the lock before.
        const isNew = (await isFirst()) && (await lockJoint(trx, place.rootId)) && (await isFirst());
        await insertDeliveries(trx, { assemblyId, notice, at: sentAt }, [
          { userId, channel: 'mail', address, answer, tokenHash: invitation.tokenHash, messageId },
        ]);
        // The notice may have changed since the mail was queued.
        if (!isNew) return;
        const by = { chain: jointChain(place.rootId), actor: 'mail', at: sentAt };
        const limits = await keepPowerLimits(trx, assembly);
        await appendAudit(trx, by, 'noticeSent', { assemblyId, noticeSha256: notice.sha256, ...limits });
      },
      compose: async () => writeInvitation(invitation, { from, to: address, at }, { changes, former }),
    };
  };
}
