import { assemblyName } from '../../../shared/assemblies/words.ts';
import { readHeads } from '../../platform/audit/heads.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Writer } from '../../platform/mail/kind.ts';
import { readGroundAndCrest, readHelpSentence } from '../../properties/index.ts';
import { readChallengeDays } from '../challenge/days.ts';
import type { MailOf } from '../mail/invitation-writer.ts';
import { unitsOfAddress } from '../mail/owners-queue.ts';
import { findAssembly } from '../store/assembly.repository.ts';
import { listPublications } from '../store/papers/acta-publications.repository.ts';
import { listAssemblyFiles } from '../store/papers/assembly-files.repository.ts';
import { writeActaNews } from './acta-mail.ts';
import { newOwnerLink } from './owner-links.repository.ts';

/**
 * Returns the writer of the mails to owners with the link to the signed acta of an assembly. The mail has the
 * publication current at the time of sending.
 */
export function actaWriter({ db, directory, helpPhone, publicUrl }: Omit<MailOf, 'from'>): Writer {
  return async ({ id: messageId, assemblyId, address }) => {
    const assembly = await findAssembly(db, assemblyId);
    const root = assembly && (await directory.find(assembly.rootId));
    if (assembly === undefined || root === undefined) return 'La asamblea no existe.';
    const id = assembly.assemblyId;
    const publication = (await listPublications(db, [id])).get(id)?.at(-1);
    if (publication === undefined) return 'El acta firmada no se ha publicado.';
    const { rootId, jointName } = root;
    const family = await directory.family(rootId);
    const apartmentIds = await unitsOfAddress(db, { assemblyId: id, family, address });
    const { url, ...steps } = newOwnerLink(publicUrl, { assemblyId: id, apartmentIds, messageId });
    return {
      to: { name: `Propietario de ${jointName}`, address },
      ...steps,
      compose: async () => {
        const files = (await listAssemblyFiles(db, [id])).get(id) ?? [];
        const heads = await readHeads(db, jointChain(rootId));
        const head =
          heads.findLast(({ moment, at }) => moment === 'acta' && at === publication.publishedAt)?.note ??
          null;
        return writeActaNews({
          jointName,
          assembly: assemblyName(assembly),
          files: publication.fileIds.flatMap((one) => files.filter(({ fileId }) => fileId === one)),
          publication,
          challenge: await readChallengeDays(db, assembly),
          head,
          url,
          help: await readHelpSentence(db, rootId, helpPhone),
          face: await readGroundAndCrest(db, rootId),
        });
      },
    };
  };
}
