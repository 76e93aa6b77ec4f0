import { isDeepStrictEqual } from 'node:util';
import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { leafHash } from '../../../shared/evidence/merkle.ts';
import { sha256 } from '../../platform/audit/signing.ts';

export type Files = Map<string, Uint8Array>;
export const textIn = (files: Files, path: string): string =>
  Buffer.from(files.get(path) ?? []).toString('utf8');

/**
 * Returns the files of an expediente with an edited file, as a forger without the signing key would do: all hashes
 * without a key are computed again, so only hash trees and signatures reveal the edit.
 */
export function edited(files: Files, path: string, edit: (text: string) => string): Files {
  const now = new Map(files);
  const text = textIn(files, path);
  const changed = edit(text);
  if (changed === text) return now;
  now.set(path, utf8(changed));
  if (path === 'actos.jsonl') now.set('hojas.txt', utf8(leavesOf(changed)));
  const manifest = JSON.parse(textIn(now, 'manifiesto.json'));
  manifest.archivos = Object.fromEntries(
    [...now].flatMap(([name, bytes]) => (name === 'manifiesto.json' ? [] : [[name, toHex(sha256(bytes))]])),
  );
  return now.set('manifiesto.json', utf8(`${JSON.stringify(manifest, null, 1)}\n`));
}

const HIDDEN = /^\["scaf\/hoja\/2",\d+,"([0-9a-f]*)",\d+\]$/;

const leavesOf = (lines: string): string =>
  lines
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const hidden = HIDDEN.exec(line)?.[1];
      return `${hidden ?? toHex(leafHash(sha256, utf8(line)))}\n`;
    })
    .join('');

/** Random edits of a text: a changed sign or number, or a line dropped, doubled, swapped or rewritten. */
const changes: Record<string, (text: string, draw: (below: number) => number) => string> = {
  sign: (text, draw) => {
    const at = draw(text.length);
    const sign = text[at] === 'a' ? 'b' : 'a';
    return text.slice(0, at) + sign + text.slice(at + 1);
  },
  number: (text, draw) => {
    const found = [...text.matchAll(/\d+/g)];
    const one = found[draw(found.length)];
    if (one === undefined) return text;
    const other = String(Number(one[0].slice(-9)) + 1);
    return text.slice(0, one.index) + other + text.slice(one.index + one[0].length);
  },
  gone: (text, draw) => onLines(text, (lines) => lines.toSpliced(draw(lines.length), 1)),
  doubled: (text, draw) =>
    onLines(text, (lines) => {
      const at = draw(lines.length);
      return lines.toSpliced(at, 0, lines[at] ?? '');
    }),
  swapped: (text, draw) =>
    onLines(text, (lines) => {
      const at = draw(lines.length - 1);
      return lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '');
    }),
  name: (text) => text.replace('DUEÑO', 'OTRO').replace('Élida', 'Elida'),
  answer: (text) => text.replace(/,([123]),"(Si|No|Blanco)"/, ',4,"Otra"'),
  outcome: (text) => text.replace(/"estado": "\w+"/, '"estado": "otro"'),
  moment: (text) => text.replace('momento cierre', 'momento fin'),
  space: (text) => text.replace(',', ', '),
};

function onLines(text: string, edit: (lines: string[]) => string[]): string {
  const lines = text.split('\n').slice(0, -1);
  return lines.length < 2
    ? text
    : edit(lines)
        .map((line) => `${line}\n`)
        .join('');
}

/** True for a file of records in any order: swapped lines do not change the meaning. */
const isSet = (path: string) => path.startsWith('registros/');

/** True if an edit only changed spaces or the order of names in the manifest, and so not the meaning. */
function meansSame(files: Files, changed: Files): boolean {
  try {
    const [before, after] = [files, changed].map((of) => JSON.parse(textIn(of, 'manifiesto.json')));
    const isOther = textIn(files, 'manifiesto.json') !== textIn(changed, 'manifiesto.json');
    return isOther && isDeepStrictEqual(before, after);
  } catch {
    return false;
  }
}

/** Files not covered by a signed head until the papers are made. */
const programs = ['verificar.html', 'verificar.py', 'LEAME.txt'];

/** Expediente (file of evidence) with a random change. Tests expect that the verifiers find the change. */
export interface Mutant {
  files: Files;
  name: string;
  /** Edit of the bytes of the .zip, if any. */
  bend?: (zip: Buffer) => Buffer;
}

