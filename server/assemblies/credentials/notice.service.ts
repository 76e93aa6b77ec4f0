import type { FileAnswer } from '../../../shared/api.ts';
import type { SharedText } from '../../../shared/assemblies/invitations.api.ts';
import { agendaLines } from '../../../shared/assemblies/law/agenda.ts';
import { convenerLines } from '../../../shared/assemblies/law/conveners.ts';
import type { ActaFile } from '../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { assemblyName, calledFor } from '../../../shared/assemblies/words.ts';
import { insertAccess, newAccessToken, userIdOf } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { UploadedFile } from '../../platform/http/uploaded-file.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import {
  deliveryOf,
  insertDeliveries,
  noteSigned,
  readNoticeVersions,
} from '../mail/deliveries.repository.ts';
import { accessUrl } from '../mail/invitation.ts';
import { readInvited } from '../mail/invited.repository.ts';
import { noticeFacts, readNotice, readNoticeFiles } from '../mail/notice.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToApi, assemblyToRead, currentAssembly } from '../store/assembly.repository.ts';
import {
  findAssemblyFile,
  insertAssemblyFile,
  type KeptFile,
  removeNoticeFile,
} from '../store/papers/assembly-files.repository.ts';
import { factsOfFile, fileToApi } from '../store/papers/uploaded-papers.ts';
import { keepPowerLimits } from '../store/power-limits.repository.ts';

/**
 * Service of the notice: documents, the text that the administration shares from a phone, and the signature of an owner
 * on the printed letter (docs/why/notice.md).
 */
export function noticeService(context: AssembliesContext) {
  const { store, directory, publicUrl } = context;

  /** Returns the assembly, if not closed. @throws Problem assemblyClosed */
  function openedIn({ assembly }: UseCase) {
    if (assembly.closedAt !== null) throw new Problem('assemblyClosed');
    return assembly;
  }

  async function currentOf(jointId: number): Promise<number> {
    const { rootId } = await requireJoint(directory, jointId);
    return (await currentAssembly(store.db, rootId)).assemblyId;
  }

  /** True if a sent version of the notice names a document. */
  const isSent = async (trx: Db, assemblyId: number, { sha256 }: KeptFile): Promise<boolean> =>
    (await readNoticeVersions(trx, assemblyId)).some(({ content: { files = [] } }) =>
      files.some((file) => file.sha256 === sha256),
    );

  /** Finds an invited person. @throws Problem ownerNotInvited, assemblyClosed */
  async function invitedIn(act: UseCase, userIdText: string) {
    const { trx, family } = act;
    const assembly = openedIn(act);
    const userId = userIdOf(userIdText) ?? 0;
    const [person] = await readInvited(trx, { assemblyId: assembly.assemblyId, family, userId });
    if (person === undefined) throw new Problem('ownerNotInvited');
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
        await insertDeliveries(trx, { assemblyId, notice, at }, [deliveryOf('text', token.hash, person)]);
        const limits = await keepPowerLimits(trx, assembly);
        const facts = { ...(await noticeFacts(trx, assembly)), ...limits };
        await act.audit('noticeShared', { userId: person.userId, ...facts });
        const link = accessUrl(publicUrl, {
          jointId: rootId,
          jointName: place.jointName,
          username: person.username,
          token: token.text,
          meeting: null,
        });
        const { secondCall } = notice.content;
        const called = assemblyToApi(assembly);
        return {
          text: [
            `Señor(a) ${person.name}: lo convocamos a la ${assemblyName(called).toLowerCase()} de ${place.jointName}.`,
            ...calledFor(called),
            ...convenerLines(called.convener),
            ...(called.agenda ? [`Orden del día:\n${agendaLines(called.agenda).join('\n')}`] : []),
            `Su enlace personal para leer los documentos, asistir y votar (no lo reenvíe): ${link}`,
            ...(secondCall === null ? [] : [secondCall]),
          ].join('\n'),
        };
      }),

    files: async (jointId: number): Promise<ActaFile[]> =>
      (await readNoticeFiles(store.db, await currentOf(jointId))).map(fileToApi),

    file: async ({ jointId, fileId }: { jointId: number; fileId: number }): Promise<FileAnswer> => {
      const { rootId } = await requireJoint(directory, jointId);
      const stored = await findAssemblyFile(store.db, { rootId, fileId, purpose: 'notice' });
      if (stored === undefined) throw new Problem('noticeFileNotFound');
      const { fileName: name, mediaType, bytes } = stored;
      return { name, mediaType, bytes };
    },

    keep: (jointId: number, file: UploadedFile, by: Principal): Promise<ActaFile> => {
      const facts = factsOfFile(file);
      if (facts === null) throw new Problem('noticeFileInvalid');
      return runUseCase(context, { jointId, by, moves: false }, async (act) => {
        const { trx, at, actor } = act;
        const { assemblyId } = openedIn(act);
        const files = await readNoticeFiles(trx, assemblyId);
        const same = files.find(({ sha256 }) => sha256 === facts.sha256);
        if (same !== undefined) return fileToApi(same);
        ensureWithin('noticeFilesFull', files.length + 1);
        const stored = { ...facts, bytes: file.bytes, purpose: 'notice' as const };
        const fileId = await insertAssemblyFile(trx, assemblyId, stored, { at, actor });
        await act.audit('noticeFileKept', { fileId, ...facts });
        return fileToApi({ fileId, keptAt: at, ...facts });
      });
    },

    remove: ({ jointId, fileId }: { jointId: number; fileId: number }, by: Principal): Promise<void> =>
      runUseCase(context, { jointId, by, moves: false }, async (act) => {
        const { assemblyId } = openedIn(act);
        const file = (await readNoticeFiles(act.trx, assemblyId)).find((one) => one.fileId === fileId);
        if (file === undefined) throw new Problem('noticeFileNotFound');
        await removeNoticeFile(
          act.trx,
          { assemblyId, fileId, isSent: await isSent(act.trx, assemblyId, file) },
          act.at,
        );
        await act.audit('noticeFileRemoved', { fileId, fileName: file.fileName, sha256: file.sha256 });
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
