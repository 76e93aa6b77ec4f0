import type { FileAnswer } from '../../../shared/api.ts';
import type { LinkedAssembly } from '../../../shared/assemblies/signed-acta/owner-link.api.ts';
import { assemblyName } from '../../../shared/assemblies/words.ts';
import { hashOfToken } from '../../accounts/index.ts';
import { instantOf } from '../../platform/db/queries.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readChallengeDays } from '../challenge/days.ts';
import { readFamilySnapshots } from '../live/joint-state.ts';
import { verdictsOf } from '../mail/results-mail.ts';
import type { AssembliesContext } from '../store/act.ts';
import { findAssembly } from '../store/assembly.repository.ts';
import { listPublications } from '../store/papers/acta-publications.repository.ts';
import { findAssemblyFile, listAssemblyFiles } from '../store/papers/assembly-files.repository.ts';
import { fileToApi } from '../store/papers/uploaded-papers.ts';
import { readOwnVotes } from './own-votes.repository.ts';
import { findLinkedOwner, noteActaOpened } from './owner-links.repository.ts';

/** Service for the page of a mail's personal link: results and signed acta of an ended assembly, without a session. */
export function ownerLinksService({ store: { db }, directory }: AssembliesContext) {
  /** Finds the assembly, the units and the last published acta of a link, and notes the first opening of the acta. */
  async function open(token: string) {
    const tokenHash = hashOfToken(token);
    const linked = await findLinkedOwner(db, tokenHash);
    const assembly = linked && (await findAssembly(db, linked.assemblyId));
    if (linked === undefined || assembly === undefined) throw new Problem('ownerLinkNotFound');
    const { assemblyId, apartmentIds } = linked;
    const acta = (await listPublications(db, [assemblyId])).get(assemblyId)?.at(-1);
    if (acta !== undefined) await noteActaOpened(db, { assemblyId, tokenHash, ...acta }, Date.now());
    return { assembly, apartmentIds, acta };
  }

  return {
    /** Reads the assembly of a link. @throws Problem ownerLinkNotFound */
    read: async (token: string): Promise<LinkedAssembly> => {
      const { assembly, apartmentIds, acta } = await open(token);
      const { assemblyId, rootId } = assembly;
      const endedAt = assembly.closedAt ?? assembly.archivedAt;
      const parts = await readFamilySnapshots(db, directory, assembly);
      const { jointName } = await requireJoint(directory, rootId);
      const files = (await listAssemblyFiles(db, [assemblyId])).get(assemblyId) ?? [];
      return {
        jointId: rootId,
        jointName,
        title: assemblyName(assembly),
        endedAt: instantOf(endedAt),
        verdicts: verdictsOf(parts),
        own: await readOwnVotes(db, { assemblyId, apartmentIds }, parts),
        challenge: await readChallengeDays(db, assembly),
        acta: acta
          ? {
              publishedAt: new Date(acta.publishedAt).toISOString(),
              reason: acta.reason,
              place: acta.place,
              files: acta.fileIds.flatMap((id) => files.filter(({ fileId }) => fileId === id)).map(fileToApi),
            }
          : null,
      };
    },

    /** Reads a file of the last published acta. @throws Problem ownerLinkNotFound, actaFileNotFound */
    file: async (token: string, fileId: number): Promise<FileAnswer> => {
      const { assembly, acta } = await open(token);
      const stored = await findAssemblyFile(db, { rootId: assembly.rootId, fileId });
      if (stored === undefined || !acta?.fileIds.includes(fileId)) throw new Problem('actaFileNotFound');
      return { name: stored.fileName, mediaType: stored.mediaType, bytes: stored.bytes };
    },
  };
}
