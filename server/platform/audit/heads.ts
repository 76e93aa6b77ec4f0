import { createHash } from 'node:crypto';
import { fromHex, toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { type ClosingRoot, type HeadMoment, headText } from '../../../shared/evidence/head.ts';
import { type EntryLeaf, entryLine, withoutCodes } from '../../../shared/evidence/leaves.ts';
import { grow, leafHash, rootOfEdge } from '../../../shared/evidence/merkle.ts';
import { keyLine } from '../../../shared/evidence/note.ts';
import { pathText } from '../../../shared/evidence/own-proof.ts';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import type { ChainTrees } from './chain-trees.ts';
import { withCodeIds } from './code-ids.repository.ts';
import {
  findTree,
  insertHead,
  newestEdge,
  newestHead,
  readEntriesAfter,
  readEpochs,
  readHeads,
  treeOf,
} from './heads.repository.ts';
import { type Signer, sha256 } from './signing.ts';
import type { StoredEntry } from './trail.repository.ts';
import { appendAudit } from './trail.ts';

/**
 * Reason and time for signing the state of an audit chain (a head), for example the opening of an assembly.
 */
export interface HeadOccasion {
  /** Occasion of the signature, for example the opening or the closing of an assembly. */
  moment: HeadMoment;
  /** Time of the signature, epoch ms. */
  at: Millis;
  /**
   * Size and root hash of the ballot tree for each question closed by the action. Empty for actions without
   * a closing.
   */
  closings: readonly ClosingRoot[];
}

/**
 * Signs the present state of an audit chain and stores the signature (a head). Called at the end of a
 * transaction, after the audit entries of the transaction are stored. Reads only the entries added since
 * the last head. The caller must hold the lock of the chain, for example `lockJoint`.
 */
export async function makeHead(
  trx: Db,
  signer: Signer,
  chain: string,
  { moment, at, closings }: HeadOccasion,
): Promise<void> {
  const { origin, salt } = await treeOf(trx, chain, `${signer.installation}/${chain.replace(':', '/')}`);
  const key = keyLine(sha256, { name: origin, publicKey: signer.publicKey });
  const epoch = await noteEpoch(trx, { chain, at, key });
  const before = await newestEdge(trx, chain);
  const entries = await readEntriesAfter(trx, chain, before.size);
  const published = await publicForms(trx, entries, salt);
  const hashes = published.map((entry) => leafHash(sha256, utf8(entryLine(entry))));
  const edge = grow(sha256, { size: before.size, roots: before.edge.map(bytesOf) }, hashes);
  const root = rootOfEdge(sha256, edge);
  const text = headText({ origin, size: edge.size, root, moment, at, epoch, closings });
  const head = { size: edge.size, moment, at, epoch, key, note: signer.sign(text, origin) };
  await insertHead(
    trx,
    chain,
    { ...head, edge: edge.roots.map(toHex) },
    entries.map(({ seq }, i) => ({ seq, hash: toHex(hashes[i] ?? new Uint8Array()) })),
  );
}

/**
 * True if the newest head of a chain was signed in an earlier epoch (before a restore of a backup) or with
 * another key than the present key. False for a chain without a head.
 */
export async function isHeadOfAnother(trx: Db, signer: Signer, chain: string): Promise<boolean> {
  const last = await newestHead(trx, chain);
  const tree = await findTree(trx, chain);
  if (last === undefined || tree === undefined) return false;
  const [epoch] = await readEpochs(trx);
  const key = keyLine(sha256, { name: tree.origin, publicKey: signer.publicKey });
  return last.epoch !== epoch?.number || last.key !== key;
}

/**
 * Writes an audit entry if the store was restored or the signing key changed since the last head. @returns the
 * epoch
 */
async function noteEpoch(
  trx: Db,
  { chain, at, key }: { chain: string; at: Millis; key: string },
): Promise<number> {
  const [epoch] = await readEpochs(trx);
  const number = epoch?.number ?? 1;
  const last = await newestHead(trx, chain);
  if (last === undefined || (last.epoch === number && last.key === key)) return number;
  await appendAudit(trx, { chain, actor: 'system', at }, 'epochBegan', {
    epoch: number,
    ...(last.epoch === number
      ? {}
      : {
          copiedAt: epoch?.copiedAt == null ? null : new Date(epoch.copiedAt).toISOString(),
          reason: epoch?.reason ?? null,
        }),
    ...(last.key === key ? {} : { formerKey: last.key, key }),
  });
  return number;
}

const bytesOf = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array();

const saltedHash = (salt: string, text: string): string =>
  createHash('sha256').update(bytesOf(salt)).update(text).digest('hex');

/**
 * Returns texts without secret codes, for publication. A name of 'QR-' and 16 hexadecimal digits stands for each code: the
 * public id of an issued code, else a salted hash.
 * @param salt secret salt of the chain's hash tree (hexadecimal), against guessing a code from the name
 */
export const publicTexts = async (db: Db, texts: readonly string[], salt: string): Promise<string[]> =>
  (await withCodeIds(db, texts)).map((text) =>
    withoutCodes(text, (code) => `QR-${saltedHash(salt, code).slice(0, 16)}`),
  );

/**
 * Returns audit entries as published in proofs: names stand for secret codes (`publicTexts`), and the entry's hash is
 * hashed again with the chain's salt, because a reader could guess the code of an old entry from the plain hash.
 */
export async function publicForms(
  db: Db,
  entries: readonly StoredEntry[],
  salt: string,
): Promise<EntryLeaf[]> {
  const texts = await publicTexts(
    db,
    entries.flatMap(({ actor, data }) => [actor, data]),
    salt,
  );
  return entries.map(({ chain, seq, at, act, hash }, i) => {
    const [actor = '', data = ''] = texts.slice(2 * i, 2 * i + 2);
    return { chain, seq, at, actor, act, data, hash: saltedHash(salt, hash) };
  });
}

/** Signed head of a chain, with a proof of unchanged entries under the head before. */
export interface LinkedHead {
  /** Number of signed entries. */
  size: number;
  /** Signed text, with the signature. */
  note: string;
  /** Public key of the signature, as a line of text. */
  key: string;
  /** Proof as text, see `readConsistency`; empty for the first head. */
  path: string;
}

/**
 * Returns all signed heads of a chain, oldest first. Each head has a proof of unchanged entries under the
 * head before.
 * @param linked heads with proofs from an earlier call; only later heads are computed
 */
export async function readLinkedHeads(
  db: Db,
  trees: ChainTrees,
  chain: string,
  linked: readonly LinkedHead[] = [],
): Promise<LinkedHead[]> {
  const all = [...linked];
  for (const { note, key, size } of (await readHeads(db, chain)).slice(linked.length)) {
    const path = await trees.consistency(chain, all.at(-1)?.size ?? 0, size);
    if (path === null) throw new Error(`A head of ${chain} has more entries than its tree: ${size}.`);
    all.push({ size, note, key, path: pathText(path) });
  }
  return all;
}

/**
 * First audit entry after a restore of a backup (new epoch) or a change of the signing key, with a proof of
 * the entry's place under a signed head.
 */
export interface Beginning {
  /** Entry in public form, as a line of text. */
  line: string;
  /** Proof as text: the entry is the last under the signed head. */
  path: string;
}

/**
 * Returns the entry 'epochBegan' if the entry is the last under the signed head of `size` entries: the head
 * then is the first after a restore of a backup or a change of the signing key. Null for any other head.
 */
export async function readBeginning(
  db: Db,
  trees: ChainTrees,
  chain: string,
  size: number,
): Promise<Beginning | null> {
  const tree = await findTree(db, chain);
  const [entry] = await readEntriesAfter(db, chain, size - 1, 1);
  if (tree === undefined || entry?.act !== 'epochBegan') return null;
  const path = await trees.inclusion(chain, size - 1, size);
  if (path === null) throw new Error(`A head of ${chain} has more entries than its tree: ${size}.`);
  const [published] = await publicForms(db, [entry], tree.salt);
  return published === undefined ? null : { line: entryLine(published), path: pathText(path) };
}
