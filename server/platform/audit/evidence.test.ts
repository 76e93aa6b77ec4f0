import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeFromBytes } from '../../../shared/assemblies/code.ts';
import { fromBase64, fromHex, sameBytes, toBase64, toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { type Head, headMoments, headText, readHeadText } from '../../../shared/evidence/head.ts';
import {
  ballotLine,
  entryLine,
  readBallotLine,
  readEntryLine,
  withoutCodes,
} from '../../../shared/evidence/leaves.ts';
import {
  consistencyPath,
  EMPTY_EDGE,
  extendsTree,
  grow,
  inclusionPath,
  leafHash,
  rootByPath,
  rootOf,
  rootOfEdge,
} from '../../../shared/evidence/merkle.ts';
import { keyLine, openNote, readKeyLine, textOfNote } from '../../../shared/evidence/note.ts';
import { checkOwnProof, type OwnProof, pathText, proofText } from '../../../shared/evidence/own-proof.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { headSignerOf, primitives, sha256 } from './signing.ts';

const signer = headSignerOf('a secret of the tests, long enough to sign with');
const key = { name: 'scaf.ejemplo.co/copropiedad/7', publicKey: signer.publicKey };
const note = (text: string) => signer.sign(text, key.name);

/** Computes the root of a hash tree literally by the definition in RFC 6962, section 2.1, for comparison. */
function naiveRoot(leaves: readonly string[]): Buffer {
  const hash = (...parts: (string | Buffer)[]) => {
    const sum = createHash('sha256');
    for (const part of parts) sum.update(part);
    return sum.digest();
  };
  if (leaves.length === 0) return hash('');
  const [first = ''] = leaves;
  if (leaves.length === 1) return hash('\u0000', first);
  const k = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return hash('\u0001', naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

const someLeaves = fc.array(fc.string(), { maxLength: 70 });
const hashesOf = (leaves: readonly string[]) => leaves.map((leaf) => leafHash(sha256, utf8(leaf)));

describe('Merkle tree', () => {
  it('the root equals the definition, computed at once or incrementally', () => {
    fc.assert(
      fc.property(someLeaves, fc.nat(), (leaves, cut) => {
        const hashes = hashesOf(leaves);
        const root = rootOf(sha256, hashes);
        expect(toHex(root)).toBe(naiveRoot(leaves).toString('hex'));
        const at = cut % (leaves.length + 1);
        const half = grow(sha256, EMPTY_EDGE, hashes.slice(0, at));
        const whole = grow(sha256, half, hashes.slice(at));
        expect(whole.size).toBe(leaves.length);
        expect(toHex(rootOfEdge(sha256, whole))).toBe(toHex(root));
      }),
      { numRuns: rounds(30) },
    );
  });

  it('an inclusion proof holds only for the leaf, place, size and path', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 70 }), fc.nat(), (leaves, chosen) => {
        const hashes = hashesOf(leaves);
        const index = chosen % leaves.length;
        const path = inclusionPath(sha256, hashes, index);
        const leaf = leafHash(sha256, utf8(leaves[index] ?? ''));
        const root = naiveRoot(leaves);
        const leads = (place: Parameters<typeof rootByPath>[1]) =>
          sameBytes(rootByPath(sha256, place) ?? new Uint8Array(), root);
        const right = { leaf, index, size: leaves.length, path };
        expect(leads(right)).toBe(true);
        expect(leads({ ...right, leaf: sha256(leaf) })).toBe(false);
        expect(leads({ ...right, path: [...path, leaf] })).toBe(false);
        expect(leads({ ...right, size: 4 * leaves.length })).toBe(false);
        expect(leads({ ...right, index: leaves.length })).toBe(false);
        if (path.length > 0) {
          expect(leads({ ...right, path: path.slice(1) })).toBe(false);
          expect(leads({ ...right, path: path.map((hash, i) => (i === 0 ? sha256(hash) : hash)) })).toBe(
            false,
          );
        }
      }),
      { numRuns: rounds(30) },
    );
  });

  it('a consistency proof holds only for the true beginning', () => {
    fc.assert(
      fc.property(someLeaves, fc.nat(), fc.nat(), (leaves, cut, changed) => {
        const size = cut % (leaves.length + 1);
        const path = consistencyPath(sha256, hashesOf(leaves), size);
        const older = { size, root: naiveRoot(leaves.slice(0, size)) };
        const newer = { size: leaves.length, root: naiveRoot(leaves) };
        expect(extendsTree(sha256, older, newer, path)).toBe(true);
        expect(extendsTree(sha256, older, newer, [...path, newer.root])).toBe(false);
        if (size === 0) return;
        const at = changed % size;
        const other = leaves.map((leaf, i) => (i === at ? `${leaf}!` : leaf));
        const forged = { size: leaves.length, root: naiveRoot(other) };
        expect(extendsTree(sha256, older, forged, path)).toBe(false);
        expect(extendsTree(sha256, older, forged, consistencyPath(sha256, hashesOf(other), size))).toBe(
          false,
        );
        if (size < leaves.length) expect(extendsTree(sha256, newer, older, path)).toBe(false);
      }),
      { numRuns: rounds(30) },
    );
  });
});

