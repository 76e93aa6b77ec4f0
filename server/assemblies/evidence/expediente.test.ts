import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fromHex, toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { consistencyPath, inclusionPath, leafHash } from '../../../shared/evidence/merkle.ts';
import { pathText } from '../../../shared/evidence/own-proof.ts';
import { headSignerOf, sha256 } from '../../platform/audit/signing.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { drawn, openVerifier, randomCase, verifiers } from './expediente.fixture.ts';
import { filesOfCase } from './expediente.ts';

const signer = headSignerOf('a secret of the tests, long enough to sign with', 'https://scaf.ejemplo.co');
const other = headSignerOf('another secret of the tests, as long as the first', 'https://scaf.ejemplo.co');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Checks in one process of Python many files; of each the faults that `verificar.py` finds. */
const DRIVER = `
import importlib.util, json, sys, zipfile
spec = importlib.util.spec_from_file_location("verificar", sys.argv[1])
verificar = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(verificar)
answers = []
for one in json.load(open(sys.argv[2], encoding="utf-8")):
    if "proof" in one:
        pack = {name: text.encode() for name, text in one["proof"].items()}
        answers.append(verificar.check_own_pack(pack, one.get("key", ""), one.get("outside"))[0])
        continue
    with zipfile.ZipFile(one["path"]) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    answers.append(verificar.check_case(files, one.get("outside")))
print(json.dumps(answers))
`;

type Files = Map<string, Uint8Array>;
const textIn = (files: Files, path: string): string => Buffer.from(files.get(path) ?? []).toString('utf8');

/** What somebody changes who then puts the manifest in order again: only trees and signatures are left to tell. */
function edited(files: Files, path: string, edit: (text: string) => string): Files {
  const now = new Map(files).set(path, utf8(edit(textIn(files, path))));
  const manifest = JSON.parse(textIn(now, 'manifiesto.json'));
  for (const [name, bytes] of now)
    if (name !== 'manifiesto.json') manifest.archivos[name] = toHex(sha256(bytes));
  return now.set('manifiesto.json', utf8(JSON.stringify(manifest)));
}

/** A line of some lines, changed. */
const inLine = (which: number, edit: (line: string) => string) => (text: string) =>
  text
    .split('\n')
    .map((line, i, all) => (i === which % Math.max(1, all.length - 1) ? edit(line) : line))
    .join('\n');

const mutations: Record<string, (files: Files, draw: (below: number) => number) => Files> = {
  answer: (files, draw) => {
    const [path = ''] = [...files.keys()].filter(
      (name) => name.startsWith('votos/') && textIn(files, name) !== '',
    );
    return edited(
      files,
      path,
      inLine(draw(9), (line) => line.replace(/,([123]),"(Si|No|Blanco)"/, ',4,"Otra"')),
    );
  },
  owner: (files, draw) => {
    const [path = ''] = [...files.keys()].filter(
      (name) => name.startsWith('votos/') && textIn(files, name) !== '',
    );
    return edited(
      files,
      path,
      inLine(draw(9), (line) => line.replace('DUEÑO', 'OTRO')),
    );
  },
  ballotGone: (files) => {
    const [path = ''] = [...files.keys()].filter(
      (name) => name.startsWith('votos/') && textIn(files, name) !== '',
    );
    return edited(files, path, (text) => text.slice(text.indexOf('\n') + 1));
  },
  roll: (files) => edited(files, 'censo.jsonl', (text) => text.replace('DUEÑO', 'OTRO')),
  power: (files) => edited(files, 'actos.jsonl', (text) => text.replace('Élida', 'Elida')),
  time: (files, draw) =>
    edited(
      files,
      'actos.jsonl',
      inLine(2 + draw(99), (line) => line.replace(/,1\d{12},/, ',1600000000000,')),
    ),
  hidden: (files) =>
    edited(files, 'actos.jsonl', (text) =>
      text
        .replace(/(scaf\/hoja\/1",1,")../, '$1zz')
        .replace('zz', '00')
        .replace(/(hoja\/1",1,"00)../, '$1ff'),
    ),
  actGone: (files, draw) =>
    edited(files, 'actos.jsonl', (text) => {
      const lines = text.split('\n');
      lines.splice(draw(lines.length - 1), 1);
      return lines.join('\n');
    }),
  lastActs: (files) => edited(files, 'actos.jsonl', (text) => text.replace(/[^\n]*\n$/, '')),
  closingGone: (files) =>
    edited(files, 'manifiesto.json', (text) => {
      const manifest = JSON.parse(text);
      manifest.cierres.shift();
      return JSON.stringify(manifest);
    }),
  result: (files) =>
    edited(files, 'manifiesto.json', (text) => text.replace(/"estado": ?"\w+"/, '"estado": "otro"')),
  signature: (files) =>
    edited(files, 'manifiesto.json', (text) => text.replace(/momento cierre/, 'momento fin')),
  file: (files) => new Map(files).set('acta.pdf', utf8('otra acta')),
  damage: (files) =>
    edited(files, 'actos.jsonl', (text) => text.replace('\\"votes\\":[[', '\\"votes\\":[["x",[')),
};

