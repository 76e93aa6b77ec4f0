import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { TrailEntry } from '../../shared/evidence/acts.ts';
import { utf8 } from '../../shared/evidence/bytes.ts';
import type { ClosingTold } from '../../shared/evidence/closing-told.ts';
import { type Head, readHeadText } from '../../shared/evidence/head.ts';
import { type BallotLeaf, readBallotLine, readEntryLine } from '../../shared/evidence/leaves.ts';
import { leafHash } from '../../shared/evidence/merkle.ts';
import { type NoteKey, openNote, type Primitives } from '../../shared/evidence/note.ts';
import type { FaultName } from './words.ts';

/** Files of an unpacked zip: bytes by path inside the zip. */
export type Files = ReadonlyMap<string, Uint8Array>;
/** Fault found by the verifier: name of the fault, and the place (for example the file). */
export type Fault = readonly [what: FaultName, where: string];

/**
 * Cryptographic functions for a browser (SHA-256, check of Ed25519 signatures), from the libraries packed into the
 * verifier page.
 */
export const primitives: Primitives = {
  sha256,
  verify: (publicKey, message, signature) => {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false });
    } catch {
      // Not a point of the curve.
      return false;
    }
  },
};

export { sha256 };

/** Computes the hash of a text line as a leaf of a hash tree, for lines of votes and of audit entries. */
export const leafOf = (line: string): Uint8Array => leafHash(sha256, utf8(line));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes the bytes of a file in an expediente as UTF-8 text. @throws TypeError for invalid UTF-8 */
export const decodeText = (bytes: Uint8Array): string => decoder.decode(bytes);

/**
 * Splits a file of the expediente into lines.
 * @throws Error if the file is missing or the last line is incomplete
 */
export function linesOf(files: Files, name: string): string[] {
  const text = decodeText(files.get(name) ?? missing(name));
  if (text !== '' && !text.endsWith('\n')) missing(name);
  return text.split('\n').slice(0, -1);
}

/** Stops the check of an expediente: throws an error with the name of the missing file. */
export function missing(name: string): never {
  throw new Error(name);
}

/**
 * Parses JSON text of an expediente.
 * @throws Error for numbers beyond the safe integers, because other programs would read different values
 */
export const readJson = (text: string): unknown =>
  JSON.parse(text, (_, value) => {
    if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) missing('number');
    return value;
  });

/**
 * Returns the key of a record in an expediente: the given values as JSON text, for example '[3,"101"]' for joint
 * and unit.
 */
export const recordKey = (...parts: unknown[]): string => JSON.stringify(parts);

/**
 * Reads a line of the audit trail in an expediente. Null for a line about another assembly, or with another number
 * than `seq`.
 * @param seq expected number of the entry; null for any number
 * @throws Error if the facts are not JSON
 */
export function readTrailEntry(line: string, seq: number | null, assemblyId: number): TrailEntry | null {
  const entry = readEntryLine(line);
  if (entry === null || (seq !== null && entry.seq !== seq)) return null;
  const { at, actor, act: name } = entry;
  const facts = readJson(entry.data) as TrailEntry['facts'];
  return 'assemblyId' in facts && facts.assemblyId !== assemblyId
    ? null
    : { seq: entry.seq, name, facts, at, actor };
}

/**
 * Returns the acts of the assembly in an expediente, also acts after the last signed head (signed state of
 * the audit log).
 */
export const actsOf = (files: Files, assemblyId: number): TrailEntry[] =>
  [...linesOf(files, 'actos.jsonl'), ...linesOf(files, 'despues.jsonl')].flatMap(
    (line) => readTrailEntry(line, null, assemblyId) ?? [],
  );

/** Reads the lines of the votes counted by a closing. Null if any line is not a vote. */
export function readBallots(lines: readonly string[]): BallotLeaf[] | null {
  const ballots = lines.flatMap((line) => readBallotLine(line) ?? []);
  return ballots.length === lines.length ? ballots : null;
}

/**
 * Returns the head of the audit trail from a signed note, after checking the signature of any of the `keys`. Null
 * if no key signed.
 */
export function openHead(note: unknown, keys: readonly NoteKey[]): Head | null {
  for (const key of keys) {
    const text = openNote(primitives, String(note), key);
    if (text !== null) return readHeadText(text);
  }
  return null;
}

/**
 * Content of manifiesto.json, the manifest of an expediente (evidence file of an assembly), with Spanish field
 * names: joint, assembly, keys, signed heads, closings, and hash of each file.
 */
export interface Manifest {
  scaf: string;
  copropiedad: string;
  asamblea: number;
  titulo: string;
  llaves: string[];
  cabezas: string[];
  cierres: ClosingTold[];
  papeles: number | null;
  archivos: Record<string, string>;
}

/** Reads the manifest (manifiesto.json) of an expediente. Throws if missing or invalid. */
export const manifestOf = (files: Files): Manifest =>
  readJson(decodeText(files.get('manifiesto.json') ?? missing('manifiesto.json'))) as Manifest;
