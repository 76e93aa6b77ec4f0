import { fromBase64, joinBytes, type Sha256, sameBytes, toBase64, utf8 } from './bytes.ts';

/*
 * Signed notes by C2SP (c2sp.org/signed-note): a text of whole lines, an empty line, and a line per signature: a
 * dash, the key's name, and in base 64 four bytes of the key's hash before the 64 bytes of Ed25519.
 */

/** Function that verifies an Ed25519 signature (64 bytes) of a message with a public key (32 bytes). */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

/**
 * Cryptographic functions supplied by the platform, because Node.js and browsers differ: Node.js has both, a
 * browser uses a library.
 */
export interface Primitives {
  sha256: Sha256;
  verify: VerifyEd25519;
}

/**
 * Public key (Ed25519, 32 bytes) of a signer of heads, with a name. The name has neither white space nor a plus
 * sign.
 */
export interface NoteKey {
  /** Name of the signer: installation and joint. */
  name: string;
  publicKey: Uint8Array;
}

/** Byte for the signature type of a key: Ed25519. */
const ED25519 = Uint8Array.of(1);
const HASH_BYTES = 4;
const SIGNER_NAME = /^[^\s+]+$/u;
const SIGNATURE = /^— ([^\s+]+) (\S+)$/u;

/** Returns the four bytes that identify a key in signatures. */
const keyHash = (sha256: Sha256, { name, publicKey }: NoteKey): Uint8Array =>
  sha256(joinBytes(utf8(`${name}\n`), ED25519, publicKey)).subarray(0, HASH_BYTES);

/**
 * Writes a public key as a line for verifiers: name, four identifying bytes in hexadecimal, and the key in
 * base 64, joined by plus signs.
 */
export function keyLine(sha256: Sha256, key: NoteKey): string {
  const hash = Array.from(keyHash(sha256, key), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${key.name}+${hash}+${toBase64(joinBytes(ED25519, key.publicKey))}`;
}

/** Reads a public key from a line written by `keyLine`. @returns null for another type of key, or a wrong hash */
export function readKeyLine(sha256: Sha256, line: string): NoteKey | null {
  const [, name = '', , encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes?.length !== 33 || bytes[0] !== ED25519[0]) return null;
  const key = { name, publicKey: bytes.subarray(1) };
  return keyLine(sha256, key) === line ? key : null;
}

/**
 * Makes a signed note (format of C2SP): a text of whole lines, followed by a line with the signature. Heads of the
 * audit trail and promises of votes are signed notes.
 * @param text text to sign, ending with a line break
 * @param sign returns the Ed25519 signature of a message, 64 bytes
 */
export function signNote(
  sha256: Sha256,
  text: string,
  key: NoteKey,
  sign: (message: Uint8Array) => Uint8Array,
): string {
  if (!text.endsWith('\n') || !SIGNER_NAME.test(key.name))
    throw new Error('The text has no final line break, or the name of the key is invalid.');
  return `${text}\n— ${key.name} ${toBase64(joinBytes(keyHash(sha256, key), sign(utf8(text))))}\n`;
}

/**
 * Returns the text of a signed note (a text followed by signatures), without checking the signatures. Null if not a
 * note.
 */
export function textOfNote(note: string): string | null {
  const end = note.lastIndexOf('\n\n');
  return end < 0 ? null : note.slice(0, end + 1);
}

/** Text of a signed note, and the signature of a key in the note, not yet checked. */
export interface NoteClaim {
  /** Signed text, without the signatures. */
  text: string;
  signature: Uint8Array;
}

/**
 * Returns the signature of a key in a signed note, without checking the signature. Null if missing, or not a note.
 */
export function claimOfNote(sha256: Sha256, note: string, key: NoteKey): NoteClaim | null {
  const text = textOfNote(note);
  if (text === null || !note.endsWith('\n')) return null;
  const lines = note.slice(text.length + 1, -1).split('\n');
  const hash = keyHash(sha256, key);
  for (const line of lines) {
    const [, name, encoded = ''] = SIGNATURE.exec(line) ?? [];
    const bytes = name === undefined ? null : fromBase64(encoded);
    if (bytes === null) return null;
    if (name !== key.name || !sameBytes(bytes.subarray(0, HASH_BYTES), hash)) continue;
    const signature = bytes.subarray(HASH_BYTES);
    return signature.length === 64 ? { text, signature } : null;
  }
  return null;
}

/**
 * Returns the text of a signed note after checking the signature of a key. Null if the key did not sign, or if not
 * a note.
 */
export function openNote({ sha256, verify }: Primitives, note: string, key: NoteKey): string | null {
  const claim = claimOfNote(sha256, note, key);
  return claim !== null && verify(key.publicKey, utf8(claim.text), claim.signature) ? claim.text : null;
}