const FIRST_ENTRY = 'PK\x01\x02';
/** Edits of the .zip: false sizes, another name in the index, a file twice, bytes after or before. */
const bends: Record<string, (zip: Buffer, draw: (below: number) => number) => Buffer> = {
  size: (zip, draw) => {
    const at = zip.indexOf(FIRST_ENTRY, 'latin1') + 24;
    zip.writeUInt32LE([0xfffffff0, zip.readUInt32LE(at) + 1, zip.readUInt32LE(at) - 1][draw(3)] ?? 0, at);
    return zip;
  },
  name: (zip) => {
    zip.write('actos.jsonx', zip.lastIndexOf('actos.jsonl'));
    return zip;
  },
  twice: (zip) => {
    const [name, other] = ['registros/censo.jsonl', 'registros/votos.jsonl'];
    for (let at = zip.indexOf(name); at >= 0; at = zip.indexOf(name)) zip.write(other, at);
    return zip;
  },
  behind: (zip) => Buffer.concat([zip, Buffer.from('PK')]),
  before: (zip) => Buffer.concat([Buffer.from('GIF8'), zip]),
  cut: (zip, draw) => zip.subarray(0, -1 - draw(40)),
};

/**
 * Returns an expediente with one act disguised as an act of another assembly: only the hash remains. Null if line
 * `at` (from 0) of the acts is no act of the assembly.
 */
export function withHiddenAct(files: Files, at: number): Mutant | null {
  const acts = textIn(files, 'actos.jsonl').split('\n').slice(0, -1);
  const act = acts[at] ?? '';
  if (!act.startsWith('["scaf/acto/1"')) return null;
  const hidden = JSON.stringify(['scaf/hoja/2', at + 1, toHex(leafHash(sha256, utf8(act))), 2]);
  const lines = acts.with(at, hidden).map((line) => `${line}\n`);
  return { files: edited(files, 'actos.jsonl', () => lines.join('')), name: `act ${at + 1} hidden: ${act}` };
}

/**
 * Returns an expediente with a random change; null if the change had no effect. Used to test that the verifiers
 * find every change.
 * @param isBound true if an audit entry names the documents by hash
 * @param draw random generator
 */
export function mutated(files: Files, isBound: boolean, draw: (below: number) => number): Mutant | null {
  // No head binds later acts.
  const unbound = new Set(['despues.jsonl', ...(isBound ? [] : programs)]);
  const paths = [...files.keys()].filter((path) => !unbound.has(path) && textIn(files, path) !== '');
  const path = paths[draw(paths.length)] ?? '';
  const [kind, change] = Object.entries(changes)[draw(Object.keys(changes).length)] ?? [];
  const name = `${kind} in ${path}`;
  const added = [
    `votos/9-9-${draw(99)}.jsonl`,
    'anexos/escritura.pdf',
    'anexos/asistencia-8.pdf',
    'Otro.txt',
  ];
  switch (draw(13)) {
    case 0: {
      const paper = [...unbound][draw(unbound.size)] ?? '';
      return { files: new Map(files).set(paper, utf8('otro')), name: `${paper} without its manifest` };
    }
    case 1:
      return { files: edited(files, added[draw(4)] ?? '', () => 'otro\n'), name: 'a file added' };
    case 2: {
      const without = new Map(files);
      without.delete(path);
      const rest = edited(without, 'despues.jsonl', (text) => text);
      return { files: rest, name: `${path} removed` };
    }
    case 3: {
      if (!isBound) return null;
      // An entry binds all acts before the papers.
      const acts = textIn(files, 'actos.jsonl').split('\n').slice(0, -1);
      return withHiddenAct(files, draw(acts.findLastIndex((line) => line.includes('"papersMade"')) + 1));
    }
    case 12: {
      const [trick, bend] = Object.entries(bends)[draw(Object.keys(bends).length)] ?? [];
      return { files, name: `zip ${trick}`, bend: (zip) => bend?.(zip, draw) ?? zip };
    }
    case 4: {
      const manifest = JSON.parse(textIn(files, 'manifiesto.json'));
      const papeles = isBound ? [null, manifest.papeles - 1][draw(2)] : 1;
      const text = JSON.stringify({ ...manifest, papeles }, null, 1);
      return { files: new Map(files).set('manifiesto.json', utf8(`${text}\n`)), name: `papers ${papeles}` };
    }
  }
  if (kind === 'swapped' && isSet(path)) return null;
  const edit = (text: string) => change?.(text, draw) ?? text;
  const changed =
    path === 'manifiesto.json'
      ? new Map(files).set(path, utf8(edit(textIn(files, path))))
      : edited(files, path, edit);
  const isSame = [...files].every(([one, bytes]) => toHex(changed.get(one) ?? utf8('')) === toHex(bytes));
  return isSame || meansSame(files, changed) ? null : { files: changed, name };
}
