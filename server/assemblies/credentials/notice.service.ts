import type { SharedText } from '../../../shared/assemblies/invitations.api.ts';
import { assemblyName, calledFor } from '../../../shared/assemblies/words.ts';
import { insertAccess, newAccessToken } from '../../accounts/index.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readByLaws } from '../../properties/index.ts';
import { deliveryOf, insertDeliveries, noteSigned } from '../mail/deliveries.repository.ts';
import { accessUrl } from '../mail/invitation.ts';
import { readInvited } from '../mail/invited.repository.ts';
import { noticeFacts, readNotice } from '../mail/notice.ts';
import { secondCallNotice } from '../mail/second-call.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToApi, assemblyToRead } from '../store/assembly.repository.ts';

/**
 * Service of the deliveries of a notice without mail: the text that the administration shares from a phone, and the
 * signature of an owner on the printed letter (docs/why/notice.md).
 */
export function noticeService(context: AssembliesContext) {
  const { publicUrl } = context;

  /** Finds an invited person. @throws Problem userNotFound, assemblyClosed */
  async function invitedIn({ trx, assembly, family }: UseCase, userIdText: string) {
    if (assembly.closedAt !== null) throw new Problem('assemblyClosed');
    const userId = Number(userIdText);
    const [person] = await readInvited(trx, { assemblyId: assembly.assemblyId, family, userId });
    if (person === undefined) throw new Problem('userNotFound');
    return person;
  }

  return {
    text: (jointId: number, userId: string, by: Principal): Promise<SharedText> =>
      runUseCase(context, { jointId, by, moves: false }, async (act) => {
        const { trx, at, actor, place } = act;
        const person = await invitedIn(act, userId);
        const { rootId, assemblyId } = act.assembly;
        const assembly = await assemblyToRead(trx, rootId, assemblyId);
        const token = newAccessToken();
        const of = { jointId: rootId, assemblyId };
        await insertAccess(
          trx,
          [
            {
              hash: token.hash,
              purpose: 'invitation',
              userId: person.userId,
              assembly: of,
              expiresAt: null,
            },
          ],
          { actor, at },
        );
        const notice = await readNotice(trx, assembly);
        await insertDeliveries(trx, { assemblyId, notice, at }, [
          deliveryOf('text', token.hash, person.userId),
        ]);
        await act.audit('noticeShared', { userId: person.userId, ...(await noticeFacts(trx, assembly)) });
        const link = accessUrl(publicUrl, {
          jointId: rootId,
          jointName: place.jointName,
          username: person.username,
          token: token.text,
          meeting: null,
        });
        const secondCall = secondCallNotice(assembly, await readByLaws(trx, rootId));
        const called = assemblyToApi(assembly);
        return {
          text: [
            `Señor(a) ${person.name}: lo convocamos a la ${assemblyName(called).toLowerCase()} de ${place.jointName}.`,
            ...calledFor(called),
            ...(called.agenda ? [`Orden del día:\n${called.agenda}`] : []),
            `Su enlace personal para leer los documentos, asistir y votar (no lo reenvíe): ${link}`,
            ...(secondCall === null ? [] : [secondCall]),
          ].join('\n'),
        };
      }),

    sign: (jointId: number, userId: string, by: Principal): Promise<void> =>
      runUseCase(context, { jointId, by, moves: false }, async (act) => {
        const person = await invitedIn(act, userId);
        const of = { assemblyId: act.assembly.assemblyId, userId: person.userId };
        const isNoted = await noteSigned(act.trx, of, act);
        if (isNoted === undefined) throw new Problem('letterNotFound');
        if (isNoted) await act.audit('letterSigned', { userId: person.userId });
      }),
  };
}
