import { actOfEntry } from '../../../shared/evidence/acts.ts';
import { sameBytes, toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { readHeadText } from '../../../shared/evidence/head.ts';
import { unheadedEntries } from '../../../shared/evidence/headed-entries.ts';
import { entryLine } from '../../../shared/evidence/leaves.ts';
import { EMPTY_EDGE, grow, leafHash, rootOfEdge } from '../../../shared/evidence/merkle.ts';
import { openNote, readKeyLine } from '../../../shared/evidence/note.ts';
import type { Db } from '../db/engine.ts';
import { findTree, lastLeaf, readHeads, readLeaves, type StoredHead } from './heads.repository.ts';
import { publicForms } from './heads.ts';
import { primitives, sha256 } from './signing.ts';
import type { StoredEntry } from './trail.repository.ts';
import type { Finding } from './verify.ts';

const NO_HASH = new Uint8Array(32);

/**
 * Checks the signed heads of an audit chain against the stored entries: recomputes the hash of each entry,
 * each root hash and each signature. Returns a finding for each difference. Somebody with the signing key
 * could rewrite entries and sign new heads; only copies of old heads outside of the store reveal the
 * change.
 */
export async function findHeadFaults(
  trx: Db,
  chain: string,
  entries: readonly StoredEntry[],
): Promise<Finding[]> {
  const tree = await findTree(trx, chain);
  if (tree === undefined) return [];
  const heads = await readHeads(trx, chain);
  const signed = heads.at(-1)?.size ?? 0;
  const storedLeaves = await readLeaves(trx, chain, signed);
  const published = await publicForms(trx, entries, tree.salt);
  const made = new Map(published.map((entry) => [entry.seq, leafHash(sha256, utf8(entryLine(entry)))]));
  // The chain check reports a missing entry; here the missing leaf changes each later root.
  const leaves = Array.from({ length: signed }, (_, i) => made.get(i + 1) ?? NO_HASH);
  const findings: Finding[] = [];
  for (const [i, leaf] of leaves.entries()) {
    if (leaf !== NO_HASH && storedLeaves[i] !== toHex(leaf)) {
      findings.push({ chain, seq: i + 1, what: 'La entrada no es la que una cabeza firmada cubre.' });
    }
  }
  let edge = EMPTY_EDGE;
  for (const head of heads) {
    edge = grow(sha256, edge, leaves.slice(edge.size, head.size));
    const what = faultOf(head, rootOfEdge(sha256, edge));
    if (what !== null) findings.push({ chain, seq: head.size, what });
  }
  const acts = entries.filter(({ seq }) => seq <= signed).map(actOfEntry);
  for (const assemblyId of new Set(acts.map(({ facts }) => facts.assemblyId))) {
    const ofAssembly = acts.filter(({ facts }) => facts.assemblyId === assemblyId);
    for (const { seq } of unheadedEntries(ofAssembly, heads))
      findings.push({ chain, seq, what: `Falta la cabeza que firmó la entrada ${seq} en su instante.` });
  }
  // A head is stored together with its leaves.
  const last = await lastLeaf(trx, chain);
  if (last > signed)
    findings.push({ chain, seq: last, what: `Falta la cabeza que firmó los primeros ${last} actos.` });
  return findings;
}

function faultOf({ size, key, note }: StoredHead, root: Uint8Array): string | null {
  const noteKey = readKeyLine(sha256, key);
  const text = noteKey === null ? null : openNote(primitives, note, noteKey);
  const head = text === null ? null : readHeadText(text);
  if (head === null) return `La firma de la cabeza de ${size} actos no es de su llave.`;
  if (head.size === size && sameBytes(head.root, root)) return null;
  return `Los actos no son los que firmó la cabeza de ${size} actos.`;
}
