import { fromBase64, joinBytes, type Sha256, sameBytes, toBase64, utf8 } from './bytes.ts';
import { type ClosingRoot, type Head, readHeadText } from './head.ts';
import { type BallotLeaf, readBallotLine } from './leaves.ts';
import { leafHash, rootByPath } from './merkle.ts';
import { type NoteKey, openNote, type Primitives } from './note.ts';

/**
 * Proof for a voter of a vote counted by a closing: small enough for a QR (1 KB), and stored as a file. Reveals no
 * other vote. The field names are Spanish.
 */
export interface OwnProof {
  scaf: 'prueba/1';
  /** Text line of the counted ballot, as hashed in the tree. */
  voto: string;
  /** Position of the ballot among the ballots of the closing, from 0. */
  lugar: number;
  /** Path from the ballot to the root of the tree: sibling hashes, 32 bytes each, in base 64. */
  camino: string;
  /** Signed head of the audit log at the closing, as a note. */
  cabeza: string;
}

/**
 * Result of checking a voter's proof. Valid: the ballot, the signed head and the closing. Otherwise `fault`, a
 * Spanish sentence, with a code: wrong signature (`firma`), unreadable proof (`prueba`), no such closing in the
 * head (`cierre`), or ballot outside the closing (`voto`).
 */
export type OwnProofCheck =
  | { ballot: BallotLeaf; head: Head; closing: ClosingRoot }
  | { fault: string; code: 'firma' | 'prueba' | 'cierre' | 'voto' };

/** Writes a voter's proof as JSON text, for the QR and the file of the proof. */
export const proofText = (proof: OwnProof): string => JSON.stringify(proof);

/**
 * Writes the path of a leaf (sibling hashes up to the root of a hash tree, 32 bytes each) as base 64, for a voter's
 * proof.
 */
export const pathText = (path: readonly Uint8Array[]): string => toBase64(joinBytes(...path));

/**
 * Reads an audit path (sibling hashes from a leaf to the root of a hash tree) from base 64.
 * @returns null if not a path
 */
export function readPathText(text: string): Uint8Array[] | null {
  const bytes = fromBase64(text);
  if (bytes === null || bytes.length % 32 !== 0) return null;
  return Array.from({ length: bytes.length / 32 }, (_, i) => bytes.slice(32 * i, 32 * (i + 1)));
}

/**
 * Checks a voter's proof: the signature of the head, and the path from the vote to the closing's root.
 * @param key public key of the joint's signed heads
 */
export function checkOwnProof(primitives: Primitives, proof: OwnProof, key: NoteKey): OwnProofCheck {
  const text = openNote(primitives, proof.cabeza, key);
  const head = text === null ? null : readHeadText(text);
  if (head === null) return { fault: 'La firma de la cabeza no es de esa llave.', code: 'firma' };
  return ballotUnderHead(primitives.sha256, proof, head);
}

/**
 * Checks if the vote in a voter's proof belongs to a closing named by a head of the audit trail. The caller has
 * checked the head's signature. Returns vote, head and closing, or the first fault.
 */
export function ballotUnderHead(sha256: Sha256, proof: OwnProof, head: Head): OwnProofCheck {
  const ballot = readBallotLine(proof.voto);
  const path = readPathText(proof.camino);
  if (ballot === null || path === null) return { fault: 'La prueba está dañada.', code: 'prueba' };
  const closing = head.closings.find(
    ({ jointId, conceptId }) => jointId === ballot.jointId && conceptId === ballot.conceptId,
  );
  if (closing === undefined) {
    return { fault: 'La cabeza no es la del cierre de esa votación.', code: 'cierre' };
  }
  const leaf = leafHash(sha256, utf8(proof.voto));
  const root = rootByPath(sha256, { leaf, index: proof.lugar, size: closing.size, path });
  if (root === null || !sameBytes(root, closing.root)) {
    return { fault: 'El voto no está entre los que se contaron en ese cierre.', code: 'voto' };
  }
  return { ballot, head, closing };
}
