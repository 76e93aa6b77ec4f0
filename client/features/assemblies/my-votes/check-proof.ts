import { utf8 } from '../../../../shared/evidence/bytes.ts';
import type { CountedVote } from '../../../../shared/evidence/evidence.api.ts';
import { faultBetween, type HeadFault } from '../../../../shared/evidence/follow-head.ts';
import { type Head, readHeadText } from '../../../../shared/evidence/head.ts';
import { claimOfNote, readKeyLine, textOfNote } from '../../../../shared/evidence/note.ts';
import { ballotUnderHead, type OwnProof } from '../../../../shared/evidence/own-proof.ts';
import { wordsOfRoot } from '../../../../shared/evidence/root-words.ts';
import { useSession } from '../../../lib/session.store.ts';
import { machinePrimitives } from '../../../lib/signatures.ts';
import { readHeads } from '../checkpoints/heads-db.ts';
import { sourceOf } from '../checkpoints/keep-heads.ts';

type CountedReceipt = NonNullable<CountedVote['counted']>;

/**
 * Result of comparing the signed head in a vote's proof with the head of the audit trail stored in this browser:
 * equal (`same`), no stored head (`none`), not compared for lack of a session (`unasked`), or a fault.
 */
export type KeptWord = 'same' | 'none' | 'unasked' | HeadFault;

/** Vote counted by a closing, with the proof verified by this browser, as shown to the voter. */
export interface CheckedVote {
  /** Proof as sent by the server. */
  counted: CountedReceipt;
  /** Annulment of the vote. Absent for a valid vote. */
  annulled: CountedVote['annulled'];
  /** Deletion of the question. Absent for other questions. */
  deleted: CountedVote['deleted'];
  /** Proof, parsed. */
  proof: OwnProof;
  /** Counted ballot. */
  ballot: Extract<ReturnType<typeof ballotUnderHead>, { ballot: unknown }>['ballot'];
  /** Signed state of the audit log at the closing. */
  head: Head;
  /** Four Spanish words of the root of the ballots, to compare by ear. */
  words: string[];
  /** Result of comparing the head with the head stored on this device. */
  storedHead: KeptWord;
}

/**
 * Verifies in this browser the server's proof of a counted vote, step by step up to the signature of the head.
 * @param receipt receipt code of the vote
 * @param vote answer of the server
 * @returns the verified vote, or the first fault in Spanish
 */
export async function checkProof(
  jointId: number,
  receipt: string,
  { counted, annulled, deleted }: CountedVote & { counted: CountedReceipt },
): Promise<CheckedVote | string> {
  const { sha256, verify } = await machinePrimitives();
  const proof = readProof(counted.proof);
  const key = readKeyLine(sha256, counted.key);
  const claim = proof && key && claimOfNote(sha256, proof.cabeza, key);
  if (!proof || !key || !claim) return 'La prueba que envió el servidor está dañada.';
  if (!(await verify(key.publicKey, utf8(claim.text), claim.signature))) {
    return 'La firma de la prueba no es válida.';
  }
  const head = readHeadText(claim.text);
  const checked = head === null ? null : ballotUnderHead(sha256, proof, head);
  if (head === null || checked === null) return 'La prueba que envió el servidor está dañada.';
  if ('fault' in checked) return checked.fault;
  if (checked.ballot.receipt !== receipt.trim().toUpperCase()) {
    return 'El servidor envió la prueba de otro comprobante.';
  }
  return {
    counted,
    annulled,
    deleted,
    proof,
    ballot: checked.ballot,
    head,
    words: wordsOfRoot(checked.closing.root),
    storedHead: await againstKept(jointId, head, counted.key),
  };
}

function readProof(text: string): OwnProof | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Compares the audit log head in a proof with the heads of the joint stored on this device. Sectors share the heads
 * of the joint.
 */
async function againstKept(jointId: number, head: Head, key: string): Promise<KeptWord> {
  const all = (await readHeads()).flatMap(({ kept }) => {
    const read = kept && readHeadText(textOfNote(kept.note) ?? '');
    return kept && read?.origin === head.origin ? [{ kept, read }] : [];
  });
  const newestHead = all.sort((a, b) => b.read.size - a.read.size)[0];
  if (newestHead === undefined) return 'none';
  if (newestHead.read.epoch === head.epoch && newestHead.kept.key !== key) return 'key';
  if (newestHead.read.size !== head.size && useSession.getState().token === null) return 'unasked';
  return (await faultBetween(await sourceOf(jointId), newestHead.read, head)) ?? 'same';
}
