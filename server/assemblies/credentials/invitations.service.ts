import type { Static } from 'typebox';
import type {
  DeliveryChannel,
  Invitations,
  sendInvitations,
} from '../../../shared/assemblies/invitations.api.ts';
import { defined } from '../../../shared/defined.ts';
import { revokeLinksOf, userIdOf } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { insertMail } from '../../platform/mail/outbox.repository.ts';
import { cancelInvitations, type LastMail, lastMailByUser } from '../mail/assembly-mail.repository.ts';
import { deliveriesByUser } from '../mail/deliveries.repository.ts';
import { isWaiting } from '../mail/deliveries.ts';
import { isOver } from '../mail/invitation.ts';
import { linksByUser, readInvited } from '../mail/invited.repository.ts';
import { joinInvited, newAddresses, readToJoin, withoutUser } from '../mail/joining.ts';
import { noticeFacts } from '../mail/notice.ts';
import { byHandToApi } from '../mail/notice-addresses.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToRead, findCurrent, type StoredAssembly } from '../store/assembly.repository.ts';

type SentInvitations = Static<typeof sendInvitations.answer>;

/**
 * Service of the invitations to take part in the current assembly from home: lists owners with the personal links,
 * sends mails, and revokes links.
 */
export function invitationsService(context: AssembliesContext) {
  const { store, directory, sessions, mail } = context;

  return {
    list: async (jointId: number): Promise<Invitations> => {
      const place = await directory.find(jointId);
      const assembly = place && (await findCurrent(store.db, place.rootId));
      if (place === undefined || assembly === undefined) throw new Problem('assemblyNotFound');
      const assemblyId = assembly.assemblyId;
      const family = await directory.family(jointId);
      const people = await readInvited(store.db, { assemblyId, family });
      const mails = await lastMailByUser(store.db, 'invitation', assemblyId);
      const links = await linksByUser(store.db, assemblyId);
      const delivered = await deliveriesByUser(store.db, assemblyId);
      const { toJoin, ownerless } = await readToJoin(store.db, { assemblyId, family });
      const addresses = newAddresses(toJoin);
      const invitations = people.map(({ userId, username, name, email, address, byHand, apartments }) => {
        const sent = mails.get(userId);
        const link = links.get(userId);
        const last = (channel: DeliveryChannel) =>
          delivered.get(userId)?.findLast((one) => one.channel === channel);
        return {
          userId: String(userId),
          username,
          name,
          email: address === null ? (email ?? addresses.get(userId) ?? null) : email,
          registered: address?.kind ?? null,
          byHand: byHand.map(byHandToApi),
          apartments,
          mail:
            sent === undefined
              ? null
              : {
                  state: sent.state,
                  attempts: sent.attempts,
                  sentAt: instantOf(sent.sentAt),
                  nextAt: instantOf(sent.nextAt),
                  problem: sent.problem,
                  bouncedAt: instantOf(sent.bouncedAt),
                  bounce: sent.bounce,
                },
          letterPrintedAt: instantOf(link?.letterPrintedAt ?? null),
          signedAt: instantOf(last('letter')?.signedAt ?? null),
          sharedAt: instantOf(last('text')?.sentAt ?? null),
          hasLink: !isOver(assembly) && link?.standing === true,
          lastUsedAt: instantOf(link?.lastUsedAt ?? null),
          isOutdated: isOutdated(assembly, sent, link?.letterPrintedAt ?? null),
        };
      });
      return {
        mailConfigured: mail.configured,
        invitations,
        withoutUser: withoutUser(toJoin),
        ownerless,
      };
    },

    send: async (
      jointId: number,
      recipients: {
        userIds?: readonly string[];
        apartmentIds?: readonly string[];
        again?: boolean;
        changed?: true;
      },
      principal: Principal,
    ): Promise<SentInvitations> => {
      const { userIds, apartmentIds, again = false, changed = false } = recipients;
      const { reach, ...result } = await runUseCase(context, { jointId, by: principal }, async (act) => {
        const { trx } = act;
        const { assemblyId, closedAt } = act.assembly;
        if (closedAt !== null) throw new Problem('assemblyClosed');
        // A changed call goes to the invited people only, and creates no users.
        const joined = changed
          ? { userIds: [], created: 0, leftOut: [], reach: [] }
          : await joinInvited(act, { userIds, apartmentIds, by: 'mail' });
        const people = await readInvited(trx, { assemblyId, family: act.family });
        const isAll = userIds === undefined && apartmentIds === undefined;
        const wanted = isAll ? null : new Set([...(userIds ?? []), ...joined.userIds.map(String)]);
        const invited = people.filter(({ userId }) => wanted === null || wanted.has(String(userId)));
        // People of other joints, or no longer of this joint, get the same error as unknown people.
        if (wanted !== null && invited.length < wanted.size) throw new Problem('userNotFound');
        const mails = await lastMailByUser(trx, 'invitation', assemblyId);
        const isInvited = (userId: number) => {
          const sent = mails.get(userId);
          return sent?.state === 'sent' || isWaiting(sent);
        };
        const reachable = invited.filter(({ email }) => email !== null);
        const toTell = changed ? await usersToTell(trx, act.assembly, mails) : null;
        const queued = reachable.filter(({ userId }) => {
          if (toTell !== null) return toTell.has(userId);
          // Mail under way is never sent twice, even on request.
          return again ? !isWaiting(mails.get(userId)) : !isInvited(userId);
        });
        const rows = queued.map((one) => invitationMail(act, one, mails.get(one.userId)?.messages ?? 0));
        await insertMail(trx, rows);
        const ids = queued.map(({ userId }) => userId);
        if (ids.length > 0) {
          await act.audit('invitationsQueued', {
            userIds: ids,
            again,
            newUsers: joined.created,
            // The notice as sent (Ley 675 de 2001, art. 42, paragraph).
            ...(await noticeFacts(trx, act.assembly)),
            ...defined({ changed: changed ? changed : undefined }),
          });
        }
        return {
          queued: queued.length,
          before: reachable.length - queued.length,
          withoutEmail: invited.filter(({ email }) => email === null).map(({ userId }) => String(userId)),
          created: joined.created,
          leftOut: joined.leftOut,
          reach: joined.reach,
        };
      });
      for (const userId of reach) sessions.reachChanged(userId);
      mail.nudge();
      return result;
    },

    revoke: (jointId: number, userIdText: string, principal: Principal): Promise<void> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        const {
          trx,
          assembly: { assemblyId, closedAt },
          at,
        } = act;
        const userId = userIdOf(userIdText) ?? 0;
        // An ended assembly has no valid links.
        if (closedAt !== null) throw new Problem('invitationNotFound');
        const links = await revokeLinksOf(trx, { userId, assemblyId }, at);
        // Queued mail would bring another link.
        const called = await cancelInvitations(trx, { userId, assemblyId }, 'Se revocó el enlace.');
        if (links.length + called === 0) throw new Problem('invitationNotFound');
        await act.audit('invitationRevoked', { userId, links: links.length, messages: called });
        act.ended.push(...(await sessions.revokeLinks(trx, links)));
      }),
  };
}

