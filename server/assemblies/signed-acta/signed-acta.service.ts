import type { FileAnswer } from '../../../shared/api.ts';
import type { ActaFile, SignedActa } from '../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { assemblyName } from '../../../shared/assemblies/words.ts';
import { makeHead } from '../../platform/audit/heads.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint, readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { UploadedFile } from '../../platform/http/uploaded-file.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { queueToOwners } from '../mail/owners-queue.ts';
import type { AssembliesContext } from '../store/act.ts';
import { assembliesOf, assemblyToRead, type StoredAssembly } from '../store/assembly.repository.ts';
import { insertPublication, listPublications } from '../store/papers/acta-publications.repository.ts';
import {
  findAssemblyFile,
  insertAssemblyFile,
  listAssemblyFiles,
} from '../store/papers/assembly-files.repository.ts';
import { readOtherActs } from '../store/papers/other-acts.repository.ts';
import { factsOfFile, fileToApi } from '../store/papers/uploaded-papers.ts';

/** A joint or sector, and an assembly of the joint. Default: the current assembly. */
interface ActaOfJoint {
  jointId: number;
  assemblyId?: number;
}

/**
 * Service of the signed acta of an ended assembly: operators upload the signed files and publish the files to the
 * owners (docs/why/acta.md).
 */
export function signedActaService({ store, directory, signer, mail }: AssembliesContext) {
  const rootOf = async (jointId: number) => (await requireJoint(directory, jointId)).rootId;

  /**
   * Runs an act on an ended assembly, one at a time per joint.
   * @throws Problem assemblyNotFound, assemblyNotClosed
   */
  async function inTurn<T>(
    { jointId, assemblyId }: ActaOfJoint,
    work: (of: { trx: Db; assembly: StoredAssembly; at: Millis }) => Promise<T>,
  ): Promise<T> {
    const rootId = await rootOf(jointId);
    return store.db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      const assembly = await assemblyToRead(trx, rootId, assemblyId);
      if (endOf(assembly) === null) throw new Problem('assemblyNotClosed');
      return work({ trx, assembly, at: Date.now() });
    });
  }

  /** Lists the signed actas of a joint's assemblies. */
  const list = async (jointId: number, principal: Principal): Promise<SignedActa[]> => {
    const rootId = await rootOf(jointId);
    return readAsOfNow(store.db, async (trx) =>
      (await readActas(trx, await assembliesOf(trx, rootId), isRunner(principal))).filter(
        ({ publications, unpublished }) => publications.length + unpublished.length > 0,
      ),
    );
  };

  /** Stores a file. @throws Problem actaFileInvalid, actaFilesFull, assemblyNotFound, assemblyNotClosed */
  const keep = (where: ActaOfJoint, file: UploadedFile, { actor }: Principal): Promise<ActaFile> => {
    const facts = factsOfFile(file);
    if (facts === null) throw new Problem('actaFileInvalid');
    return inTurn(where, async ({ trx, assembly: { assemblyId, rootId }, at }) => {
      const files = (await listAssemblyFiles(trx, [assemblyId])).get(assemblyId) ?? [];
      const same = files.find((one) => one.sha256 === facts.sha256);
      if (same !== undefined) return fileToApi(same);
      ensureWithin('actaFilesFull', files.length + 1);
      const fileId = await insertAssemblyFile(
        trx,
        assemblyId,
        { ...facts, bytes: file.bytes },
        { at, actor },
      );
      const chain = jointChain(rootId);
      await appendAudit(trx, { chain, actor, at }, 'signedActaFileKept', { assemblyId, fileId, ...facts });
      return fileToApi({ fileId, keptAt: at, ...facts });
    });
  };

  /**
   * Publishes an acta to the owners, queues a mail to each address, and makes a signed chain head over the files.
   * @throws Problem actaFileNotFound, actaNeedsReason, assemblyNotFound, assemblyNotClosed
   */
  const publish = async (
    where: ActaOfJoint,
    { fileIds, place, reason = null }: { fileIds: readonly number[]; place: string; reason?: string | null },
    { actor }: Principal,
  ): Promise<SignedActa> => {
    const family = await directory.family(await rootOf(where.jointId));
    const acta = await inTurn(where, async ({ trx, assembly, at }) => {
      const { assemblyId, rootId } = assembly;
      const actaFiles = (await listAssemblyFiles(trx, [assemblyId])).get(assemblyId) ?? [];
      const files = fileIds.flatMap((id) => actaFiles.filter(({ fileId }) => fileId === id));
      if (files.length < fileIds.length) throw new Problem('actaFileNotFound');
      const last = (await listPublications(trx, [assemblyId])).get(assemblyId)?.at(-1);
      if (last?.fileIds.join() !== fileIds.join() || last.place !== place) {
        if (last !== undefined && reason === null) throw new Problem('actaNeedsReason');
        const of = { at, actor };
        const why = last === undefined ? null : reason;
        const publicationId = await insertPublication(
          trx,
          assemblyId,
          { fileIds: [...fileIds], reason: why, place },
          of,
        );
        const addresses = await queueToOwners(trx, {
          kind: 'signedActa',
          once: `signedActa:${assemblyId}:${publicationId}`,
          rootId,
          assemblyId,
          family,
          but: new Set<string>(),
          ...of,
        });
        const chain = jointChain(rootId);
        await appendAudit(trx, { chain, ...of }, 'signedActaPublished', {
          assemblyId,
          files: files.map(({ keptAt: _, ...facts }) => facts),
          reason: why,
          place,
          addresses,
          others: await readOtherActs(trx, chain, assemblyId),
        });
        await makeHead(trx, signer, chain, { moment: 'acta', at, closings: [] });
      }
      const [now] = await readActas(trx, [assembly], true);
      return now;
    });
    mail.nudge();
    if (acta === undefined) throw new Problem('assemblyNotFound');
    return acta;
  };

  /** Reads a file; unpublished files only for callers running assemblies. @throws Problem actaFileNotFound */
  const file = async (
    { jointId, fileId }: { jointId: number; fileId: number },
    principal: Principal,
  ): Promise<FileAnswer> => {
    const rootId = await rootOf(jointId);
    const stored = await findAssemblyFile(store.db, { rootId, fileId });
    if (stored === undefined) throw new Problem('actaFileNotFound');
    const { assemblyId, fileName: name, mediaType, bytes } = stored;
    if (!isRunner(principal)) {
      const published = (await listPublications(store.db, [assemblyId])).get(assemblyId) ?? [];
      if (!published.some(({ fileIds }) => fileIds.includes(fileId))) throw new Problem('actaFileNotFound');
    }
    return { name, mediaType, bytes };
  };

  return { list, keep, publish, file };
}

