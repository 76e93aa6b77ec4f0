import { sameBytes } from '../../shared/evidence/bytes.ts';
import type { ClosingRoot, Head } from '../../shared/evidence/head.ts';
import type { BallotLeaf } from '../../shared/evidence/leaves.ts';
import { extendsTree } from '../../shared/evidence/merkle.ts';
import { readKeyLine } from '../../shared/evidence/note.ts';
import { ballotUnderHead, type OwnProof, readPathText } from '../../shared/evidence/own-proof.ts';
import { decodeText, type Files, openHead, readJson, sha256 } from './files.ts';
import type { FaultName } from './words.ts';

/**
 * Result of comparing the signed head of an owner's proof with a head from another source: equal
 * (`concuerda`) or of another moment (`aparte`). Null without another head.
 */
export type Compared = 'concuerda' | 'aparte' | null;

interface Shown {
  faults: readonly FaultName[];
  ballot?: BallotLeaf;
  head?: Head;
  closing?: ClosingRoot;
  compared?: Compared;
}

/**
 * Checks the files of an owner's own pack, the proof of a vote counted by a closing: prueba.json, llave.txt and, if
 * present, cabezas.json.
 * @param keyLines lines with the public keys of the pack
 * @param outside signed head from another source, to compare
 */
export function checkOwnPack(files: Files, keyLines: string, outside?: string): Shown {
  try {
    const read = (name: string, otherwise: string) => {
      const bytes = files.get(name);
      return bytes === undefined ? otherwise : decodeText(bytes);
    };
    const heads = readJson(read('cabezas.json', '[]')) as LinkedHead[];
    const proof = readJson(read('prueba.json', '')) as OwnProof | null;
    return checkProof(proof, keyLines || read('llave.txt', ''), outside, heads);
  } catch {
    return { faults: ['prueba'] };
  }
}

/** Chain head in the proof, with the hashes that link the head to the previous head. */
interface LinkedHead {
  cabeza: unknown;
  camino: unknown;
}

function checkProof(
  proof: OwnProof | null,
  keyLines: string,
  outside: string | undefined,
  heads: readonly LinkedHead[],
): Shown {
  const lines = keyLines.split(/\s+/).filter((line) => line !== '');
  const keys = lines.flatMap((line) => readKeyLine(sha256, line) ?? []);
  if (keys.length === 0 || keys.length < lines.length) return { faults: ['llave'] };
  if (proof === null || proof.scaf !== 'prueba/1') return { faults: ['prueba'] };
  const head = openHead(proof.cabeza, keys);
  if (head === null) return { faults: ['firma'] };
  if (!Number.isInteger(proof.lugar)) return { faults: ['prueba'] };
  const shown = ballotUnderHead(sha256, proof, head);
  if ('fault' in shown) return { faults: [shown.code] };
  let chain: readonly Head[] = [head];
  if (heads.length > 0) {
    chain = heads.flatMap(({ cabeza }) => openHead(cabeza, keys) ?? []);
    const isChain = heads.every(({ camino }, i) => {
      const [before, one, step] = [chain[i - 1], chain[i], readPathText(String(camino))];
      if (one === undefined || step === null) return false;
      return i === 0 || (before !== undefined && extendsTree(sha256, before, one, step));
    });
    const isThere = chain.some(({ size, root }) => size === head.size && sameBytes(root, head.root));
    if (!isChain || !isThere) return { faults: ['cadena'] };
  }
  const compared = outside ? compareHead(openHead(outside, keys), shown.closing, chain) : null;
  return compared === 'ajena' ? { faults: ['ajena'] } : { faults: [], ...shown, compared };
}

function compareHead(
  outside: Head | null,
  closing: ClosingRoot,
  chain: readonly Head[],
): 'ajena' | NonNullable<Compared> {
  if (outside === null) return 'ajena';
  const outsideClosing = outside.closings.find(
    ({ jointId, conceptId, seq }) =>
      jointId === closing.jointId && conceptId === closing.conceptId && seq === closing.seq,
  );
  const beside = chain.find(({ size }) => size === outside.size);
  if (
    outsideClosing &&
    !(outsideClosing.size === closing.size && sameBytes(outsideClosing.root, closing.root))
  )
    return 'ajena';
  if (beside && !sameBytes(beside.root, outside.root)) return 'ajena';
  return outsideClosing || beside ? 'concuerda' : 'aparte';
}
