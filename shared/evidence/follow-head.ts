import { type Sha256, sameBytes, utf8 } from './bytes.ts';
import type { Evidence } from './evidence.api.ts';
import { type Head, readHeadText } from './head.ts';
import { readEntryLine } from './leaves.ts';
import { extendsTree, leafHash, rootByPath } from './merkle.ts';
import { claimOfNote, readKeyLine, textOfNote } from './note.ts';
import { readPathText } from './own-proof.ts';

/*
 * What a telephone or a screen does with a head that comes: it holds it against the one that it kept. The server is not
 * trusted: what it says of itself is believed where a proof binds it, and what it cannot prove is told.
 */

/** A head as it is kept: a signed note, and the line of the key that signed it. */
export interface KeptHead {
  note: string;
  key: string;
}

/** What is asked of the server, and of the machine. */
export interface HeadSource {
  sha256: Sha256;
  verify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean> | boolean;
  /** All heads of the joint. */
  heads: () => Promise<Evidence['heads']>;
  /** The proof that a tree begins with another, as text; null where the server has none. `anew`: past any cache. */
  proof: (sizes: { from: number; to: number }, anew: boolean) => Promise<string | null>;
}

/** Why a store began another epoch: it was restored. */
export interface Restored {
  /** Epoch ms of the copy; null where it is not known. */
  copiedAt: number | null;
  reason: string | null;
}

/**
 * - `histories`: the new head leaves out or changes what the kept one binds.
 * - `unproven`: the server gives no proof that the new head extends the kept one.
 * - `key`: another key signs, and no act says that it took the place of the one that is known.
 * - `signature`: the signature is not that of the key that it names.
 */
export type HeadFault = 'histories' | 'unproven' | 'key' | 'signature';

/** What a head is to the one that was kept. `kept`: what to keep from now on. */
export type HeadNews =
  /** It is the kept one, or one before it. */
  | { kind: 'known' }
  /** It extends the kept one, or is the first. */
  | { kind: 'next'; kept: KeptHead }
  /** It follows a restore that its trail tells. */
  | { kind: 'restored'; kept: KeptHead; restored: readonly Restored[] }
  /** Another key took the place of the former one, as its trail tells. */
  | { kind: 'newKey'; kept: KeptHead }
  | { kind: 'fault'; fault: HeadFault; kept: KeptHead | null }
  /** Not written as this page knows heads: nothing can be said of it. */
  | { kind: 'unreadable' };

/** A copy is not made in an instant: a head of the last minutes before it may be missing in it. */
const COPY_MARGIN_MS = 5 * 60 * 1000;

/**
 * Holds a head against the kept one; without one, against the joint's list of heads, which names its key.
 * @throws whatever the source throws
 */
export async function followHead(source: HeadSource, kept: KeptHead | null, note: string): Promise<HeadNews> {
  if (note === kept?.note) return { kind: 'known' };
  const head = readHeadText(textOfNote(note) ?? '');
  if (head === null) return { kind: 'unreadable' };
  const former = kept === null ? null : readHeadText(textOfNote(kept.note) ?? '');
  if (kept === null || former === null) return firstHead(source, note);
  const signed = await isSigned(source, note, kept.key);
  if (signed === false) return { kind: 'fault', fault: 'signature', kept: null };
  if (signed && head.epoch === former.epoch) {
    const fault = await faultBetween(source, former, head);
    if (fault !== null) return { kind: 'fault', fault, kept: { note, key: kept.key } };
    return head.size <= former.size ? { kind: 'known' } : { kind: 'next', kept: { note, key: kept.key } };
  }
  return acrossEpochs(source, { kept, former, note, head });
}

async function firstHead(source: HeadSource, note: string): Promise<HeadNews> {
  const listed = (await source.heads()).find((one) => one.note === note);
  if (listed === undefined) return { kind: 'unreadable' };
  return (await isSigned(source, note, listed.key))
    ? { kind: 'next', kept: { note, key: listed.key } }
    : { kind: 'fault', fault: 'signature', kept: null };
}

/** Whether a key signed a note; null where the note names no signature of that key. */
async function isSigned(
  { sha256, verify }: HeadSource,
  note: string,
  keyLine: string,
): Promise<boolean | null> {
  const key = readKeyLine(sha256, keyLine);
  const claim = key && claimOfNote(sha256, note, key);
  return key && claim ? verify(key.publicKey, utf8(claim.text), claim.signature) : null;
}

/** What is wrong between two heads, of which the newer must extend the older; null where it does. */
export async function faultBetween(source: HeadSource, a: Head, b: Head): Promise<HeadFault | null> {
  const [older, newer] = a.size <= b.size ? [a, b] : [b, a];
  // A tree has one head at each of its sizes.
  if (older.size === newer.size) return isSameHead(older, newer) ? null : 'histories';
  const sizes = { from: older.size, to: newer.size };
  const { sha256 } = source;
  const isProven = async (anew: boolean): Promise<boolean | null> => {
    const text = await source.proof(sizes, anew);
    return text === null ? null : extendsTree(sha256, older, newer, readPathText(text) ?? []);
  };
  // A cache may hold the proof of the same sizes from before a restore.
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
  kept: KeptHead;
  former: Head;
  note: string;
  head: Head;
}

/** A head of another epoch or key than the kept one's: the acts of its trail say how it came to that. */
async function acrossEpochs(source: HeadSource, { kept, former, note, head }: Across): Promise<HeadNews> {
  const listed = await source.heads();
  const key = listed.find((one) => one.note === note)?.key;
  if (key === undefined || !(await isSigned(source, note, key))) {
    return { kind: 'fault', fault: 'key', kept: null };
  }
  if (head.size < former.size && head.epoch <= former.epoch) {
    const fault = await faultBetween(source, head, former);
    return fault === null ? { kind: 'known' } : { kind: 'fault', fault, kept: { note, key } };
  }
  const next = { note, key };
  const restored: Restored[] = [];
  let known = { epoch: former.epoch, key: kept.key };
  for (const step of listed.filter(({ began, size }) => began !== null && size <= head.size)) {
    const facts = await factsOf(source, step, head);
    if (facts === null) continue;
    if (facts.epoch > known.epoch) restored.push(facts);
    known = {
      epoch: Math.max(known.epoch, facts.epoch),
      key: facts.formerKey === known.key && facts.key === step.key ? step.key : known.key,
    };
  }
  if (known.key !== key) return { kind: 'fault', fault: 'key', kept: next };
  if (known.epoch < head.epoch) return { kind: 'fault', fault: 'histories', kept: next };
  const copies = restored.map(({ copiedAt }) => copiedAt ?? 0);
  // A restore takes away what came after the copy, and nothing else.
  const isOfCopy = former.at + COPY_MARGIN_MS <= Math.min(...copies);
  const fault = isOfCopy ? await faultBetween(source, former, head) : null;
  if (fault !== null) return { kind: 'fault', fault, kept: next };
  if (restored.length > 0) return { kind: 'restored', kept: next, restored };
  return { kind: 'newKey', kept: next };
}

/** What an epoch's first act tells, where a proof binds it to a head that the newest one extends. */
async function factsOf(source: HeadSource, step: Evidence['heads'][number], newest: Head) {
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
