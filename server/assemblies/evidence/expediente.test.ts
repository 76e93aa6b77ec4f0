import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { defined } from '../../../shared/defined.ts';
import { fromHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { readHeadText } from '../../../shared/evidence/head.ts';
import { consistencyPath, inclusionPath, leafHash } from '../../../shared/evidence/merkle.ts';
import { textOfNote } from '../../../shared/evidence/note.ts';
import { pathText } from '../../../shared/evidence/own-proof.ts';
import { isLong } from '../../../shared/testing/rounds.ts';
import { headSignerOf, sha256 } from '../../platform/audit/signing.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import {
  caseOfKeptVotes,
  caseOfUntoldConnections,
  caseOnFalseGround,
  drawn,
  hasPython,
  inPython,
  openVerifier,
  randomCase,
} from './expediente.fixture.ts';
import { filesOfCase } from './expediente.ts';
import { edited, type Files, type Mutant, mutated, textIn } from './mutants.fixture.ts';

const signer = headSignerOf('a secret of the tests, long enough to sign with', 'https://scaf.ejemplo.co');
const other = headSignerOf('another secret of the tests, as long as the first', 'https://scaf.ejemplo.co');
/** Python program that packs a folder again, with entries for folders as other programs write. */
const REPACK = 'import shutil, sys; shutil.make_archive(sys.argv[2], "zip", sys.argv[1])';

const cases = isLong ? 1000 : 6;
const mutations = isLong ? 1000 : 20;