describe('signed note', () => {
  const text = 'scaf.ejemplo.co/copropiedad/7\n3\nAAAA\n';
  const signed = note(text);

  it('a note opens only with its key and unchanged text', () => {
    expect(openNote(primitives, signed, key)).toBe(text);
    expect(openNote(primitives, signed.replace('\n3\n', '\n4\n'), key)).toBeNull();
    expect(openNote(primitives, signed.slice(0, -1), key)).toBeNull();
    expect(openNote(primitives, signed, { ...key, name: 'otra' })).toBeNull();
    const other = {
      ...key,
      publicKey: headSignerOf('another secret of the tests, as long as the first').publicKey,
    };
    expect(openNote(primitives, signed, other)).toBeNull();
    expect(textOfNote(signed)).toBe(text);
    expect(() => note('sin salto')).toThrow();
  });

  it('a key is a line that is read back unchanged', () => {
    const line = keyLine(sha256, key);
    expect(readKeyLine(sha256, line)).toEqual(key);
    expect(readKeyLine(sha256, line.replace(/\+[0-9a-f]{8}/, '+00000000'))).toBeNull();
    expect(readKeyLine(sha256, 'nada')).toBeNull();
  });

  it('a note of another implementation opens', () => {
    // Key and note from the tests of Go's golang.org/x/mod/sumdb/note.
    const peter = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const example =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
      '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
    const noteKey = readKeyLine(sha256, peter);
    expect(noteKey?.name).toBe('PeterNeumann');
    expect(noteKey && openNote(primitives, example, noteKey)).toMatch(/^If you think/);
  });
});

const someHead: fc.Arbitrary<Head> = fc.record({
  origin: fc.constant(key.name),
  size: fc.nat(),
  root: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  moment: fc.constantFrom(...headMoments),
  at: fc.nat(2e12),
  epoch: fc.integer({ min: 1, max: 99 }),
  closings: fc.array(
    fc.record({
      jointId: fc.nat(),
      conceptId: fc.nat(),
      seq: fc.nat(),
      size: fc.nat(),
      root: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    }),
    { maxLength: 3 },
  ),
});

