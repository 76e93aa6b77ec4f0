import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { defined } from '../../../shared/defined.ts';
import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { readHeadText } from '../../../shared/evidence/head.ts';
import { textOfNote } from '../../../shared/evidence/note.ts';
import { buildApp } from '../../app.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { appForSuite, describeOnOneEngine, TEST_SECRET } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { hasOpenssl, startTimeAuthority, type TimeAuthority } from '../../testing/time-authority.ts';
import { hasPython, inPython, openVerifier } from '../evidence/expediente.fixture.ts';
import { readCase } from '../evidence/expediente.report.ts';
import { filesOfCase } from '../evidence/expediente.ts';
import { stampQueue } from './queue.ts';
import { checkStamp, stampRequest } from './time-stamp.ts';

type Files = Map<string, Uint8Array>;

describe.runIf(hasOpenssl)('stamps of time', () => {
  let authority: TimeAuthority;
  beforeAll(async () => {
    authority = await startTimeAuthority('rsa');
  });
  beforeEach(() => {
    authority.script.answer = null;
    authority.requests.length = 0;
  });
  afterAll(() => authority.close());

  describeOnOneEngine('in an expediente', (make) => {
    const app = appForSuite(make);
    let evening: AssemblyFixture;
    const tmp = mkdtempSync(join(tmpdir(), 'scaf-stamps-'));
    beforeAll(async () => {
      evening = await holdAssembly(app, {
        units: unitsOf('101;40;ANA', '102;60;LUIS'),
      });
      await evening.register(['101', '102']);
    });
    afterAll(async () => {
      rmSync(tmp, { recursive: true, force: true });
    });

    const queueAt = (url: URL, patienceMs?: number) =>
      stampQueue({
        store: app.store,
        log: app.app.log,
        url,
        ...defined({ patienceMs: patienceMs ? patienceMs : undefined }),
      });
    const rows = () =>
      app.store.db
        .selectFrom('head_stamp')
        .select(['state', 'attempts', 'problem'])
        .orderBy('size')
        .execute();
    const again = () =>
      app.store.db.updateTable('head_stamp').set({ next_at: 1 }).where('state', '=', 'queued').execute();
    const expediente = async (): Promise<Files> =>
      filesOfCase(await readAsOfNow(app.store.db, (trx) => readCase(trx, evening.jointId, undefined)));

    it('a stamp is retried if the authority hangs, sends garbage, or sends another stamp', async () => {
      const stale = await authority.reply(
        stampRequest({ hash: sha256(utf8('otra')), nonce: randomBytes(8) }),
      );
      const bad: [(typeof authority)['script']['answer'], string][] = [
        [() => undefined, 'La autoridad de tiempo no contestó a tiempo.'],
        [(response) => response.destroy(), 'No se pudo llegar a la autoridad de tiempo.'],
        [(response) => response.writeHead(503).end(), 'La autoridad de tiempo contestó con el estado 503.'],
        [
          (response) => response.writeHead(302, { location: '/otra' }).end(),
          'No se pudo llegar a la autoridad de tiempo.',
        ],
        [
          (response) => response.end('no es una estampa'),
          'La autoridad de tiempo contestó algo que no es una estampa.',
        ],
        [(response) => response.end(Buffer.alloc(100_000)), 'La autoridad de tiempo contestó demasiado.'],
        [(response) => response.end(stale), 'La estampa es de otra huella que la que se pidió.'],
      ];
      const queue = queueAt(authority.url, 300);
      for (const [i, [answer, problem]] of bad.entries()) {
        authority.script.answer = answer;
        await again();
        await queue.run();
        expect(await rows()).toEqual([{ state: 'queued', attempts: i + 1, problem }]);
      }
      authority.script.answer = null;
      // No retry before its time; then with user and password.
      await queue.run();
      expect((await rows())[0]?.state).toBe('queued');
      await again();
      const url = new URL(authority.url);
      url.username = 'scaf';
      url.password = 'año';
      await queueAt(url).run();
      expect(await rows()).toEqual([{ state: 'stamped', attempts: bad.length + 1, problem: null }]);
      expect(authority.requests.at(-1)).toBe(`Basic ${Buffer.from('scaf:año').toString('base64')}`);
      await queue.run();
      expect(authority.requests).toHaveLength(bad.length + 1);
    });

    it('an expediente has a stamp for each head, and both verifiers check them', async () => {
      const body = {
        jointId: evening.jointId,
        conceptId: await evening.ask('¿Aprueba?'),
        active: 0 as const,
      };
      expect((await app.call(toggleConcept, { body }, { token: evening.operator })).status).toBe(200);
      // Queue of the server itself, from its start.
      const server = await buildApp({
        store: app.store,
        jwtSecret: TEST_SECRET,
        tsaUrl: String(authority.url),
        logLevel: 'silent',
      });
      await server.ready();
      await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['stamped', 'stamped']);
      await server.close();

      const files = await expediente();
      const sizes = [...files.keys()].flatMap((path) => /^sellos\/(\d+)\.tsr$/.exec(path)?.[1] ?? []);
      const notes: string[] = JSON.parse(Buffer.from(files.get('manifiesto.json') ?? []).toString()).cabezas;
      expect(sizes).toEqual(notes.map((note) => String(readHeadText(textOfNote(note) ?? '')?.size)));
      const [first = '', last = ''] = sizes.map((size) => `sellos/${size}.tsr`);
      const changed = (path: string, bytes: Uint8Array) => {
        const now = new Map(files).set(path, bytes);
        const manifest = JSON.parse(Buffer.from(now.get('manifiesto.json') ?? []).toString());
        manifest.archivos[path] = toHex(sha256(bytes));
        return now.set('manifiesto.json', utf8(`${JSON.stringify(manifest, null, 1)}\n`));
      };
      const stamp = Buffer.from(files.get(last) ?? []);
      const edited = (edit: (bytes: Buffer) => void) => {
        const bytes = Buffer.from(stamp);
        edit(bytes);
        return changed(last, bytes);
      };
      const year = stamp.indexOf('Z', stamp.indexOf(sha256(utf8(notes[1] ?? '')))) - 14;
      const query = { hash: sha256(utf8(notes[1] ?? '')), nonce: randomBytes(8) };
      const another = await startTimeAuthority('ec');
      const byAnother = await another.reply(stampRequest(query));
      const all: { files: Files; stamps: string }[] = [
        { files, stamps: '' },
        { files, stamps: authority.root },
        { files, stamps: another.root },
        { files: changed(last, byAnother), stamps: '' },
        { files: changed(last, files.get(first) ?? stamp), stamps: '' },
        { files: changed(last, utf8('nada')), stamps: '' },
        { files: edited((bytes) => bytes.write('2031', year)), stamps: '' },
        // Changes the last byte of the signature, and the status.
        { files: edited((bytes) => bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1)), stamps: '' },
        { files: edited((bytes) => bytes.writeUInt8(2, bytes.indexOf('0201', 'hex') + 2)), stamps: '' },
      ];
      // The rest does not depend on the store: a single engine is enough.
      const cases = app.store.engine === 'sqlite' ? all : all.slice(0, 2);
      const who = (name: string) => sizes.map((size) => [size, name]);
      const right = [[], who('Hora de prueba')];
      const wrong = [[['sello', sizes[1]]], who('Hora de prueba').slice(0, 1)];
      const page = openVerifier();
      const seen: unknown[] = [];
      for (const one of cases) {
        expect(page.checkCase(one.files)).toHaveLength(0);
        const { faults, good, unchecked } = await page.checkStamps(one.files);
        expect(unchecked).toBe(0);
        seen.push(JSON.parse(JSON.stringify([faults, good.map(([size, , name]) => [size, name])])));
      }
      expect(seen).toEqual(cases.map((_, i) => (i < 4 ? right : wrong)));
      // A stamp without a head is refused.
      expect([...page.checkCase(changed('sellos/999.tsr', stamp))].map(String)).toEqual([
        'archivo,sellos/999.tsr',
      ]);
      await another.close();
      if (!hasPython) return;
      const list = await Promise.all(
        cases.map(async ({ files: those, stamps }, i) => {
          const path = join(tmp, `${i}.zip`);
          writeFileSync(path, await zipOf(those));
          return { path, stamps };
        }),
      );
      const untrusted = [sizes.map((size) => ['autoridad', size]), []];
      expect(inPython(tmp, list)).toEqual(seen.map((one, i) => (i === 2 ? untrusted : one)));
    });

    it('verifiers name the authority, and say so if openssl is missing', async () => {
      const files = await expediente();
      const zip = await zipOf(files);
      const path = join(tmp, 'all.zip');
      writeFileSync(path, zip);
      const emptyFields = { outside: '', key: '', promise: '' };
      const { verdict, proof: lines } = await openVerifier().verify(new Uint8Array(zip), emptyFields);
      expect(verdict).toMatch(/^TODO CUADRA: /);
      expect(lines).toContainEqual(
        expect.stringMatching(
          /^Sello de tiempo: la cabeza de \d+ actos ya existía el \d{4}-.* UTC, según «Hora de prueba»\.$/,
        ),
      );
      expect(lines.join('\n')).toContain('Si es una autoridad que merece confianza no lo dice este programa');
      if (!hasPython) return;
      const script = new URL('../evidence/verifiers/verificar.py', import.meta.url).pathname;
      const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
        encoding: 'utf8',
      }).stdout.trim();
      const runOpenssl = (env: NodeJS.ProcessEnv, ...args: string[]) =>
        spawnSync(python, [script, path, ...args], {
          encoding: 'utf8',
          env: { ...process.env, PYTHONUTF8: '1', ...env },
        });
      const trusted = runOpenssl({}, '--autoridad', authority.root);
      expect(trusted.stdout).toContain('que es de las que usted trae');
      expect(trusted.stdout.split('\n')[0]).toBe(verdict);
      expect(trusted.status).toBe(0);
      const without = runOpenssl({ PATH: tmp });
      expect(without.stdout).toMatch(/^CUADRA, SALVO LOS SELLOS DE TIEMPO, QUE NO SE REVISARON \(2\)/);
      expect(without.status).toBe(3);
    });
  });

  it('stamps with keys on a curve are read like stamps with RSA', async () => {
    const curved = await startTimeAuthority('ec');
    const query = { hash: sha256(utf8('una cabeza')), nonce: randomBytes(8) };
    const answer = await curved.reply(stampRequest(query));
    await curved.close();
    expect(Math.abs(checkStamp(answer, query) - Date.now())).toBeLessThan(60_000);
    expect(() => checkStamp(answer, { ...query, nonce: randomBytes(8) })).toThrow('no repite el número');
    // A changed byte is refused or changes no meaning, without other errors.
    for (let at = 0; at < answer.length; at += 7) {
      const bent = Buffer.from(answer);
      bent[at] = (bent[at] ?? 0) ^ 0x41;
      expect(() => {
        if (checkStamp(bent, query) !== checkStamp(answer, query)) throw new Error('another instant');
      }, String(at)).toSatisfy((check: () => void) => {
        try {
          check();
          return true;
        } catch (error) {
          return (error as Error).constructor.name === 'StampProblem';
        }
      });
    }
  });
});
