import { type Sha256, sameBytes, utf8 } from './bytes.ts';
import type { Evidence } from './evidence.api.ts';
import { type Head, readHeadText } from './head.ts';
import { readEntryLine } from './leaves.ts';
import { extendsTree, leafHash, rootByPath } from './merkle.ts';
import { claimOfNote, readKeyLine, textOfNote } from './note.ts';
import { readPathText } from './own-proof.ts';

/*
 * Compares a new head with the stored head, on a phone or a display. The server is not trusted: claims need a proof,
 * and missing proofs are reported.
 */

/** Signed head of a joint's audit trail, as stored by a browser to compare later heads. */
export interface KeptHead {
  /** Signed text of the head, with the signature. */
  note: string;
  /** Line with the public key of the signer. */
  key: string;
}

/**
 * Functions needed by `followHead` to compare signed heads: requests to the server for heads and proofs, and
 * cryptographic functions of the platform.
 */
export interface HeadSource {
  /** Hash function. */
  sha256: Sha256;
  /** True if the signature of the message is valid for the public key (Ed25519). */
  verify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean> | boolean;
  /** Returns all signed heads (summaries) of the joint's audit log. */
  heads: () => Promise<Evidence['heads']>;
  /**
   * Returns the proof that a larger tree (`to` entries) extends a smaller tree (`from` entries), as text. Null if
   * the server has no proof. `anew` true: bypasses caches.
   */
  proof: (sizes: { from: number; to: number }, anew: boolean) => Promise<string | null>;
}

/**
 * Restore of the database from a backup, as stated by the audit trail. Entries after the backup are lost, and a new
 * epoch begins.
 */
export interface Restored {
  /** Time of the restored copy in epoch ms. Null if unknown. */
  copiedAt: number | null;
  /** Reason of the restore, as typed. Null without a reason. */
  reason: string | null;
}

/**
 * Faults of a new signed head of the audit log, compared with the head stored on the device:
 * - `histories`: the new head drops or changes entries bound by the stored head.
 * - `unproven`: the server gives no proof that the new head extends the stored head.
 * - `key`: another key signs, and no act records the replacement of the stored key.
 * - `signature`: the signature does not match the named key.
 */
export type HeadFault = 'histories' | 'unproven' | 'key' | 'signature';

/**
 * Result of comparing a new signed head of the audit trail with the head stored in this browser. `newHead` is the
 * head to store from now on.
 */
export type HeadNews =
  /** The new head equals the stored head, or is older. */
  | { kind: 'known' }
  /** Extends the stored head, or is the first head. */
  | { kind: 'next'; newHead: KeptHead }
  /** Follows a restore recorded in the trail. */
  | { kind: 'restored'; newHead: KeptHead; restored: readonly Restored[] }
  /** Signed by a new key; the trail records the replacement. */
  | { kind: 'newKey'; newHead: KeptHead }
  | { kind: 'fault'; fault: HeadFault; newHead: KeptHead | null }
  /** Unknown format. */
  | { kind: 'unreadable' };

/**
 * Margin in ms for the duration of a backup copy: signed heads of the last minutes before the copy may be missing
 * in the copy.
 */
const COPY_MARGIN_MS = 5 * 60 * 1000;

/**
 * Compares a signed head just received from the server with the head stored in this browser, to notice a changed
 * audit trail: equal, extended, restored or faulty. On the first visit the server's list of heads gives the key.
 * @param note the new head, as text
 * @param stored head stored in this browser; null on the first visit
 * @throws errors of the source
 */
export async function followHead(
  source: HeadSource,
  stored: KeptHead | null,
  note: string,
): Promise<HeadNews> {
  if (note === stored?.note) return { kind: 'known' };
  const head = readHeadText(textOfNote(note) ?? '');
  if (head === null) return { kind: 'unreadable' };
  const former = stored === null ? null : readHeadText(textOfNote(stored.note) ?? '');
  if (stored === null || former === null) return firstHead(source, note);
  const signed = await isSigned(source, note, stored.key);
  if (signed === false) return { kind: 'fault', fault: 'signature', newHead: null };
  if (signed && head.epoch === former.epoch) {
    const fault = await faultBetween(source, former, head);
    if (fault !== null) return { kind: 'fault', fault, newHead: { note, key: stored.key } };
    return head.size <= former.size
      ? { kind: 'known' }
      : { kind: 'next', newHead: { note, key: stored.key } };
  }
  return acrossEpochs(source, { stored, former, note, head });
}

async function firstHead(source: HeadSource, note: string): Promise<HeadNews> {
  const listed = (await source.heads()).find((one) => one.note === note);
  if (listed === undefined) return { kind: 'unreadable' };
  return (await isSigned(source, note, listed.key))
    ? { kind: 'next', newHead: { note, key: listed.key } }
    : { kind: 'fault', fault: 'signature', newHead: null };
}

