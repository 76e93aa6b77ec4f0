import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { createConcept, deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { actaDraft } from '../../../shared/assemblies/reports.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { keepActaFile, publishSignedActa } from '../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { nano } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { expedienteReport, listHeads } from '../../../shared/evidence/evidence.api.ts';
import { longOnly, rounds } from '../../../shared/testing/rounds.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { describeWithRaces, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { canLookAtPrint, textOfPdf } from '../../testing/setup/print.ts';
import { expectTrailExplainsAll } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { readWord } from '../../testing/word-text.ts';
import { drawn, faultsInPython, hasPython, inPython, openVerifier } from './expediente.fixture.ts';
import { edited, mutated, textIn, withHiddenAct } from './mutants.fixture.ts';
import { makePapersNow, papersQueueOf } from './papers.fixture.ts';

describeWithRaces('the papers of an assembly', (make, { it, race }) => {
  let app: TestApp;
  let evening: AssemblyFixture;
  const page = openVerifier();
  beforeEach(async () => {
    app = await make();
    evening = await holdAssembly(app, {
      units: [
        ['101', 40, 'ANA'],
        ['102', 60, 'LUIS'],
      ],
    });
    await evening.register(['101', '102']);
    const { jointId } = evening;
    const conceptId = await evening.ask('¿Aprueba?');
    const vote = { jointId, apartmentId: '101', conceptId, voteId: 1 };
    expect((await app.call(castVote, { body: vote }, staff())).status).toBe(201);
    const closed = { jointId, conceptId, active: 0 as const };
    expect((await app.call(toggleConcept, { body: closed }, staff())).status).toBe(200);
  });
  afterEach(() => app.close());

  const staff = () => ({ token: evening.operator });
  const params = () => ({ jointId: evening.jointId });
  const change = async (body: object) =>
    expect((await app.call(changeAssembly, { params: params(), body }, staff())).status).toBe(200);
  const heads = async () => (await app.call(listHeads, { params: params() }, staff())).body.heads;
  const moments = async () => (await heads()).map(({ moment }) => moment);
  async function expediente(): Promise<Map<string, Uint8Array>> {
    const made = await app.call(expedienteReport, { params: params(), query: {} }, staff());
    expect(made.status).toBe(200);
    return page.unzip(new Uint8Array(made.body.bytes));
  }
  const faults = (files: Map<string, Uint8Array>) => JSON.parse(JSON.stringify(page.checkCase(files)));
  const manifestOf = (files: Map<string, Uint8Array>) =>
    JSON.parse(Buffer.from(files.get('manifiesto.json') ?? []).toString('utf8'));

  it('papers are in preparation until made: the expediente has no papers', { tags: 'slow' }, async () => {
    for (const end of [{}, { closed: true }]) {
      if ('closed' in end) await change(end);
      const files = await expediente();
      expect(manifestOf(files).papeles).toBeNull();
      expect([...files.keys()].filter((path) => /^acta\.|^anexos/.test(path))).toEqual([]);
      expect(faults(files)).toEqual([]);
    }
  });

  longOnly(it)('both verifiers state in the same last line the parts left unchecked', async () => {
    const lastLines = async () => {
      const zip = await zipOf(await expediente());
      const { isGood, proof } = await page.verify(zip, { outside: '', key: '', promise: '' });
      expect(isGood).toBe(true);
      const tmp = mkdtempSync(join(tmpdir(), 'scaf-unchecked-'));
      writeFileSync(join(tmp, 'expediente.zip'), zip);
      const script = new URL('./verifiers/verificar.py', import.meta.url).pathname;
      const env = { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' };
      const run = hasPython
        ? spawnSync('python3', [script, join(tmp, 'expediente.zip')], { encoding: 'utf8', env }).stdout
        : null;
      rmSync(tmp, { recursive: true });
      return { page: proof.at(-1), python: run === null ? proof.at(-1) : run.trim().split('\n').at(-1) };
    };
    await change({ closed: true });
    const before = await lastLines();
    expect(before.page).toMatch(/^Este programa no revisó: el acta y los anexos, que están en preparación/);
    expect(before.python).toBe(before.page);
    await makePapersNow(app);
    const after = await lastLines();
    expect(after.page).toMatch(/^Este programa no revisó: las palabras de los PDF y del Word /);
    for (const part of ['las hojas de los poderes y el acta firmada', 'revisor fiscal'])
      expect(after.page).toContain(part);
    // The acts name the connected units, so both verifiers check the connections.
    expect(after.page).not.toContain('conectados');
    expect(after.python).toBe(after.page);
  });

  it('papers are made once at the end, bound by an entry and a second head, and stay', {
    tags: 'slow',
  }, async () => {
    await change({ closed: true });
    await makePapersNow(app);
    await makePapersNow(app);
    expect(await moments()).toEqual(['apertura', 'cierre', 'fin', 'papeles']);
    const files = await expediente();
    expect(faults(files)).toEqual([]);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['acta.pdf', 'acta.docx', 'anexos/poderes.pdf', 'verificar.py', 'LEAME.txt']),
    );
    await app.store.db.updateTable('concept').set({ description: '¿Vende?' }).execute();
    await app.store.db.updateTable('joint').set({ joint_name: 'Otra' }).execute();
    const { lines } = await readWord(Buffer.from(files.get('acta.docx') ?? []));
    expect(lines).toContain('Anexo: semáforo de impugnación');
    const again = await expediente();
    for (const path of ['acta.pdf', 'acta.docx', 'anexos/poderes.pdf']) {
      expect(toHex(again.get(path) ?? utf8('')), path).toBe(toHex(files.get(path) ?? utf8('!')));
    }
    // The route returns the bound files after later changes of the store.
    for (const [path, query] of [
      ['acta.pdf', {}],
      ['acta.docx', { docx: true }],
    ] as const) {
      const acta = await app.call(actaDraft, { params: params(), query }, staff());
      expect(toHex(new Uint8Array(acta.body.bytes)), path).toBe(toHex(files.get(path) ?? utf8('!')));
    }
    expect(faults(new Map(files).set('acta.pdf', utf8('otra')))).toContainEqual(['papel', 'acta.pdf']);
  });

  it('both verifiers name a paper changed in the store and any change of the .zip', {
    tags: 'slow',
  }, async () => {
    await change({ closed: true });
    await makePapersNow(app);
    const files = await expediente();
    const tmp = mkdtempSync(join(tmpdir(), 'scaf-mutants-'));
    const paths: { path: string }[] = [];
    const found: string[][] = [];
    const check = async (zip: Uint8Array) => {
      const path = join(tmp, `${paths.length}.zip`);
      writeFileSync(path, zip);
      paths.push({ path });
      const unpacked = await page.unzip(zip).catch(() => null);
      found.push(unpacked === null ? ['danado,'] : faults(unpacked).map(String));
    };
    await check(await zipOf(files));
    const papers = () => app.store.db.updateTable('paper');
    const storedPapers = await app.store.db.selectFrom('paper').selectAll().execute();
    const names: string[] = [];
    for (const { sha256: hash, bytes } of storedPapers.slice(0, 3)) {
      names.push(`paper ${hash} in the store`);
      await papers()
        .set({ bytes: Buffer.concat([bytes, Buffer.from(' ')]) })
        .where('sha256', '=', hash)
        .execute();
      await check(await zipOf(await expediente()));
      await papers().set({ bytes }).where('sha256', '=', hash).execute();
    }
    const draw = drawn(inject('seed'));
    while (names.length < rounds(5, 200)) {
      const one = mutated(files, true, draw);
      if (one === null) continue;
      names.push(one.name);
      const zip = await zipOf(one.files);
      await check(one.bend?.(Buffer.from(zip)) ?? zip);
    }
    const [whole, ...changed] = found;
    expect(whole).toEqual([]);
    expect(names.filter((_, i) => changed[i]?.length === 0)).toEqual([]);
    // Each verifier stops at the first damaged file, and reads damaged figures in its own order.
    const named = (all: unknown) => (/danado|manifiesto|cifras/.test(String(all)) ? 'damaged' : String(all));
    if (hasPython) expect(inPython(tmp, paths).map(named)).toEqual(found.map(named));
    rmSync(tmp, { recursive: true });
  });

  longOnly(it)(
    'both verifiers name each paper replaced or removed, each file added, each act hidden',
    async () => {
      const { jointId } = evening;
      await change({ place: 'Salón A' });
      const sale = { params: { jointId, apartmentId: '101' }, body: { owner: 'RITA', reason: 'Venta' } };
      expect((await app.call(correctRoll, sale, staff())).status).toBe(200);
      await change({ closed: true });
      await makePapersNow(app);
      const file = { name: 'Acta.pdf', content: Buffer.from('%PDF-1.7\n%firmas\n%%EOF\n') };
      const signed = await upload(app, keepActaFile, { params: params(), query: {} }, file, evening.operator);
      const body = { fileIds: [signed.body.fileId], place: 'Portería' };
      const published = { params: params(), query: {}, body };
      expect((await app.call(publishSignedActa, published, staff())).status).toBe(200);
      const right = await expediente();
      expect(faults(right)).toEqual([]);
      const papers = [...right.keys()].filter((path) => /^(acta|anexos|LEAME|verificar)/.test(path));
      expect(papers).toEqual(
        expect.arrayContaining([
          'acta.pdf',
          `anexos/votos-${jointId}-2.pdf`,
          `anexos/asistencia-${jointId}.pdf`,
        ]),
      );
      const acts = textIn(right, 'actos.jsonl').split('\n');
      for (const act of ['assemblyChanged', 'rollCorrectionAsked', 'signedActaFileKept'])
        expect(
          acts.some((line) => line.includes(`"${act}"`)),
          act,
        ).toBe(true);
      const mutants: { name: string; files: Map<string, Uint8Array> }[] = [
        ...papers.map((path) => ({ name: `${path} replaced`, files: edited(right, path, () => 'otro') })),
        ...papers.map((path) => ({
          name: `${path} removed`,
          files: new Map([...right].filter(([other]) => other !== path)),
        })),
        ...['anexos/escritura.pdf', 'Otro.txt'].map((path) => ({
          name: `${path} added`,
          files: edited(right, path, () => 'otro'),
        })),
        ...acts.flatMap((_, at) => withHiddenAct(right, at) ?? []),
      ];
      const tmp = mkdtempSync(join(tmpdir(), 'scaf-papers-'));
      const found = mutants.map(({ files }) => faults(files));
      const unseen = (all: readonly unknown[][]) =>
        mutants.filter((_, at) => all[at]?.length === 0).map(({ name }) => name);
      expect(unseen(found)).toEqual([]);
      if (hasPython) {
        const zips = await Promise.all(mutants.map(({ files }) => zipOf(files)));
        const paths = zips.map((zip, at) => {
          writeFileSync(join(tmp, `${at}.zip`), zip);
          return { path: join(tmp, `${at}.zip`) };
        });
        expect(unseen(inPython(tmp, paths) as unknown[][])).toEqual([]);
      }
      rmSync(tmp, { recursive: true });
    },
  );

  longOnly(it)(
    'an UPDATE of a question after the end changes no paper, and both verifiers name it',
    async () => {
      await change({ closed: true });
      await makePapersNow(app);
      const right = await expediente();
      const { db } = app.store;
      const question = await db
        .selectFrom('concept')
        .select(['description', 'rule', 'base_coefficient'])
        .where('concept_id', '=', 2)
        .executeTakeFirstOrThrow();
      const concept = (values: Partial<typeof question>) =>
        db.updateTable('concept').set(values).where('concept_id', '=', 2).execute();
      const answer = (description: string) =>
        db
          .updateTable('answer')
          .set({ description })
          .where('concept_id', '=', 2)
          .where('answer_id', '=', 1)
          .execute();
      const edits: [edit: () => Promise<unknown>, undo: () => Promise<unknown>][] = [
        [() => concept({ description: '¿Aprueba vender la portería?' }), () => concept(question)],
        [() => answer('Sí, y se condona la mora'), () => answer('Si')],
        [() => concept({ rule: 'qualified' }), () => concept(question)],
        [() => concept({ base_coefficient: nano(80e9) }), () => concept(question)],
      ];
      for (const [at, [edit, undo]] of edits.entries()) {
        await edit();
        const files = await expediente();
        for (const path of right.keys()) {
          if (!/^(acta|anexos)/.test(path)) continue;
          expect(toHex(files.get(path) ?? utf8('')), path).toBe(toHex(right.get(path) ?? utf8('!')));
        }
        expect(faults(files), String(at)).not.toEqual([]);
        if (hasPython) expect(await faultsInPython(files)).toEqual(faults(files));
        await undo();
      }
      expect(faults(await expediente())).toEqual([]);
    },
  );

  longOnly(it)('papers contain the head of the acts, and the hashes of both verifiers', async () => {
    await change({ closed: true });
    await makePapersNow(app);
    const files = await expediente();
    const acta = files.get('acta.pdf') ?? utf8('');
    if (canLookAtPrint) {
      const text = textOfPdf(acta).join(' ').replaceAll(/\s/g, '');
      for (const name of ['verificar.py', 'verificar.html']) {
        expect(text).toContain(toHex(sha256(files.get(name) ?? utf8(''))));
      }
    }
    const draft = await app.call(actaDraft, { params: params(), query: {} }, staff());
    expect(draft.status).toBe(200);
  });

  longOnly(it)('papers have the figures of the acts; a question edited in the store is named', async () => {
    const concept = () => app.store.db.updateTable('concept').where('concept_id', '>', 1);
    await change({ closed: true });
    await app.store.db.updateTable('vote').set({ answer_id: 2 }).execute();
    await concept().set({ description: '¿Aprueba vender?' }).execute();
    await makePapersNow(app);
    // Restored: the records of the store again agree with the acts.
    await app.store.db.updateTable('vote').set({ answer_id: 1 }).execute();
    await concept().set({ description: '¿Aprueba?' }).execute();
    const files = await expediente();
    const found: [string, string][] = faults(files);
    expect(new Set(found.map(([what]) => what))).toEqual(new Set(['cifras']));
    if (hasPython) expect(await faultsInPython(files)).toEqual(found);
  });

  longOnly(it)('papers are right for elections, reopenings, annulments, resets and deletions', async () => {
    const { jointId } = evening;
    const ask = async ({
      answers = ['Si', 'No'],
      ...question
    }: {
      answers?: string[];
      [name: string]: unknown;
    }) => {
      const texts = answers.map((answerDescription) => ({ answerDescription }));
      const body = {
        jointId,
        active: 1 as const,
        conceptDescription: '¿Quiénes?',
        answers: texts,
        ...question,
      };
      const created = await app.call(createConcept, { body }, staff());
      expect(created.status).toBe(201);
      return created.body.conceptId;
    };
    const vote = async (conceptId: number, apartmentId: string, rest: object = { voteId: 1 }) => {
      const body = { jointId, apartmentId, conceptId, voteId: 1, ...rest };
      expect((await app.call(castVote, { body }, staff())).status).toBe(201);
    };
    const toggle = async (conceptId: number, active: 0 | 1) => {
      const body = { jointId, conceptId, active, ...defined({ reason: active === 1 ? 'Error' : undefined }) };
      expect((await app.call(toggleConcept, { body }, staff())).status).toBe(200);
    };
    const annul = (conceptId: number, query: object) =>
      app.call(
        removeRegistrations,
        { params: { jointId, conceptId }, query: { reason: 'Error', ...query } },
        staff(),
      );
    const election = await ask({
      rule: 'election',
      seats: 2,
      method: 'nominal',
      answers: ['A', 'B', 'C', 'Blanco'],
    });
    await vote(election, '101', { voteId: 3, voteIds: [1, 3] });
    await vote(election, '102', { voteId: 4 });
    await toggle(election, 0);
    const dwellings = await ask({ rule: 'perUnit' });
    await vote(dwellings, '101');
    await toggle(dwellings, 0);
    await toggle(dwellings, 1);
    await vote(dwellings, '102', { voteId: 2 });
    await toggle(dwellings, 0);
    for (const undo of [{ apartmentId: '101' }, {}]) {
      const conceptId = await ask({ matter: 'budget' });
      await vote(conceptId, '101');
      await toggle(conceptId, 0);
      await annul(conceptId, undo);
    }
    const deleted = await ask({ rule: 'qualified' });
    await vote(deleted, '101');
    const remove = async (conceptId: number) => {
      const body = { jointId, conceptId, reason: 'Error' };
      expect((await app.call(deleteConcept, { body }, staff())).status).toBeLessThan(300);
    };
    await remove(deleted);
    for (const isReopened of [false, true]) {
      const conceptId = await ask({});
      await vote(conceptId, '101');
      await toggle(conceptId, 0);
      if (isReopened) await toggle(conceptId, 1);
      if (isReopened) await vote(conceptId, '102', { voteId: 2 });
      await remove(conceptId);
    }
    await change({ closed: true });
    await makePapersNow(app);
    const files = await expediente();
    expect(faults(files)).toEqual([]);
    const figures = JSON.parse(Buffer.from(files.get('cifras.json') ?? []).toString('utf8'));
    expect(figures.partes[0].votaciones.length).toBeGreaterThan(3);
    const announced = {
      estado: 'rejected',
      respuestas: [
        [1, 'Si', 1, 40e9],
        [2, 'No', 0, 0],
      ],
    };
    expect(figures.partes[0].eliminadas).toMatchObject([announced, announced]);
    if (hasPython) expect(await faultsInPython(files)).toEqual([]);
  });

  longOnly(it)(
    'both verifiers name a removed or changed question that was deleted after its closing',
    async () => {
      const { jointId } = evening;
      const body = { jointId, conceptId: 2, reason: 'Mal redactada' };
      expect((await app.call(deleteConcept, { body }, staff())).status).toBeLessThan(300);
      await change({ closed: true });
      await makePapersNow(app);
      const right = await expediente();
      expect(faults(right)).toEqual([]);
      const row = () => app.store.db.updateTable('concept').where('concept_id', '=', 2);
      const stored = await app.store.db
        .selectFrom('concept')
        .select(['description', 'deleted_at', 'deleted_by', 'deleted_reason'])
        .where('concept_id', '=', 2)
        .executeTakeFirstOrThrow();
      const edits = [
        { description: '¿Vende?' },
        { deleted_at: 1 },
        { deleted_by: 'user:99' },
        { deleted_reason: 'Otro motivo' },
        { deleted_at: null, deleted_by: null, deleted_reason: null },
      ];
      for (const edit of edits) {
        await row().set(edit).execute();
        const files = await expediente();
        expect(faults(files), JSON.stringify(edit)).toEqual([['pregunta', `${jointId}/2`]]);
        if (hasPython) expect(await faultsInPython(files)).toEqual([['pregunta', `${jointId}/2`]]);
        await row().set(stored).execute();
      }
      const gone = edited(right, 'registros/preguntas.jsonl', () => '');
      expect(faults(gone)).toContainEqual(['pregunta', `${jointId}/2`]);
      const untold = (text: string) => {
        const figures = JSON.parse(text);
        for (const part of figures.partes) part.eliminadas = [];
        return `${JSON.stringify(figures, null, 1)}\n`;
      };
      const silent = edited(right, 'cifras.json', untold);
      expect(faults(silent)).toContainEqual(['cifras', `${jointId}/2`]);
      for (const files of hasPython ? [gone, silent] : [])
        expect(await faultsInPython(files)).toEqual(faults(files));
    },
  );

  longOnly(it)('the acta of a sector is a bound paper too, unchanged by later settings', async () => {
    const units = [
      ['101', 40, 'ANA'],
      ['102', 60, 'LUIS'],
    ] as const;
    evening = await holdAssembly(app, { units, sectors: [{ name: 'TORRE 1', units }], staff: evening.staff });
    await evening.register(['101', '102']);
    const sectorId = evening.joint.sectors[0]?.sectorId ?? 0;
    await change({ closed: true });
    await makePapersNow(app);
    const files = await expediente();
    expect(faults(files)).toEqual([]);
    await app.store.db.updateTable('joint').set({ joint_name: 'Otra' }).execute();
    for (const [path, query] of [
      [`acta-${sectorId}.pdf`, {}],
      [`acta-${sectorId}.docx`, { docx: true }],
    ] as const) {
      const acta = await app.call(actaDraft, { params: { jointId: sectorId }, query }, staff());
      expect(toHex(new Uint8Array(acta.body.bytes)), path).toBe(toHex(files.get(path) ?? utf8('!')));
    }
    expect(faults(new Map(files).set(`acta-${sectorId}.pdf`, utf8('otra')))).toContainEqual([
      'papel',
      `acta-${sectorId}.pdf`,
    ]);
  });

  longOnly(it)('an UPDATE of names after the end changes no file; verifiers name other updates', async () => {
    await change({ closed: true });
    await makePapersNow(app);
    const right = await expediente();
    const { db } = app.store;
    await db.updateTable('joint').set({ joint_name: 'Otra', fiscal_auditor: 'OTRO' }).execute();
    await db.updateTable('user_account').set({ name: 'OTRO' }).execute();
    const renamed = await expediente();
    expect(faults(renamed)).toEqual([]);
    for (const [path, bytes] of right) expect(toHex(renamed.get(path) ?? utf8('')), path).toBe(toHex(bytes));
    await db.updateTable('concept').set({ agenda_item: 9 }).where('concept_id', '=', 2).execute();
    await db.deleteFrom('presence').where('moment', '=', 'closed').where('concept_id', '=', 2).execute();
    const found = faults(await expediente());
    expect(found.map(([what]: [string]) => what)).toEqual(['pregunta', 'presencia']);
    if (hasPython) expect(await faultsInPython(await expediente())).toEqual(found);
  });

  it('a later text makes new papers: in preparation, then with a new entry and head', {
    tags: 'slow',
  }, async () => {
    await change({ closed: true });
    await makePapersNow(app);
    const first = await expediente();
    await change({ secretary: 'SARA' });
    const between = await expediente();
    expect(manifestOf(between).papeles).toBeNull();
    expect(faults(between)).toEqual([]);
    await makePapersNow(app);
    const second = await expediente();
    expect(faults(second)).toEqual([]);
    expect(manifestOf(second).papeles).toBeGreaterThan(manifestOf(first).papeles);
    expect(await moments()).toEqual(['apertura', 'cierre', 'fin', 'papeles', 'papeles']);
    // Refuses old papers in a new expediente.
    const mixed = new Map(second).set('acta.pdf', first.get('acta.pdf') ?? utf8(''));
    expect(faults(mixed)).toContainEqual(['papel', 'acta.pdf']);
    await expectTrailExplainsAll(app);
  });

  race(
    'several processes make papers once; the next process takes over after a crash',
    { tags: 'slow' },
    async () => {
      await change({ closed: true });
      // A killed process left its lease.
      await app.store.db
        .updateTable('paper_order')
        .set({ state: 'making', attempts: 1, leased_until: 0 })
        .execute();
      const queues = [papersQueueOf(app), papersQueueOf(await app.another()), papersQueueOf(app)];
      await Promise.all(queues.map((queue) => queue.run()));
      expect(await moments()).toEqual(['apertura', 'cierre', 'fin', 'papeles']);
      expect(faults(await expediente())).toEqual([]);
    },
  );

  longOnly(it)('papers ordered again during the work are not bound', async () => {
    await change({ closed: true });
    const making = makePapersNow(app);
    const isMaking = async () =>
      (await app.store.db.selectFrom('paper_order').select('state').executeTakeFirst())?.state;
    await expect.poll(isMaking).toBe('making');
    await change({ secretary: 'SARA' });
    await making;
    await makePapersNow(app);
    expect((await moments()).filter((moment) => moment === 'papeles')).toHaveLength(1);
    const files = await expediente();
    expect(faults(files)).toEqual([]);
    if (canLookAtPrint) expect(textOfPdf(files.get('acta.pdf') ?? utf8('')).join(' ')).toContain('SARA');
  });
});
