import type { Invitations } from '../../../shared/assemblies/invitations.api.ts';
import { revokeLinksOf } from '../../accounts/index.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { insertMail } from '../../platform/mail/outbox.repository.ts';
import { cancelInvitations, lastMailByUser } from '../mail/assembly-mail.repository.ts';
import { isOver } from '../mail/invitation.ts';
import { countWithoutUser, linksByUser, readInvited } from '../mail/invited.repository.ts';
import { type AssembliesContext, inOneAct } from '../store/act.ts';
import { findCurrent } from '../store/assembly.repository.ts';

/** The ways into the current assembly from home: who has one, how it reached them, and its end. */
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
      const invitations = people.map(({ userId, username, name, email, apartments }) => {
        const sent = mails.get(userId);
        const link = links.get(userId);
        return {
          userId: String(userId),
          username,
          name,
          email,
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
                },
          letterPrintedAt: instantOf(link?.letterPrintedAt ?? null),
          hasLink: !isOver(assembly) && link?.standing === true,
          lastUsedAt: instantOf(link?.lastUsedAt ?? null),
        };
      });
      const withoutUser = await countWithoutUser(store.db, { assemblyId, family });
      return { mailConfigured: mail.configured, invitations, withoutUser };
    },

    send: async (
      jointId: number,
      { userIds, again = false }: { userIds?: readonly string[]; again?: boolean },
      principal: Principal,
    ): Promise<{ queued: number; before: number; withoutEmail: string[] }> => {
      const result = await inOneAct(context, { jointId, by: principal }, async ({ trx, ...act }) => {
        const { assemblyId, rootId, closedAt } = act.assembly;
        if (closedAt !== null) throw new Problem('assemblyClosed');
        const people = await readInvited(trx, { assemblyId, family: act.family });
        const wanted = userIds === undefined ? null : new Set(userIds);
        const asked = people.filter(({ userId }) => wanted === null || wanted.has(String(userId)));
        // Somebody who is not of this joint, or not any more, is as unknown as anybody else.
        if (wanted !== null && asked.length < wanted.size) throw new Problem('userNotFound');
        const mails = await lastMailByUser(trx, 'invitation', assemblyId);
        const isInvited = (userId: number) => {
          const state = mails.get(userId)?.state;
          return state === 'sent' || isUnderWay(state);
        };
        const reachable = asked.filter(({ email }) => email !== null);
        const queued = reachable.filter(({ userId }) =>
          // What is still under way is not sent a second time, however often it is asked for.
          again ? !isUnderWay(mails.get(userId)?.state) : !isInvited(userId),
        );
        const rows = queued.map(({ userId, email }) => ({
          kind: 'invitation' as const,
          once_key: `invitation:${assemblyId}:${userId}:${mails.get(userId)?.messages ?? 0}`,
          joint_id: rootId,
          assembly_id: assemblyId,
          user_id: userId,
          to_address: email ?? '',
          state: 'queued' as const,
          attempts: 0,
          next_at: act.at,
          created_at: act.at,
          created_by: principal.actor,
        }));
        await insertMail(trx, rows);
        const ids = queued.map(({ userId }) => userId);
        if (ids.length > 0) await act.audit('invitationsQueued', { userIds: ids, again });
        return {
          queued: queued.length,
          before: reachable.length - queued.length,
          withoutEmail: asked.filter(({ email }) => email === null).map(({ userId }) => String(userId)),
        };
      });
      mail.nudge();
      return result;
    },

    revoke: (jointId: number, userIdText: string, principal: Principal): Promise<void> =>
      inOneAct(context, { jointId, by: principal }, async (act) => {
        const {
          trx,
          assembly: { assemblyId, closedAt },
          at,
        } = act;
        const userId = Number(userIdText);
        // Of an assembly that is over nothing opens any more.
        if (closedAt !== null) throw new Problem('invitationNotFound');
        const links = await revokeLinksOf(trx, { userId, assemblyId }, at);
        // What waits would bring them another one.
        const called = await cancelInvitations(trx, { userId, assemblyId }, 'Se revocó el enlace.');
        if (links.length + called === 0) throw new Problem('invitationNotFound');
        await act.audit('invitationRevoked', { userId, links: links.length, messages: called });
        act.ended.push(...(await sessions.revokeLinks(trx, links)));
      }),
  };
}

const isUnderWay = (state: string | undefined): boolean => state === 'queued' || state === 'sending';