/** Instant at which an assembly ended; null if open or never opened. */
const endOf = ({ openedAt, closedAt, archivedAt }: StoredAssembly): Millis | null =>
  closedAt ?? (openedAt === null ? null : archivedAt);

async function readActas(
  trx: Db,
  assemblies: readonly StoredAssembly[],
  withUnpublished: boolean,
): Promise<SignedActa[]> {
  const ids = assemblies.map(({ assemblyId }) => assemblyId);
  const files = await listAssemblyFiles(trx, ids);
  const publications = await listPublications(trx, ids);
  return assemblies.map((assembly): SignedActa => {
    const { assemblyId } = assembly;
    const own = files.get(assemblyId) ?? [];
    const published = publications.get(assemblyId) ?? [];
    const used = new Set(published.flatMap(({ fileIds }) => fileIds));
    return {
      assemblyId,
      title: assemblyName(assembly),
      endedAt: instantOf(endOf(assembly)),
      publications: published.map(({ publishedAt, reason, place, fileIds }) => ({
        publishedAt: new Date(publishedAt).toISOString(),
        reason,
        place,
        files: fileIds.flatMap((id) => own.filter(({ fileId }) => fileId === id)).map(fileToApi),
      })),
      unpublished: withUnpublished ? own.filter(({ fileId }) => !used.has(fileId)).map(fileToApi) : [],
    };
  });
}
