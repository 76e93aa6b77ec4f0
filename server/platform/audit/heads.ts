import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fromHex, toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { type ClosingRoot, type HeadMoment, headText } from '../../../shared/evidence/head.ts';
import { type EntryLeaf, entryLine, withoutCodes } from '../../../shared/evidence/leaves.ts';
import {
  consistencyPath,
  grow,
  inclusionPath,
  leafHash,
  rootOfEdge,
} from '../../../shared/evidence/merkle.ts';
import { keyLine } from '../../../shared/evidence/note.ts';
import { pathText } from '../../../shared/evidence/own-proof.ts';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import {
  findTree,
  insertHead,
  newestEdge,
  newestHead,
  readEntriesAfter,
  readEpochs,
  readHeads,
  readLeaves,
  treeOf,
} from './heads.repository.ts';
import { type Signer, sha256 } from './signing.ts';
import type { StoredEntry } from './trail.repository.ts';
import { appendAudit } from './trail.ts';

/** Occasion for signing a head (state of an audit chain). */
export interface HeadOccasion {
  /** Occasion of the signature: opening, closing …. */
  moment: HeadMoment;
  /** Epoch ms. */
  at: Millis;
  /** Hash trees of the votes of questions closed by the action. */
  closings: readonly ClosingRoot[];
}

/**
 * Signs the state of an audit chain (a head) in the transaction of an act, after the act's entries. Only
 * entries since the last head are read. The caller must hold the lock of the chain.
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
  const hider = hiddenBy(salt);
  const hashes = entries.map((entry) => leafHash(sha256, utf8(entryLine(publicForm(entry, hider)))));
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
 * True if the newest signed head of a chain was made before a restore of the store, or with another key.
 * False for a chain without a head.
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

/** Replaces secret codes in the texts of an audit chain, for publication. */
export interface Hider {
  /** Replaces the secret codes in a text by names. Each code always gets the same name. */
  text: (text: string) => string;
  /** Computes the salted hash of a text, hexadecimal. */
  hash: (text: string) => string;
}

/**
 * Returns the functions to replace secret codes in the published texts of an audit chain.
 * @param salt salt of the chain's hash tree, mixed into the names, so names reveal no codes
 */
export function hiddenBy(salt: string): Hider {
  const bytes = bytesOf(salt);
  const hash = (text: string) => createHash('sha256').update(bytes).update(text).digest('hex');
  const names = new Map<string, string>();
  const nameOf = (code: string): string => {
    const shownName = names.get(code) ?? `QR-${hash(code).slice(0, 16)}`;
    names.set(code, shownName);
    return shownName;
  };
  return { text: (text) => withoutCodes(text, nameOf), hash };
}

/**
 * Returns the public form of an audit entry: without secret codes, and with a salted hash, because a code could be
 * guessed from the unsalted hash.
 */
export function publicForm(entry: StoredEntry, hider: Hider): EntryLeaf {
  const { chain, seq, at, actor, act, data, hash } = entry;
  return { chain, seq, at, actor: hider.text(actor), act, data: hider.text(data), hash: hider.hash(hash) };
}

/**
 * Returns the proof (as text) that the hash tree of a chain with `to` entries begins with the tree of the first
 * `from` entries. Null if no tree had these sizes.
 */
export async function readConsistency(
  db: Db,
  chain: string,
  { from, to }: { from: number; to: number },
): Promise<string | null> {
  if (from > to) return null;
  const leaves = await readLeaves(db, chain, to);
  if (leaves.length < to) return null;
  return pathText(consistencyPath(sha256, leaves.map(bytesOf), from));
}

/** Signed head of a chain, with a proof of a chain only extended since the head before. */
export interface LinkedHead {
  /** Number of signed entries. */
  size: number;
  /** Signed text, with the signature. */
  note: string;
  /** Public key of the signature, as a line of text. */
  key: string;
  /** Proof as text; empty for the first head. */
  path: string;
}

/**
 * Returns the signed heads of a chain, oldest first, each with the proof of an unchanged beginning: all entries
 * under the former head. Slow for many new heads; pauses between proofs.
 * @param linked heads with known proofs, to continue from
 */
export async function readLinkedHeads(
  db: Db,
  chain: string,
  linked: readonly LinkedHead[] = [],
): Promise<LinkedHead[]> {
  const all = [...linked];
  const heads = await readHeads(db, chain);
  const leaves = (await readLeaves(db, chain, heads.at(-1)?.size ?? 0)).map(bytesOf);
  for (const { note, key, size } of heads.slice(linked.length)) {
    const path = pathText(consistencyPath(sha256, leaves.slice(0, size), all.at(-1)?.size ?? 0));
    all.push({ size, note, key, path });
    await nextTurn();
  }
  return all;
}

/** Audit entry at the beginning of an epoch or of a signing key. */
export interface Beginning {
  /** Entry in public form, as a line of text. */
  line: string;
  /** Proof as text: the entry is the last under the signed head. */
  path: string;
}

/**
 * Returns the entry that begins the epoch or key of a signed head: the last entry of the head's hash tree. Null if
 * the last entry is another act.
 */
export async function readBeginning(db: Db, chain: string, size: number): Promise<Beginning | null> {
  const tree = await findTree(db, chain);
  const [entry] = await readEntriesAfter(db, chain, size - 1, 1);
  if (tree === undefined || entry?.act !== 'epochBegan') return null;
  const leaves = (await readLeaves(db, chain, size)).map(bytesOf);
  return {
    line: entryLine(publicForm(entry, hiddenBy(tree.salt))),
    path: pathText(inclusionPath(sha256, leaves, size - 1)),
  };
}