describe('an expediente', () => {
  const tmp = mkdtempSync(join(tmpdir(), 'scaf-expediente-'));
  afterAll(() => rmSync(tmp, { recursive: true, force: true }));
  let page: ReturnType<typeof openVerifier>;
  beforeAll(() => {
    page = openVerifier();
  });

  /**
   * Returns the faults that both verifiers find in each case; without Python, the faults found by the page alone.
   */
  async function verdicts(
    cases: readonly { files: Files; outside?: string; bend?: Mutant['bend'] }[],
  ): Promise<[string, string][][]> {
    const list: object[] = [];
    const found: [string, string][][] = [];
    for (const [i, { files, outside, bend }] of cases.entries()) {
      const path = join(tmp, `${i}.zip`);
      const whole = await zipOf(files);
      const zip = bend?.(Buffer.from(whole)) ?? whole;
      writeFileSync(path, zip);
      list.push({ path, ...defined({ outside }) });
      const unpacked = await page.unzip(zip).catch(() => null);
      const faults = unpacked === null ? [['danado', '']] : page.checkCase(unpacked, outside);
      found.push(JSON.parse(JSON.stringify(faults)));
    }
    // Each verifier stops at the first damaged file.
    const named = (faults: unknown) =>
      /danado|manifiesto/.test(JSON.stringify(faults)) ? 'damaged' : faults;
    if (hasPython) expect(inPython(tmp, list).map(named)).toEqual(found.map(named));
    return found;
  }

  /** Runs `verificar.py` on a file and returns the printed lines. */
  function printedBy(path: string): string[] {
    const script = new URL('./verifiers/verificar.py', import.meta.url).pathname;
    const env = { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' };
    return spawnSync('python3', [script, path], { encoding: 'utf8', env }).stdout.trimEnd().split('\n');
  }

  const caseOf = (i: number) => {
    // Every third evening has a restore, and another key signs after the restore.
    const made = randomCase(inject('seed') + i, ...(i % 3 === 0 ? [signer, other] : [signer]));
    return { made, files: filesOfCase(made) };
  };

  it('both verifiers accept an expediente with any head of the evening', { tags: 'slow' }, async () => {
    const casesToCheck = Array.from({ length: cases }, (_, i) => {
      const { made, files } = caseOf(i);
      return { files, outside: made.heads[i % made.heads.length]?.note ?? '' };
    });
    expect(await verdicts(casesToCheck)).toEqual(casesToCheck.map(() => []));
  });

  it('both verifiers refuse a changed expediente with the same faults', { tags: 'slow' }, async () => {
    const draw = drawn(inject('seed'));
    const mutants: Mutant[] = [];
    for (let i = 0; mutants.length < mutations; i++) {
      const { made, files } = caseOf(i);
      const one = mutated(files, made.papers !== null, draw);
      if (one !== null) mutants.push(one);
    }
    const found = await verdicts(mutants);
    for (const [i, faults] of found.entries()) expect(faults, mutants[i]?.name).not.toEqual([]);
  });

  it('a false sum of votes typed from paper is found', async () => {
    const wrong = Array.from({ length: cases }, (_, i) => caseOf(i).files)
      .filter((files) => textIn(files, 'actos.jsonl').includes('paperTyped'))
      .map((files) => ({
        files: edited(files, 'actos.jsonl', (text) =>
          text.replace(String.raw`\"typed\":{\"apartments\":1`, String.raw`\"typed\":{\"apartments\":2`),
        ),
      }));
    expect(wrong).not.toEqual([]);
    for (const faults of await verdicts(wrong)) expect(faults.map(([what]) => what)).toContain('digitado');
  });

  it('a head from outside reveals an expediente rewritten with the key or another key', {
    tags: 'slow',
  }, async () => {
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

  it('an expediente after a restore names lost closings of a stored head', { tags: 'slow' }, async () => {
    const casesToCheck = Array.from({ length: 8 }, (_, i) => {
      const made = randomCase(inject('seed') + i, signer, other);
      const restore = made.entries.find(({ act }) => act === 'epochBegan')?.at ?? 0;
      const evening = randomCase(inject('seed') + 500 + i, signer);
      const headBefore = evening.heads.find(({ moment, at }) => moment === 'cierre' && at < restore);
      return headBefore === undefined ? [] : [{ files: filesOfCase(made), outside: headBefore.note }];
    }).flat();
    expect(casesToCheck.length).toBeGreaterThan(0);
    for (const [i, faults] of (await verdicts(casesToCheck)).entries()) {
      const [closing] = readHeadText(textOfNote(casesToCheck[i]?.outside ?? '') ?? '')?.closings ?? [];
      expect(faults).toContainEqual(['ajena', 'historia']);
      expect(faults).toContainEqual(['perdido', `${closing?.jointId}/${closing?.conceptId}/${closing?.seq}`]);
    }
    const zip = await zipOf(casesToCheck[0]?.files ?? new Map());
    const { proof } = await page.verify(zip, { outside: '', key: '', promise: '' });
    const restores = proof.filter((line) => line.startsWith('RESTAURACIÓN: '));
    expect(restores).toEqual([expect.stringMatching(/volvió a una copia de seguridad; .*\(\d{4}-.*Z\)/)]);
    if (!hasPython) return;
    const path = join(tmp, 'restored.zip');
    writeFileSync(path, zip);
    expect(printedBy(path)).toContain(restores[0]);
  });

  it('both verifiers name signed closings with wrong owners, units or coefficients', {
    tags: 'slow',
  }, async () => {
    const falsehoods = [
      ...[{ apartments: 99 }, { coefficient: 1 }, { owners: 99 }, { owners: 0 }, { total: 7 }, { call: 3 }],
      { mode: 'another' },
    ];
    const casesToCheck = falsehoods.flatMap((wrong) =>
      [1, 2, 3].map((i) => ({ files: filesOfCase(caseOnFalseGround(inject('seed') + i, wrong, signer)) })),
    );
    for (const faults of await verdicts(casesToCheck)) {
      expect(faults.map(([what]) => what)).toContain('fundamento');
    }
  });

  it('both verifiers name a simple majority closed in another mode than the assembly', async () => {
    const casesToCheck = Array.from({ length: 40 }, (_, i) =>
      caseOnFalseGround(inject('seed') + i, { mode: 'mixed' }, signer),
    ).filter(
      ({ closings, entries }) =>
        closings.length > 0 &&
        entries.some(({ data }) => data.includes('"mode":"inPerson"')) &&
        entries.every(({ data }) => !/"rule":"(qualified|unanimous)"/.test(data)),
    );
    expect(casesToCheck.length).toBeGreaterThan(1);
    for (const faults of await verdicts(casesToCheck.map((made) => ({ files: filesOfCase(made) }))))
      expect(faults.map(([what]) => what)).toContain('fundamento');
  });

  it('both verifiers name a reopening that keeps the vote of a departed or changed unit', {
    tags: 'slow',
  }, async () => {
    const casesToCheck = Array.from({ length: 60 }, (_, i) =>
      caseOfKeptVotes(inject('seed') + i, signer),
    ).flatMap((made) => (made === null ? [] : [{ files: filesOfCase(made) }]));
    expect(casesToCheck.length).toBeGreaterThan(3);
    for (const faults of await verdicts(casesToCheck))
      expect(faults.map(([what]) => what)).toContain('apartados');
  });

  it('both verifiers refuse an expediente without its declines', { tags: 'slow' }, async () => {
    const made = Array.from({ length: 60 }, (_, i) => randomCase(inject('seed') + i, signer));
    const isDecline = ({ act, data }: { act: string; data: string }) =>
      act === 'acceptanceNoted' && data.includes('"declined"');
    // Without declines the product computes other seats from the same signed acts.
    const casesToCheck = made
      .filter(({ entries }) => entries.some(isDecline))
      .flatMap((one) => {
        const right = filesOfCase(one);
        const deaf = one.entries.map((entry) => (isDecline(entry) ? { ...entry, act: 'otro' } : entry));
        const manifestText = textIn(filesOfCase({ ...one, entries: deaf }), 'manifiesto.json');
        const closings = (text: string) => JSON.stringify(JSON.parse(text).cierres);
        if (closings(manifestText) === closings(textIn(right, 'manifiesto.json'))) return [];
        const manifest = {
          ...JSON.parse(textIn(right, 'manifiesto.json')),
          cierres: JSON.parse(manifestText).cierres,
        };
        return [
          { files: new Map(right).set('manifiesto.json', utf8(`${JSON.stringify(manifest, null, 1)}\n`)) },
        ];
      });
    expect(casesToCheck.length).toBeGreaterThan(0);
    for (const faults of await verdicts(casesToCheck))
      expect(faults.map(([what]) => what)).toContain('resultado');
  });

  it('both verifiers read the same files of a zip, or both refuse', async () => {
    const zip = Buffer.from(
      await zipOf(
        new Map([
          ['a.txt', utf8('uno'.repeat(99))],
          ['b.txt', utf8('dos')],
        ]),
      ),
    );
    const central = zip.indexOf('PK\x01\x02', 'latin1');
    const bent = (edit: (bytes: Buffer) => Buffer | number) => {
      const bytes = Buffer.from(zip);
      const edited = edit(bytes);
      return typeof edited === 'number' ? bytes : edited;
    };
    const name = zip.lastIndexOf('b.txt');
    const bad = [
      // Two files with the same name; another name in the index than beside the file.
      bent((bytes) => bytes.write('a.txt', bytes.indexOf('b.txt')) + bytes.write('a.txt', name)),
      bent((bytes) => bytes.write('c.txt', name)),
      // Larger than allowed; larger or smaller than declared.
      bent((bytes) => bytes.writeUInt32LE(0xfffffff0, central + 24)),
      bent((bytes) => bytes.writeUInt32LE(100, central + 24)),
      bent((bytes) => bytes.writeUInt32LE(400, central + 24)),
      // Bytes after the index, or before the file.
      bent((bytes) => Buffer.concat([bytes, Buffer.from('PK')])),
      bent((bytes) => Buffer.concat([Buffer.from('GIF8'), bytes])),
      bent((bytes) => bytes.subarray(0, -1)),
    ];
    for (const bytes of bad) await expect(page.unzip(bytes)).rejects.toThrow();
    expect([...(await page.unzip(zip)).keys()]).toEqual(['a.txt', 'b.txt']);
    if (!hasPython) return;
    const paths = bad.map((bytes, i) => {
      writeFileSync(join(tmp, `bad-${i}.zip`), bytes);
      return { path: join(tmp, `bad-${i}.zip`) };
    });
    // Python treats a file other than .zip as a lone proof.
    expect(inPython(tmp, paths).map((faults) => /danado|manifiesto/.test(JSON.stringify(faults)))).toEqual(
      bad.map(() => true),
    );
  });

  it.skipIf(!hasPython)(
    'a repacked zip is accepted: with folder entries, or inside of a folder',
    { tags: 'slow' },
    async () => {
      const { files } = caseOf(1);
      const folder = mkdtempSync(join(tmp, 'repacked-'));
      for (const [path, bytes] of files) {
        mkdirSync(dirname(join(folder, 'Expediente', path)), { recursive: true });
        writeFileSync(join(folder, 'Expediente', path), bytes);
      }
      const archives = { 'plain.zip': join(folder, 'Expediente'), 'nested.zip': folder };
      const zips = Object.entries(archives).map(([name, from]) => {
        const path = join(tmp, name);
        expect(spawnSync('python3', ['-c', REPACK, from, path.slice(0, -'.zip'.length)]).status).toBe(0);
        return path;
      });
      for (const path of zips) {
        const zip = readFileSync(path);
        expect(page.checkCase(await page.unzip(zip)), path).toEqual([]);
      }
      expect(
        inPython(
          tmp,
          zips.map((path) => ({ path })),
        ),
      ).toEqual([[], []]);
      // A folder entry with content is refused.
      const hiding = await zipOf(new Map([...files, ['anexos/', utf8('otro')]]));
      await expect(page.unzip(hiding)).rejects.toThrow();
      writeFileSync(join(tmp, 'hiding.zip'), hiding);
      expect(inPython(tmp, [{ path: join(tmp, 'hiding.zip') }])).toEqual([[['danado', '']]]);
      // A file with a false length is refused.
      const longer = Buffer.from(await zipOf(files));
      const size = longer.indexOf('PK\x01\x02', 'latin1') + 24;
      longer.writeUInt32LE(longer.readUInt32LE(size) + 1, size);
      await expect(page.unzip(longer)).rejects.toThrow();
      writeFileSync(join(tmp, 'longer.zip'), longer);
      expect(inPython(tmp, [{ path: join(tmp, 'longer.zip') }])).toEqual([[['danado', '']]]);
    },
  );

  /** Returns an expediente of the former format, without the column for attendance from home. */
  const formerFormat = (files: Files): Files => {
    const path = 'registros/asistencia.jsonl';
    const former = edited(files, path, (text) => text.replaceAll(/,[01]\]$/gm, ']'));
    expect(former.get(path)).not.toEqual(files.get(path));
    return withManifest(former, { scaf: 'expediente/5' });
  };

  const withManifest = (files: Files, fields: object): Files => {
    const manifest = { ...JSON.parse(textIn(files, 'manifiesto.json')), ...fields };
    return new Map(files).set('manifiesto.json', utf8(`${JSON.stringify(manifest, null, 1)}\n`));
  };

  it('both verifiers name a changed attendance from home, and accept the former format', {
    tags: 'slow',
  }, async () => {
    const { files } = caseOf(1);
    const path = 'registros/asistencia.jsonl';
    const moved = edited(files, path, (text) =>
      text.replace(/,([01])\]$/m, (_, remote) => `,${1 - Number(remote)}]`),
    );
    const [joint, unit] = JSON.parse(textIn(files, path).split('\n')[0] ?? '');
    expect(
      await verdicts([
        { files: moved },
        { files: formerFormat(files) },
        { files: withManifest(formerFormat(files), { scaf: 'expediente/4' }) },
      ]),
    ).toEqual([[['asistencia', `${joint}/${unit}`]], [], [['manifiesto', '']]]);
    // Each format has its own columns.
    const mixed = [
      { files: withManifest(files, { scaf: 'expediente/5' }) },
      { files: withManifest(formerFormat(files), { scaf: 'expediente/6' }) },
    ];
    for (const faults of await verdicts(mixed))
      expect(faults).toContainEqual(['asistencia', `${joint}/${unit}`]);
  });

  it('both verifiers list exactly the omitted checks of an expediente in the last line', {
    tags: 'slow',
  }, async () => {
    const always = [
      'lo que dicen por dentro las hojas de los poderes y el acta firmada',
      'los nombres de los usuarios que hicieron cada acto y el del revisor fiscal',
    ];
    const ofPapers = 'las palabras de los PDF y del Word (sí que son los que se hicieron al terminar)';
    const inPreparation = 'el acta y los anexos, que están en preparación y no vienen';
    const all = Array.from({ length: 60 }, (_, i) => randomCase(inject('seed') + i, signer));
    const chosen = (isWanted: (made: (typeof all)[number]) => boolean) => {
      const made = all.find(isWanted);
      if (made === undefined) throw new Error('no such random expediente');
      return filesOfCase(made);
    };
    const isMade = ({ papers, later }: (typeof all)[number]) => papers !== null && later.length === 0;
    const bound = chosen(isMade);
    const untold = Array.from({ length: 60 }, (_, i) => caseOfUntoldConnections(inject('seed') + i, signer));
    const quiet = ({ entries, papers }: (typeof all)[number]) =>
      papers === null && !entries.some(({ data }) => data.includes('"others"'));
    const listed: [Files, string[]][] = [
      [bound, [ofPapers, ...always]],
      [formerFormat(bound), [ofPapers, ...always, 'si cada inmueble asistió desde casa o en el salón']],
      [
        filesOfCase(untold.find(isMade) ?? expect.fail('no papers')),
        [ofPapers, ...always, 'cuáles inmuebles estaban conectados (sí cuántos)'],
      ],
      [
        chosen((made) => quiet(made) && made.later.length === 0),
        [inPreparation, ...always, 'que los actos ocultos sean de otras asambleas'],
      ],
      [
        chosen((made) => quiet(made) && made.later.length > 0),
        [
          ...[inPreparation, ...always, 'que los actos ocultos sean de otras asambleas'],
          'los actos posteriores a la última cabeza',
        ],
      ],
    ];
    for (const [i, [files, left]] of listed.entries()) {
      const line = `Este programa no revisó: ${left.join('; ')}.`;
      const zip = await zipOf(files);
      const { proof, faults } = await page.verify(zip, { outside: '', key: '', promise: '' });
      expect([faults, proof.at(-1)]).toEqual([[], line]);
      const path = join(tmp, `omitted-${i}.zip`);
      writeFileSync(path, zip);
      if (hasPython) expect(printedBy(path).at(-1)).toBe(line);
    }
  });

  it('numbers and names mean the same to both verifiers', { tags: 'slow' }, async () => {
    const { files } = caseOf(1);
    const edits: ((text: string) => string)[] = [
      (text) => text.replaceAll(/\\"rule\\":\\"\w+\\"/g, '\\"rule\\":\\"constructor\\"'),
      (text) => text.replaceAll('\\"rule\\":', '\\"__proto__\\":{\\"approvingAnswerId\\":2},\\"rule\\":'),
      (text) => text.replaceAll(/\\"total\\":\d+/g, '\\"total\\":9007199254740993'),
      (text) => text.replaceAll(/\\"total\\":\d+/g, '\\"total\\":1e400'),
      (text) => text.replaceAll(/\\"total\\":(\d+)/g, '\\"total\\":$1.0'),
      (text) => text.replaceAll(/\\"total\\":\d+/g, '\\"total\\":NaN'),
      (text) => text.replace('["scaf/acto/1"', `${'['.repeat(5000)}["scaf/acto/1"`),
      (text) => text.replace(/(\["scaf\/acto\/1","[^"]*",\d+,)(\d+)/, '$1$2.0'),
    ];
    const casesToCheck = edits.map((edit) => ({ files: edited(files, 'actos.jsonl', edit) }));
    for (const { files: changed } of casesToCheck) expect(changed).not.toBe(files);
    for (const faults of await verdicts(casesToCheck)) expect(faults).not.toEqual([]);
  });

  it("both verifiers check an owner's proof by a head from outside, alone and in a pack", {
    tags: 'slow',
  }, () => {
    const { made } = caseOf(4);
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
    const another = randomCase(inject('seed') + 99, signer).heads.at(-1);
    const anew = another?.note ?? '';
    // Comparable if the pack has a head of equal size, or the same closing.
    const isComparable =
      made.heads.some(({ size }) => size === another?.size) ||
      anew.includes(`cierre ${closing?.jointId} ${closing?.conceptId} ${closing?.seq} `);
    const pack = (one: object, chain?: unknown) => ({
      'prueba.json': JSON.stringify(one),
      'llave.txt': `${key}\n`,
      ...defined({ 'cabezas.json': chain === undefined ? undefined : JSON.stringify(chain) }),
    });
    const alone = (one: object, by = key) => ({ proof: { 'prueba.json': JSON.stringify(one) }, key: by });
    const ownHead = { proof: pack(proof), outside: cabeza };
    const proofsToCheck: [{ proof: Record<string, string>; key?: string; outside?: string }, string[]][] = [
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
      [{ proof: pack(proof, heads), outside: anew }, isComparable ? ['ajena'] : []],
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
    const faults = proofsToCheck.map(([{ proof: files, key: by = '', outside }]) => {
      const bytes = Object.entries(files).map(([name, text]) => [name, utf8(text)] as const);
      return [...page.checkOwnPack(new Map(bytes), by, outside).faults];
    });
    expect(faults).toEqual(proofsToCheck.map(([, expected]) => expected));
    const compared = (outside: string, chain?: unknown) => {
      const files = Object.entries(pack(proof, chain)).map(([name, text]) => [name, utf8(text)] as const);
      return page.checkOwnPack(new Map(files), '', outside).compared;
    };
    expect([compared(cabeza), compared(end), compared(end, heads)]).toEqual([
      'concuerda',
      // An unfinished evening may end with the head of the closing.
      end === cabeza ? 'concuerda' : 'aparte',
      'concuerda',
    ]);
    if (hasPython)
      expect(
        inPython(
          tmp,
          proofsToCheck.map(([one]) => one),
        ),
      ).toEqual(faults);
  });
});