/** Makes the queued mail with the invitation of a person. @param before number of earlier invitations by mail */
const invitationMail = (
  { assembly: { assemblyId, rootId }, at, actor }: UseCase,
  { userId, email }: { userId: number; email: string | null },
  before: number,
) => ({
  kind: 'invitation' as const,
  once_key: `invitation:${assemblyId}:${userId}:${before}`,
  joint_id: rootId,
  assembly_id: assemblyId,
  user_id: userId,
  to_address: email ?? '',
  created_at: at,
  created_by: actor,
});

/** Returns the users with mail and an outdated notice. Users with only a letter get a new letter instead. */
async function usersToTell(
  db: Db,
  { rootId, assemblyId }: Pick<StoredAssembly, 'rootId' | 'assemblyId'>,
  mails: ReadonlyMap<number, LastMail>,
): Promise<Set<number>> {
  const assembly = await assemblyToRead(db, rootId, assemblyId);
  const links = await linksByUser(db, assemblyId);
  const isToTell = ([userId, mail]: readonly [number, LastMail]) =>
    isOutdated(assembly, mail, links.get(userId)?.letterPrintedAt ?? null);
  return new Set([...mails].filter(isToTell).map(([userId]) => userId));
}

/**
 * True if the notice changed after the last mail that reached the person, or after the letter of a person without
 * such a mail was printed. False while a mail is under way, because the mail has the new notice.
 */
function isOutdated(
  { callChangedAt }: Pick<StoredAssembly, 'callChangedAt'>,
  mail: Pick<LastMail, 'state' | 'lastSentAt'> | undefined,
  letterPrintedAt: Millis | null,
): boolean {
  const toldAt = mail?.lastSentAt ?? letterPrintedAt;
  return !isWaiting(mail) && callChangedAt !== null && toldAt !== null && toldAt < callChangedAt;
}