/** True if the key signed the note (a text with signatures). Null if the note has no signature by the key. */
async function isSigned(
  { sha256, verify }: HeadSource,
  note: string,
  keyLine: string,
): Promise<boolean | null> {
  const key = readKeyLine(sha256, keyLine);
  const claim = key && claimOfNote(sha256, note, key);
  return key && claim ? verify(key.publicKey, utf8(claim.text), claim.signature) : null;
}

/**
 * Compares two signed heads of an audit trail: the trail of the newer head must begin with the trail of the older
 * head. Asks the server for the proof. Null if so; `histories` if the trails differ; `unproven` if the server gave
 * no proof.
 */
export async function faultBetween(source: HeadSource, a: Head, b: Head): Promise<HeadFault | null> {
  const [older, newer] = a.size <= b.size ? [a, b] : [b, a];
  // A tree has a single head per size.
  if (older.size === newer.size) return isSameHead(older, newer) ? null : 'histories';
  const sizes = { from: older.size, to: newer.size };
  const { sha256 } = source;
  const isProven = async (anew: boolean): Promise<boolean | null> => {
    const text = await source.proof(sizes, anew);
    return text === null ? null : extendsTree(sha256, older, newer, readPathText(text) ?? []);
  };
  // A cache may hold a proof of the same sizes from before a restore.
  const proven = (await isProven(false)) || (await isProven(true));
  return proven ? null : proven === null ? 'unproven' : 'histories';
}

const isSameHead = (a: Head, b: Head): boolean =>
  sameBytes(a.root, b.root) &&
  a.at === b.at &&
  a.moment === b.moment &&
  a.epoch === b.epoch &&
  a.closings.length === b.closings.length &&
  a.closings.every((closing, i) => {
    const other = b.closings[i];
    return other !== undefined && closing.seq === other.seq && sameBytes(closing.root, other.root);
  });

interface Across {
  stored: KeptHead;
  former: Head;
  note: string;
  head: Head;
}

/** Compares signed heads of different epochs or keys: acts of the audit log must explain the change. */
async function acrossEpochs(source: HeadSource, { stored, former, note, head }: Across): Promise<HeadNews> {
  const listed = await source.heads();
  const key = listed.find((one) => one.note === note)?.key;
  if (key === undefined || !(await isSigned(source, note, key))) {
    return { kind: 'fault', fault: 'key', newHead: null };
  }
  if (head.size < former.size && head.epoch <= former.epoch) {
    const fault = await faultBetween(source, head, former);
    return fault === null ? { kind: 'known' } : { kind: 'fault', fault, newHead: { note, key } };
  }
  const next = { note, key };
  const restored: Restored[] = [];
  let current = { epoch: former.epoch, key: stored.key };
  for (const step of listed.filter(({ began, size }) => began !== null && size <= head.size)) {
    const facts = await readHeadFacts(source, step, head);
    if (facts === null) continue;
    if (facts.epoch > current.epoch) restored.push(facts);
    current = {
      epoch: Math.max(current.epoch, facts.epoch),
      key: facts.formerKey === current.key && facts.key === step.key ? step.key : current.key,
    };
  }
  if (current.key !== key) return { kind: 'fault', fault: 'key', newHead: next };
  if (current.epoch < head.epoch) return { kind: 'fault', fault: 'histories', newHead: next };
  const copies = restored.map(({ copiedAt }) => copiedAt ?? 0);
  // A restore removes only entries made after the copy.
  const isOfCopy = former.at + COPY_MARGIN_MS <= Math.min(...copies);
  const fault = isOfCopy ? await faultBetween(source, former, head) : null;
  if (fault !== null) return { kind: 'fault', fault, newHead: next };
  if (restored.length > 0) return { kind: 'restored', newHead: next, restored };
  return { kind: 'newKey', newHead: next };
}

/**
 * Returns the facts of the first act of an epoch of the store. Null unless a proof binds the act to a signed head
 * that the newest head extends.
 */
async function readHeadFacts(source: HeadSource, step: Evidence['heads'][number], newest: Head) {
  const { sha256 } = source;
  const first = readHeadText(textOfNote(step.note) ?? '');
  const path = readPathText(step.began?.path ?? '-');
  const entry = readEntryLine(step.began?.line ?? '');
  if (first === null || path === null || entry?.act !== 'epochBegan') return null;
  if (!(await isSigned(source, step.note, step.key))) return null;
  const leaf = leafHash(sha256, utf8(step.began?.line ?? ''));
  const root = rootByPath(sha256, { leaf, index: first.size - 1, size: first.size, path });
  if (root === null || !sameBytes(root, first.root)) return null;
  if ((await faultBetween(source, first, newest)) !== null) return null;
  return readFacts(entry.data);
}

function readFacts(data: string) {
  try {
    const facts: { epoch: number; copiedAt?: string; reason?: string; formerKey?: string; key?: string } =
      JSON.parse(data);
    const copiedAt = facts.copiedAt == null ? null : Date.parse(facts.copiedAt);
    return { ...facts, copiedAt, reason: facts.reason ?? null };
  } catch {
    return null;
  }
}