describe('texts of the evidence', () => {
  it('heads, bytes and keys are read back unchanged', () => {
    fc.assert(
      fc.property(someHead, (head) => {
        expect(readHeadText(headText(head))).toEqual(head);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
        expect(fromHex(toHex(bytes))).toEqual(bytes);
      }),
    );
    for (const text of ['', 'a\n1\nAAAA\n', headText({ ...sample, size: 3 }).replace('\n3\n', '\n03\n')]) {
      expect(readHeadText(text)).toBeNull();
    }
    expect(fromBase64('AB==')).toBeNull();
    expect(fromHex('0')).toBeNull();
  });

  it('ballot and entry lines are read back unchanged', () => {
    fc.assert(
      fc.property(fc.string(), fc.maxSafeInteger(), (text, number) => {
        const ballot = { ...aBallot, owner: text, coefficient: number };
        expect(readBallotLine(ballotLine(ballot))).toEqual(ballot);
        const entry = {
          chain: 'joint:7',
          seq: 3,
          at: number,
          actor: text,
          act: 'votes',
          data: text,
          hash: 'ab',
        };
        expect(readEntryLine(entryLine(entry))).toEqual(entry);
        expect(readBallotLine(entryLine(entry))).toBeNull();
      }),
    );
    for (const line of ['', '{}', '[]', '["scaf/voto/1"]', ballotLine({ ...aBallot, at: 0.5 })]) {
      expect(readBallotLine(line)).toBeNull();
    }
  });

  it('public texts of the audit log lose only the codes', () => {
    const code = codeFromBytes(Uint8Array.from({ length: 11 }, (_, i) => 7 * i + 3));
    const text = JSON.stringify({
      holder: code,
      from: `code:${code}`,
      receipt: 'ABCD-1234',
      name: `X${code}`,
      n: 5,
    });
    expect(JSON.parse(withoutCodes(text, () => 'QR-1'))).toEqual({
      holder: 'QR-1',
      from: 'code:QR-1',
      receipt: 'ABCD-1234',
      name: `X${code}`,
      n: 5,
    });
  });
});

const sample: Head = {
  origin: key.name,
  size: 412,
  root: sha256(utf8('raíz')),
  moment: 'cierre',
  at: Date.UTC(2026, 10, 25),
  epoch: 1,
  closings: [],
};
const aBallot = {
  salt: toBase64(sha256(utf8('sal')).subarray(0, 16)),
  assemblyId: 3,
  jointId: 7,
  conceptId: 2,
  unit: 'T2-504',
  owner: 'MARÍA FERNANDA RODRÍGUEZ DE PÉREZ',
  answerId: 1,
  answer: 'Si',
  coefficient: 1_341_900_000,
  kind: 'vivienda',
  remote: 0,
  at: Date.UTC(2026, 10, 25, 19),
  receipt: 'ABCD-1234',
};

describe("an owner's proof", () => {
  const lines = Array.from({ length: 1000 }, (_, i) =>
    ballotLine({ ...aBallot, unit: `U${i}`, salt: toBase64(sha256(utf8(`sal ${i}`)).subarray(0, 16)) }),
  );
  const hashes = hashesOf(lines);
  const closing = { jointId: 7, conceptId: 2, seq: 411, size: 1000, root: rootOf(sha256, hashes) };
  const proof: OwnProof = {
    scaf: 'prueba/1',
    voto: lines[504] ?? '',
    lugar: 504,
    camino: pathText(inclusionPath(sha256, hashes, 504)),
    cabeza: note(headText({ ...sample, closings: [closing] })),
  };

  it('a proof shows the ballot among a thousand, within the kilobyte of a QR', () => {
    const check = checkOwnProof(primitives, proof, key);
    expect(check).toMatchObject({ ballot: { unit: 'U504', answer: 'Si' }, head: { size: 412 } });
    expect(utf8(proofText(proof)).length).toBeLessThanOrEqual(1024);
  });

  it('a proof with another vote, place, path, closing, head or key is refused', () => {
    const other = headText({ ...sample, closings: [{ ...closing, conceptId: 3 }] });
    const wrong: Partial<OwnProof>[] = [
      { voto: proof.voto.replace('"Si"', '"No"') },
      { lugar: 505 },
      { lugar: -1 },
      { camino: '' },
      { camino: '%' },
      { voto: 'nada' },
      { cabeza: note(other) },
      { cabeza: proof.cabeza.replace('412', '413') },
    ];
    for (const change of wrong) {
      expect(checkOwnProof(primitives, { ...proof, ...change }, key), JSON.stringify(change)).toHaveProperty(
        'fault',
      );
    }
  });
});
