import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { type ClosingRoot, headText } from '../../../shared/evidence/head.ts';
import { type BallotLeaf, ballotLine, type EntryLeaf, entryLine } from '../../../shared/evidence/leaves.ts';
import { leafHash, rootOf } from '../../../shared/evidence/merkle.ts';
import { keyLine } from '../../../shared/evidence/note.ts';
import { type Signer, sha256 } from '../../platform/audit/signing.ts';
import { rootOfLines } from '../store/ballot-trees.repository.ts';
import type { Case } from './expediente.ts';

/** Draws whole numbers from 0 up to below a bound, the same ones for a seed (mulberry32). */
export function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const JOINT = 7;
const CHAIN = `joint:${JOINT}`;
const ORIGIN = 'scaf.ejemplo.co/joint/7';
const rules = ['simple', 'perUnit', 'qualified', 'election', 'threshold', 'unanimous'] as const;

/** A made-up evening with its trail, heads and closings, as an expediente has them. */
export function randomCase(seed: number, signer: Signer): Case {
  const draw = drawn(seed);
  const entries: EntryLeaf[] = [];
  const heads: Case['heads'][number][] = [];
  const closings: Case['closings'][number][] = [];
  let at = Date.UTC(2026, 10, 25, 18) + draw(1e6);
  const key = keyLine(sha256, { name: ORIGIN, publicKey: signer.publicKey });
  const hashes = () => entries.map((entry) => leafHash(sha256, utf8(entryLine(entry))));

  const act = (name: string, facts: object, assemblyId = 3) => {
    at += 1 + draw(60_000);
    const entry = { chain: CHAIN, seq: entries.length + 1, at, actor: 'user:5', act: name };
    const data = JSON.stringify({ assemblyId, ...facts });
    entries.push({ ...entry, data, hash: toHex(sha256(utf8(`${name} ${at}`))) });
  };
  const head = (moment: 'apertura' | 'cierre' | 'fin', made: readonly ClosingRoot[] = []) => {
    const tree = { size: entries.length, root: rootOf(sha256, hashes()) };
    const text = headText({ ...tree, origin: ORIGIN, moment, at, epoch: 1, closings: made });
    heads.push({ ...tree, moment, at, epoch: 1, key, note: signer.sign(text, ORIGIN) });
  };

  act('assemblyOpened', {}, 2);
  act('assemblyClosed', {}, 2);
  const units = Array.from({ length: 3 + draw(10) }, (_, i) => ({
    unit: `${101 + i}`,
    owner: `DUEÑO ${draw(1e6)} Ñúñez`,
    coefficient: draw(2) === 0 ? 1e9 : 1 + draw(20e9),
    kind: draw(3) === 0 ? 'local' : 'vivienda',
  }));
  const total = units.reduce((sum, { coefficient }) => sum + coefficient, 0);
  const roll = utf8(units.map((unit) => `${JSON.stringify(Object.values(unit))}\n`).join(''));
  const files = new Map([
    ['censo.jsonl', roll],
    ['acta.pdf', utf8('acta')],
  ]);
  act('assemblyOpened', { roll: { joints: [JOINT], units: units.length, sha256: toHex(sha256(roll)) } });
  act('registered', {
    holder: 'QR-0123456789abcdef',
    byProxy: draw(2) === 1,
    attendee: { name: 'Élida', document: '123' },
    units: units.map(({ unit }) => [JOINT, unit]),
  });
  head('apertura');

  for (let conceptId = 2; conceptId < 3 + draw(3); conceptId++) {
    const rule = rules[draw(rules.length)] ?? 'simple';
    const question = { jointId: JOINT, conceptId, description: `¿Aprueba ${conceptId}?`, rule };
    const answers = ['Si', 'No', 'Blanco'];
    const blankAnswerId = rule === 'election' ? 3 : null;
    const threshold = { millionths: draw(700_001), base: draw(2) === 0 ? 'roll' : 'represented' };
    const seats = rule === 'election' && draw(3) > 0 ? 2 + draw(3) : null;
    const method = draw(2) === 0 ? 'nominal' : 'quotient';
    if (seats !== null) answers.push('Tercera', 'Cuarta');
    const names = answers.map((answer, i) => (i === 2 ? [] : [`${answer} 1`, `${answer} 2`].slice(draw(2))));
    act('conceptCreated', {
      ...question,
      active: 1,
      ...(rule === 'perUnit' ? { perUnitKinds: ['vivienda'] } : {}),
      ...(rule === 'threshold' ? { threshold } : {}),
      approvingAnswerId: 1,
      blankAnswerId,
      answers,
      ...(seats === null ? {} : { seats, method, names: method === 'quotient' ? names : null }),
    });
    const votes = new Map<string, Omit<BallotLeaf, 'salt'>>();
    for (let closing = 0; closing <= draw(2); closing++) {
      for (const one of units) {
        if (votes.has(one.unit) || draw(3) === 0) continue;
        // Few votes of equal weight, so that some elections are tied.
        const isNamed = seats !== null && method === 'nominal' && draw(2) === 0;
        const answerId = isNamed ? 5 : 1 + draw(answers.length);
        const choices = isNamed ? `${1 + draw(2)},5` : undefined;
        const receipt = `${String(1000 + draw(9000))}-${one.unit}${conceptId}`;
        const remote = draw(2);
        const cast = [
          JOINT,
          conceptId,
          one.unit,
          answerId,
          one.coefficient,
          receipt,
          'QR-01',
          'user:5',
          one.kind,
          remote,
          ...(choices === undefined ? [] : [choices]),
        ];
        act('votes', { votes: [cast] });
        const answer = answers[answerId - 1] ?? '';
        votes.set(one.unit, {
          ...one,
          assemblyId: 3,
          jointId: JOINT,
          conceptId,
          answerId,
          answer,
          remote,
          at,
          receipt,
          ...(choices === undefined ? {} : { choices }),
        });
      }
      const [gone] = votes.keys();
      if (gone !== undefined && draw(3) === 0) {
        votes.delete(gone);
        act('voteAnnulled', { jointId: JOINT, conceptId, apartmentId: gone, reason: 'error' });
      }
      const lines = [...votes.values()].map((vote) => ballotLine({ ...vote, salt: `sal${draw(1e9)}` }));
      const root = rootOfLines(lines);
      const base = {
        apartments: units.length,
        coefficient: draw(4) === 0 ? Math.floor(total / 3) : total,
        dwellings: units.filter(({ kind }) => kind === 'vivienda').length,
        ...{ owners: draw(5) === 0 ? 1 : 2, call: 1 + draw(2), total, isBlankApart: true },
        mode: draw(2) === 0 ? 'mixed' : 'inPerson',
      };
      const interval = closing + 1;
      act('conceptDeactivated', {
        ...{ jointId: JOINT, conceptId, base, interval },
        ballots: { size: lines.length, root },
      });
      const tree = { jointId: JOINT, conceptId, seq: entries.length, size: lines.length };
      closings.push({ ...tree, assemblyId: 3, root, lines });
      head('cierre', [
        {
          ...tree,
          root: rootOf(
            sha256,
            lines.map((line) => leafHash(sha256, utf8(line))),
          ),
        },
      ]);
      // Whoever was tied, this is the order in which they were drawn.
      if (seats !== null && draw(2) === 0) {
        act('lotNoted', { jointId: JOINT, conceptId, interval, order: [4, 2, 5, 1], how: 'Papeles' });
      }
      act('conceptActivated', { jointId: JOINT, conceptId });
    }
  }
  act('assemblyClosed', {});
  head('fin');
  const leaves = hashes().map(toHex);
  const title = 'Asamblea ordinaria';
  return {
    jointName: 'Prueba',
    assemblyId: 3,
    title,
    entries,
    leaves,
    heads,
    closings,
    files,
  };
}

/** Where the verifiers are. */
export const verifiers = new URL('./verifiers/', import.meta.url);

interface Page {
  checkCase: (files: Map<string, Uint8Array>, outside?: string) => [string, string][];
  checkOwnPack: (
    files: Map<string, Uint8Array>,
    keys: string,
    outside?: string,
  ) => { faults: string[]; compared?: string | null };
  unzip: (bytes: Uint8Array) => Promise<Map<string, Uint8Array>>;
}

/** The script of `verificar.html`, in a context without network or document. */
export function openVerifier(): Page {
  const html = readFileSync(new URL('verificar.html', verifiers), 'utf8');
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(html) ?? [];
  const context = createContext({
    TextEncoder,
    TextDecoder,
    atob,
    btoa,
    Blob,
    Response,
    DecompressionStream,
  });
  runInContext(`${script}\n;globalThis.page = { checkCase, checkOwnPack, unzip };`, context);
  return Reflect.get(context, 'page');
}
