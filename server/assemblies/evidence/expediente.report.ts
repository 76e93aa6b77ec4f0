import { expedienteReport } from '../../../shared/evidence/evidence.api.ts';
import { MOST_PAGE_BYTES } from '../../../shared/evidence/expediente.ts';
import {
  findTree,
  readEntriesAfter,
  readHeads,
  readLeaves,
  type StoredHead,
} from '../../platform/audit/heads.repository.ts';
import { publicForms, publicTexts } from '../../platform/audit/heads.ts';
import type { StoredEntry } from '../../platform/audit/trail.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { fileNameOf } from '../../platform/documents/file-name.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { Problem } from '../../platform/http/problem.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { JointDirectory } from '../../properties/index.ts';
import { findPage } from '../powers/powers.repository.ts';
import { refuseOpenQuestion } from '../reports/subject.ts';
import { readStamps } from '../stamps/stamps.repository.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readFileBytes } from '../store/papers/assembly-files.repository.ts';
import { findBoundPapers, readPapers } from '../store/papers/bound-papers.repository.ts';
import { assemblyOf } from '../store/papers/other-acts.repository.ts';
import { readVerifier, VERIFIERS } from '../store/papers/verifiers.ts';
import { openedRoll, type RollSeal } from '../store/roll/entries.repository.ts';
import { readBallotTrees } from '../store/tally/ballot-trees.repository.ts';
import { type Case, filesOfCase } from './expediente.ts';
import { standingRecords } from './standing-records.repository.ts';

/**
 * Reads the input of an assembly's expediente (file of evidence): acts, signed heads, closings and documents.
 * @param requestedId number of an archived assembly; undefined: the current assembly
 */
export async function readCase(trx: Db, rootId: number, requestedId: number | undefined): Promise<Case> {
  const { jointName } = await requireJoint(new JointDirectory(trx), rootId);
  const { assemblyId, title } = await assemblyToRead(trx, rootId, requestedId);
  const chain = jointChain(rootId);
  const tree = await findTree(trx, chain);
  const all = await readEntriesAfter(trx, chain, 0);
  const own = all.filter(({ data }) => assemblyOf(data) === assemblyId);
  const opening = own.find(({ act }) => act === 'assemblyOpened');
  const heads = headsOf(await readHeads(trx, chain), own, opening?.seq ?? 0);
  const size = heads.at(-1)?.size;
  if (tree === undefined || size === undefined) throw new Problem('headNotFound');
  const entries = all.slice(0, size);
  const sealed = sealedJoints(entries, assemblyId);
  const roll = sealed === undefined ? undefined : await openedRoll(trx, assemblyId, sealed);
  const later = own.filter(({ seq }) => seq > size);
  const bound = await findBoundPapers(trx, { rootId, assemblyId });
  return {
    // Name of the joint bound by the opening.
    jointName: Object(JSON.parse(opening?.data ?? '{}')).jointName ?? jointName,
    assemblyId,
    title: title ?? '',
    entries: await publicForms(trx, entries, tree.salt),
    later: await publicForms(trx, later, tree.salt),
    leaves: await readLeaves(trx, chain, size),
    heads,
    closings: await readBallotTrees(trx, { assemblyId }),
    papers: bound?.seq ?? null,
    files: new Map([
      ...(await readPapers(trx, bound?.papers ?? [])),
      ...(roll === undefined ? [] : [['censo.jsonl', roll.lines] as const]),
      ...(await standingRecords(trx, assemblyId, (lines) => publicTexts(trx, lines, tree.salt))),
      ...(await signedActas(trx, own)),
      ...(await powerPages(trx, rootId, own)),
      ...(await stampsOf(trx, chain, heads)),
    ]),
  };
}

/** Reads the file of each published signed acta that the acts name. */
async function signedActas(trx: Db, own: readonly StoredEntry[]): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const { act, data } of own) {
    if (act !== 'signedActaPublished') continue;
    const published: { assemblyId: number; files: { fileId: number; mediaType: string }[] } =
      JSON.parse(data);
    for (const { fileId, mediaType } of published.files) {
      const bytes = await readFileBytes(trx, { assemblyId: published.assemblyId, fileId });
      files.set(`acta-firmada/${fileId}.${mediaType.split('/')[1]}`, bytes ?? new Uint8Array());
    }
  }
  return files;
}

/** Reads uploaded pages of powers, as many as fit into the limit. */
async function powerPages(
  trx: Db,
  rootId: number,
  own: readonly StoredEntry[],
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  let room = MOST_PAGE_BYTES;
  for (const { act, data } of own) {
    if (act !== 'powerPageAdded') continue;
    const page: { powerId: number; pageId: number; mediaType: string; size: number } = JSON.parse(data);
    room -= page.size;
    if (room < 0) break;
    const storedPage = await findPage(trx, { rootId, powerId: page.powerId, pageId: page.pageId });
    const path = `poderes/${page.powerId}-${page.pageId}.${page.mediaType.split('/')[1]}`;
    files.set(path, storedPage?.bytes ?? new Uint8Array());
  }
  return files;
}

/** Reads the time stamps of an authority for signed heads, if any. */
async function stampsOf(
  trx: Db,
  chain: string,
  heads: readonly StoredHead[],
): Promise<[string, Uint8Array][]> {
  const stamps = await readStamps(trx, chain);
  return heads.flatMap(({ size }): [string, Uint8Array][] => {
    const answer = stamps.get(size);
    return answer === undefined ? [] : [[`sellos/${size}.tsr`, answer]];
  });
}

/** Returns the signed heads from an assembly's opening to the last head that covers an act of the assembly. */
function headsOf(heads: readonly StoredHead[], own: readonly StoredEntry[], opening: number): StoredHead[] {
  const since = heads.filter(({ size }) => size >= opening);
  const end = since.findLastIndex(({ size }, i) => {
    const before = since[i - 1]?.size ?? 0;
    return own.some(({ seq }) => seq > before && seq <= size);
  });
  return since.slice(0, end + 1);
}

/**
 * Returns the joints with rolls bound by hash in the opening's audit entry; undefined for older entries without
 * hashes.
 */
function sealedJoints(entries: readonly StoredEntry[], assemblyId: number): readonly number[] | undefined {
  return entries
    .filter(({ act }) => act === 'assemblyOpened')
    .map(({ data }): { assemblyId: number; roll?: RollSeal } => JSON.parse(data))
    .find((facts) => facts.assemblyId === assemblyId && facts.roll !== undefined)?.roll?.joints;
}

/** Report with the expediente of an assembly: a zip of the acts and papers, as evidence (docs/why/evidence.md). */
export default defineReport(expedienteReport, {
  // A sector gets the expediente of its joint: both share a trail.
  read: async (trx, { params, query: { assemblyId } }) => {
    const { rootId } = await requireJoint(new JointDirectory(trx), params.jointId);
    await refuseOpenQuestion(trx, rootId, assemblyId);
    return readCase(trx, rootId, assemblyId);
  },
  formats: {
    zip: async (read: Case, _input, progress) => {
      const files = new Map(read.files);
      for (const name of VERIFIERS) if (!files.has(name)) files.set(name, await readVerifier(name));
      const all = filesOfCase({ ...read, files });
      return {
        name: fileNameOf(`Expediente ${read.jointName}`, 'zip'),
        mediaType: 'application/zip',
        bytes: await zipOf(all, (done) => progress(done, all.size)),
      };
    },
  },
});