const isLong = inject('timesRounds') > 1;
const cases = isLong ? 1000 : 8;

describe('an expediente', () => {
  const tmp = mkdtempSync(join(tmpdir(), 'scaf-expediente-'));
  afterAll(() => rmSync(tmp, { recursive: true, force: true }));
  let page: ReturnType<typeof openVerifier>;
  beforeAll(() => {
    page = openVerifier();
  });

  /** What both verifiers find in each of some cases; the page alone where there is no Python. */
  async function verdicts(
    asked: readonly { files: Files; outside?: string }[],
  ): Promise<[string, string][][]> {
    const list: object[] = [];
    const found: [string, string][][] = [];
    for (const [i, { files, outside }] of asked.entries()) {
      const path = join(tmp, `${i}.zip`);
      const zip = await zipOf(files);
      writeFileSync(path, zip);
      list.push({ path, ...(outside === undefined ? {} : { outside }) });
      const unpacked = await page.unzip(zip);
      found.push(JSON.parse(JSON.stringify(page.checkCase(unpacked, outside))));
    }
    if (hasPython) expect(inPython(list)).toEqual(found);
    return found;
  }

  function inPython(list: readonly object[]): unknown {
    const path = join(tmp, 'list.json');
    writeFileSync(path, JSON.stringify(list));
    const script = new URL('verificar.py', verifiers).pathname;
    const run = spawnSync('python3', ['-c', DRIVER, script, path], { encoding: 'utf8', maxBuffer: 1e9 });
    expect(run.stderr).toBe('');
    return JSON.parse(run.stdout);
  }

  const caseOf = (i: number) => {
    const made = randomCase(inject('seed') + i, signer);
    return { made, files: filesOfCase(made) };
  };

  it('is found right by both verifiers, with any head of that evening', async () => {
    const asked = Array.from({ length: cases }, (_, i) => {
      const { made, files } = caseOf(i);
      return { files, outside: made.heads[i % made.heads.length]?.note ?? '' };
    });
    expect(await verdicts(asked)).toEqual(asked.map(() => []));
  });

  it('that was changed is refused by both, which name the same', async () => {
    const names = Object.keys(mutations);
    const asked = Array.from({ length: Math.max(cases, names.length) }, (_, i) => {
      const { files } = caseOf(i);
      const name = names[i % names.length] ?? '';
      const changed = mutations[name]?.(files, drawn(i)) ?? files;
      return {
        name,
        isSame: [...files].every(([path, bytes]) => toHex(changed.get(path) ?? bytes) === toHex(bytes)),
        files: changed,
      };
    });
    const found = await verdicts(asked);
    // A change that finds nothing to change (an evening without votes) changes nothing.
    for (const [i, faults] of found.entries()) {
      if (asked[i]?.isSame === false) expect(faults, asked[i]?.name).not.toEqual([]);
    }
    expect(asked.filter(({ isSame }) => isSame).length).toBeLessThan(asked.length / 3);
  });

  it('made anew by whoever has the database, with the key or another, is told by a head from outside', async () => {
    const { made, files } = caseOf(1);
    const outside = made.heads[0]?.note ?? '';
    const anew = (by: typeof signer) => ({
      files: filesOfCase(randomCase(inject('seed') + 99, by)),
      outside,
    });
    expect(await verdicts([anew(signer), anew(other), { files, outside: 'nada' }])).toEqual([
      [['ajena', 'historia']],
      [['ajena', 'firma']],
      [['ajena', 'firma']],
    ]);
  });

  it("checks an owner's own proof with both, alone and in a pack, by a head from outside", () => {
    const { made } = caseOf(3);
    const closing = made.closings.find(({ size }) => size > 1);
    const hashes = (closing?.lines ?? []).map((line) => leafHash(sha256, utf8(line)));
    const camino = pathText(inclusionPath(sha256, hashes, 1));
    const ofClosing = made.heads.find(({ note }) => note.includes(` ${closing?.seq} `));
    const cabeza = ofClosing?.note ?? '';
    const proof = { scaf: 'prueba/1', voto: closing?.lines[1], lugar: 1, camino, cabeza };
    const key = ofClosing?.key ?? '';
    const leaves = made.leaves.map((leaf) => fromHex(leaf) ?? new Uint8Array());
    const heads = made.heads.map((head, i) => {
      const [from, of] = [made.heads[i - 1]?.size ?? 0, leaves.slice(0, head.size)];
      return { cabeza: head.note, camino: pathText(consistencyPath(sha256, of, from)) };
    });
    const [opening = '', end = ''] = [made.heads[0]?.note, made.heads.at(-1)?.note];
    const anew = randomCase(inject('seed') + 99, signer).heads.at(-1)?.note ?? '';
    const pack = (one: object, chain?: unknown) => ({
      'prueba.json': JSON.stringify(one),
      'llave.txt': `${key}\n`,
      ...(chain === undefined ? {} : { 'cabezas.json': JSON.stringify(chain) }),
    });
    const alone = (one: object, by = key) => ({ proof: { 'prueba.json': JSON.stringify(one) }, key: by });
    const ownHead = { proof: pack(proof), outside: cabeza };
    const asked: [{ proof: Record<string, string>; key?: string; outside?: string }, string[]][] = [
      [alone(proof), []],
      [alone({ ...proof, voto: closing?.lines[0] }), ['voto']],
      [alone({ ...proof, lugar: 0 }), ['voto']],
      [alone({ ...proof, lugar: -1 }), ['voto']],
      [alone({ ...proof, camino: 'AAAA' }), ['prueba']],
      [alone({ ...proof, scaf: 'otra' }), ['prueba']],
      [alone({ ...proof, cabeza: opening }), ['cierre']],
      [alone(proof, key.replace('joint', 'otro')), ['llave']],
      [alone(proof, ''), ['llave']],
      [alone({ ...proof, cabeza: cabeza.replace('epoca 1', 'epoca 2') }), ['firma']],
      [{ proof: { 'prueba.json': 'nada', 'llave.txt': key } }, ['prueba']],
      [ownHead, []],
      [{ ...ownHead, outside: end }, []],
      [{ ...ownHead, outside: other.sign('otra\n', 'otra') }, ['ajena']],
      [{ proof: pack(proof, heads), outside: end }, []],
      [{ proof: pack(proof, heads), outside: opening }, []],
      [
        { proof: pack(proof, heads), outside: anew },
        anew.split('\n')[1] === end.split('\n')[1] ? ['ajena'] : [],
      ],
      [{ proof: pack(proof, [...heads].reverse()) }, ['cadena']],
      [{ proof: pack(proof, heads.slice(0, 1)) }, ['cadena']],
      [
        {
          proof: pack(
            proof,
            heads.map((one) => ({ ...one, camino: '' })),
          ),
        },
        ['cadena'],
      ],
    ];
    const faults = asked.map(([{ proof: files, key: by = '', outside }]) => {
      const bytes = Object.entries(files).map(([name, text]) => [name, utf8(text)] as const);
      return [...page.checkOwnPack(new Map(bytes), by, outside).faults];
    });
    expect(faults).toEqual(asked.map(([, expected]) => expected));
    const compared = (outside: string, chain?: unknown) => {
      const files = Object.entries(pack(proof, chain)).map(([name, text]) => [name, utf8(text)] as const);
      return page.checkOwnPack(new Map(files), '', outside).compared;
    };
    expect([compared(cabeza), compared(end), compared(end, heads)]).toEqual([
      'concuerda',
      'aparte',
      'concuerda',
    ]);
    if (hasPython) expect(inPython(asked.map(([one]) => one))).toEqual(faults);
  });
});
