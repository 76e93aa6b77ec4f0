import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect } from 'vitest';
import { changeAssembly, getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { addPowerPage, listPowers } from '../../../shared/assemblies/powers/powers.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { readOwnerLink } from '../../../shared/assemblies/signed-acta/owner-link.api.ts';
import { writeProposal } from '../../../shared/assemblies/turns/proposals.api.ts';
import { askTurnAtDesk, changeTurn } from '../../../shared/assemblies/turns/turns.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { utf8 } from '../../../shared/evidence/bytes.ts';
import {
  checkReceipt,
  checkVote,
  expedienteReport,
  getHeadProof,
  listHeads,
  proofPack,
} from '../../../shared/evidence/evidence.api.ts';
import { readHeadText } from '../../../shared/evidence/head.ts';
import { extendsTree } from '../../../shared/evidence/merkle.ts';
import { openNote, readKeyLine } from '../../../shared/evidence/note.ts';
import { checkOwnProof, readPathText } from '../../../shared/evidence/own-proof.ts';
import { headSignerOf, primitives, sha256 } from '../../platform/audit/signing.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { dueMail } from '../../platform/mail/outbox.repository.ts';
import { JointDirectory } from '../../properties/index.ts';
import { describeWithRaces, TEST_SECRET, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { rewriteTrail } from '../../testing/rewritten-trail.ts';
import { canLookAtPrint, textOfPdf } from '../../testing/setup/print.ts';
import { upload } from '../../testing/upload.ts';
import { resultsWriter } from '../reports/results-writer.ts';
import { beginEvidenceEpochs } from './epochs.ts';
import { faultsInPython, hasPython, inPython, openVerifier } from './expediente.fixture.ts';
import { readCase } from './expediente.report.ts';
import { filesOfCase } from './expediente.ts';
import { makePapersNow } from './papers.fixture.ts';

describeWithRaces('the evidence of an assembly', (make, { it, race }) => {
  let app: TestApp;
  let evening: AssemblyFixture;
  let code: string;
  beforeEach(async () => {
    app = await make();
    evening = await holdAssembly(app, {
      units: [
        ['101', 40, 'ANA'],
        ['102', 60, 'LUIS'],
        ['103', 20, 'EVA'],
      ],
    });
    code = await evening.register(['101', '102', '103']);
  });
  afterEach(() => app.close());

  const staff = () => ({ token: evening.operator });
  const vote = async (conceptId: number, apartmentId: string, voteId = 1) => {
    const body = { jointId: evening.jointId, apartmentId, conceptId, voteId };
    const cast = await app.call(castVote, { body }, staff());
    expect(cast.status).toBe(201);
    return cast.body.receipt ?? '';
  };
  const toggle = async (conceptId: number, active: 0 | 1) => {
    const body = { jointId: evening.jointId, conceptId, active };
    expect((await app.call(toggleConcept, { body }, staff())).status).toBe(200);
  };
  const params = () => ({ jointId: evening.jointId });
  const heads = async () => (await app.call(listHeads, { params: params() }, staff())).body.heads;

  it('opening, every closing and end make a head that extends the head before', async () => {
    const conceptId = await evening.ask('¿Aprueba?');
    await vote(conceptId, '101');
    await toggle(conceptId, 0);
    await toggle(conceptId, 1);
    await vote(conceptId, '102', 2);
    await toggle(conceptId, 0);
    const changed = await app.call(changeAssembly, { params: params(), body: { closed: true } }, staff());
    expect(changed.status).toBe(200);

    const made = await heads();
    expect(made.map(({ moment }) => moment)).toEqual(['apertura', 'cierre', 'cierre', 'fin']);
    const read = made.map(({ note, key }) => {
      const noteKey = readKeyLine(sha256, key);
      const text = noteKey && openNote(primitives, note, noteKey);
      return readHeadText(text ?? '');
    });
    expect(read.map((head) => head?.closings.map(({ size }) => size))).toEqual([[], [1], [2], []]);
    for (const [i, older] of read.entries()) {
      const newer = read[i + 1];
      if (older === null || newer == null) continue;
      const query = { from: older.size, to: newer.size };
      const proof = await app.call(getHeadProof, { params: params(), query }, staff());
      expect(proof.headers['cache-control']).toBe('private, max-age=31536000, immutable');
      const path = readPathText(proof.body.path) ?? [];
      expect(extendsTree(sha256, older, newer, path)).toBe(true);
    }
    const none = await app.call(getHeadProof, { params: params(), query: { from: 1, to: 99_999 } }, staff());
    expect(none.status).toBe(404);
    expect(none.headers['cache-control']).toBe('no-store');
    const snapshot = await app.call(getSnapshot, { params: params() }, staff());
    expect(snapshot.body.head).toBe(made.at(-1)?.note);
  });

  it('leaves and entries contain no code', async () => {
    const conceptId = await evening.ask('¿Aprueba?');
    await vote(conceptId, '101');
    await toggle(conceptId, 0);
    const { db } = app.store;
    const trees = await db.selectFrom('ballot_tree').selectAll().execute();
    expect(JSON.stringify(trees)).not.toContain(code);
    const chain = `joint:${evening.jointId}`;
    const leaves = await db.selectFrom('audit_leaf').selectAll().where('chain', '=', chain).execute();
    const entries = await db.selectFrom('audit_entry').selectAll().where('chain', '=', chain).execute();
    expect(leaves).toHaveLength(entries.length);
    expect(JSON.stringify(entries)).not.toContain(code);
  });

  it('an owner sees the own vote counted, and no vote of other owners', async () => {
    const ana = await evening.owner('ana', ['101']);
    const luis = await evening.owner('luis', ['102']);
    const conceptId = await evening.ask('¿Aprueba?');
    const receipt = await vote(conceptId, '101');
    await vote(conceptId, '102', 2);
    const where = { params: { ...params(), receipt: ` ${receipt.toLowerCase()} ` } };
    const before = await app.call(checkVote, where, { token: ana.token });
    expect(before.body).toEqual({ counted: null });
    await toggle(conceptId, 0);

    const { body } = await app.call(checkVote, where, { token: ana.token });
    const key = readKeyLine(sha256, body.counted?.key ?? '');
    const proof = JSON.parse(body.counted?.proof ?? '');
    expect(key && checkOwnProof(primitives, proof, key)).toMatchObject({
      ballot: { unit: '101', owner: 'ANA', answer: 'Si', coefficient: 40e9, receipt },
    });
    expect(body.counted?.ballots).toBe(2);
    expect(body.counted?.proof).not.toContain('LUIS');
    expect((await app.call(checkVote, where, { token: luis.token })).status).toBe(404);

    const open = await app.call(checkReceipt, { params: params(), body: { receipt } });
    expect(open.body).toEqual(body);
  });

  race('thirty unknown receipts of a network do not block a right receipt', async () => {
    const conceptId = await evening.ask('¿Aprueba?');
    const receipt = await vote(conceptId, '101');
    await toggle(conceptId, 0);
    const check = (of: string) => app.call(checkReceipt, { params: params(), body: { receipt: of } });
    const { body } = await check(receipt);
    const tries: number[] = [];
    for (let i = 0; i < 32; i++) tries.push((await check(`AAAA-${1000 + i}`)).status);
    expect(tries).toEqual([...Array(30).fill(404), 429, 429]);
    const right = await check(receipt);
    expect([right.status, right.body]).toEqual([200, body]);
    expect((await app.call(proofPack, { params: params(), body: { receipt } })).status).toBe(200);
  });

  it('evidence tells instant, act and reason of an annulled vote, before and after a closing', async () => {
    const conceptId = await evening.ask('¿Aprueba?');
    const [early, late] = [await vote(conceptId, '101'), await vote(conceptId, '102')];
    const annul = async (apartmentId: string, reason: string) => {
      const where = { params: { ...params(), conceptId }, query: { apartmentId, reason } };
      expect((await app.call(removeRegistrations, where, staff())).status).toBeLessThan(300);
    };
    await annul('101', 'Se equivocó de botón');
    const check = async (receipt: string) =>
      (await app.call(checkReceipt, { params: params(), body: { receipt } })).body;
    const annulled = { how: 'Reverso', at: expect.stringMatching(/^\d{4}-/) };
    expect(await check(early)).toEqual({
      counted: null,
      annulled: { ...annulled, reason: 'Se equivocó de botón' },
    });
    await toggle(conceptId, 0);
    await annul('102', 'Sin poder');
    expect(await check(late)).toMatchObject({
      counted: { ballots: 1 },
      annulled: { ...annulled, reason: 'Sin poder' },
    });
    const luis = await evening.owner('luis2', ['102']);
    const where = { params: { ...params(), receipt: early } };
    expect((await app.call(checkVote, where, { token: luis.token })).status).toBe(404);
  });

  it("both verifiers accept an owner's pack, also with a head from outside", async () => {
    const conceptId = await evening.ask('¿Aprueba?');
    const receipt = await vote(conceptId, '101');
    await vote(conceptId, '102', 2);
    const call = { params: params(), body: { receipt } };
    expect((await app.call(proofPack, call)).status).toBe(404);
    await toggle(conceptId, 0);
    await toggle(conceptId, 1);
    await vote(conceptId, '103', 3);
    await toggle(conceptId, 0);
    const made = await app.call(proofPack, call);
    expect(made.status).toBe(200);
    const page = openVerifier();
    const files = await page.unzip(new Uint8Array(made.body.bytes));
    expect([...files.keys()].sort()).toEqual(
      ['LEAME.txt', 'cabezas.json', 'llave.txt', 'prueba.json', 'verificar.html', 'verificar.py'].sort(),
    );
    for (const { note } of await heads()) {
      expect(page.checkOwnPack(files, '', note)).toMatchObject({ faults: [], compared: 'concuerda' });
    }
    const all = [...files.values()].map((bytes) => Buffer.from(bytes).toString('utf8')).join('');
    expect(all).not.toContain('LUIS');
    expect((await app.call(proofPack, { ...call, body: { receipt: 'AAAA-1111' } })).status).toBe(404);
  });

  it('every owner with an address gets results with the elected once; the proof is attached', async () => {
    const luis = await evening.owner('luis', ['102']);
    const { db } = app.store;
    await db
      .updateTable('user_account')
      .set({ email: 'Luis@ejemplo.co' })
      .where('user_id', '=', Number(luis.userId))
      .execute();
    const emails = (...all: string[]) => ({ owner_emails: JSON.stringify(all) });
    await db
      .updateTable('ownership')
      .set(emails('ana@ejemplo.co'))
      .where('apartment_id', '=', '101')
      .execute();
    await db
      .updateTable('ownership')
      .set(emails('luis@ejemplo.co'))
      .where('apartment_id', '=', '102')
      .execute();
    const conceptId = await evening.ask('¿Aprueba?');
    await vote(conceptId, '101');
    await toggle(conceptId, 0);
    const { body } = await app.call(getSnapshot, { params: params() }, staff());
    const seal = body.concepts.find((one) => one.conceptId === conceptId)?.seal;
    expect(seal?.words).toHaveLength(4);
    const council = await evening.ask({
      conceptDescription: '¿A quién elige para el consejo?',
      rule: 'election',
      seats: 2,
      method: 'nominal',
      texts: ['EVA', 'FABIO', 'GINA', 'En blanco'],
    });
    await vote(council, '101');
    await vote(council, '102', 2);
    await toggle(council, 0);
    const changed = await app.call(changeAssembly, { params: params(), body: { closed: true } }, staff());
    expect(changed.status).toBe(200);

    const queued = await db
      .selectFrom('mail_message')
      .selectAll()
      .where('kind', '=', 'results')
      .orderBy('message_id')
      .execute();
    expect(queued.map((one) => one.to_address)).toEqual(['ana@ejemplo.co', 'Luis@ejemplo.co']);
    const writer = resultsWriter({
      db,
      directory: new JointDirectory(db),
      helpPhone: '601 555 0134',
      publicUrl: 'https://scaf.ejemplo.co',
      from: 'asambleas@ejemplo.co',
    });
    const [message] = await dueMail(db, Date.now() + 1000, { first: ['results'], limit: 1 });
    const prepared = message && (await writer(message));
    if (typeof prepared !== 'object') throw new Error('The writer prepared no mail.');
    const written = await prepared.compose();
    expect(written.text).toContain(
      '✕ ¿Aprueba?\n  Sí 33,33 %: no pasó de la mitad.\n\n✓ ¿A quién elige para el consejo?\n  FABIO\n  EVA\n  No pasan de la mitad de lo representado (art. 45), lo que vale solo si el reglamento lo prevé: FABIO y EVA.\n\nSus votos por 101:\n',
    );
    expect(written.text).toMatch(/se pueden impugnar hasta el .*\n\nVer los resultados y mi voto:\n/);
    expect(written.text).toContain('¿Necesita ayuda? Llame al 601 555 0134.');
    // The proof is attached, and no owner has to read it.
    expect(written.text).not.toContain(seal?.root);
    expect(written.text).not.toContain(seal?.words.join(', '));
    expect(written.html.match(/<a /g)).toHaveLength(1);
    const token = /https:\/\/scaf\.ejemplo\.co\/Asamblea#(\S+)/.exec(written.text)?.[1] ?? '';
    await db.transaction().execute(async (trx) => prepared.onLeased?.(trx, Date.now()));
    const linked = await app.call(readOwnerLink, { body: { token } }, { token: '' });
    expect(linked.body).toMatchObject({
      jointId: evening.jointId,
      verdicts: [
        { mark: '✕', title: '¿Aprueba?', lines: ['Sí 33,33 %: no pasó de la mitad.'] },
        {
          mark: '✓',
          lines: [
            'FABIO',
            'EVA',
            'No pasan de la mitad de lo representado (art. 45), lo que vale solo si el reglamento lo prevé: FABIO y EVA.',
          ],
        },
      ],
      acta: null,
    });
    const attached = new Map(
      written.attachments?.map(({ filename, content }) => [filename, content.toString('utf8')]),
    );
    expect(attached.get('cabeza.txt')).toBe((await heads()).at(-1)?.note);
    expect(attached.get('cierres.txt')).toContain(`VOTACIÓN 1: ${seal?.root}`);
  });

  it('the verifiers accept an expediente, also with turns to speak and proposals', {
    tags: 'slow',
  }, async () => {
    const { token } = await evening.owner(`ana${evening.jointId}`, ['101']);
    const point = { agenda: '1. Proposiciones y varios', point: 1 };
    await app.call(changeAssembly, { params: params(), body: point }, staff());
    const proposal = { params: params(), body: { text: 'Poner una banca' } };
    expect((await app.call(writeProposal, proposal, token)).status).toBe(201);
    const desk = { params: params(), body: { apartmentId: '102' } };
    const { turnId } = (await app.call(askTurnAtDesk, desk, staff())).body;
    for (const act of ['give', 'extend', 'end'] as const)
      await app.call(changeTurn, { params: { ...params(), turnId }, body: { act } }, staff());
    const conceptId = await evening.ask({ conceptDescription: '¿Aprueba?', proposalId: 1 });
    const receipt = await vote(conceptId, '101');
    await toggle(conceptId, 0);
    await app.call(changeAssembly, { params: params(), body: { closed: true } }, staff());
    await makePapersNow(app);
    const made = await app.call(expedienteReport, { params: params(), query: {} }, staff());
    expect(made.status).toBe(200);
    expect(made.body.name).toMatch(/^Expediente .*\.zip$/);
    const page = openVerifier();
    const files = await page.unzip(new Uint8Array(made.body.bytes));
    const [opening] = await heads();
    expect([...page.checkCase(files, opening?.note)]).toEqual([]);
    if (hasPython) expect(await faultsInPython(files)).toEqual([]);
    const acts = Buffer.from(files.get('actos.jsonl') ?? []).toString('utf8');
    for (const act of ['turnGiven', 'turnEnded', 'proposalWritten', 'proposalAsked'])
      expect(acts).toContain(act);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['censo.jsonl', 'acta.pdf', 'verificar.py', 'verificar.html', 'LEAME.txt']),
    );
    const { jointId } = evening;
    const votes = `anexos/votos-${jointId}-${conceptId}.pdf`;
    const annexed = [...files.keys()].filter((path) => path.startsWith('anexos/')).sort();
    const others = ['anexos/convocatoria.pdf', 'anexos/correcciones.pdf', 'anexos/poderes.pdf'];
    expect(annexed).toEqual([`anexos/asistencia-${jointId}.pdf`, ...others, votes]);
    if (canLookAtPrint) expect(textOfPdf(files.get(votes) ?? new Uint8Array()).join()).toContain(receipt);
    const all = [...files.values()].map((bytes) => Buffer.from(bytes).toString('utf8')).join('');
    expect(all).toContain(receipt);
    expect(all).not.toContain(code);
  });

  it('both verifiers name every change in the database in an expediente', { tags: 'slow' }, async () => {
    const conceptId = await evening.ask('¿Aprueba?');
    for (const apartmentId of ['101', '102']) await vote(conceptId, apartmentId);
    const annulled = { ...params(), conceptId };
    const why = { apartmentId: '101', reason: 'Error' };
    await app.call(removeRegistrations, { params: annulled, query: why }, staff());
    const gone = { params: { ...params(), conceptId: 1 }, query: { apartmentId: '103', reason: 'Se fue' } };
    await app.call(removeRegistrations, gone, staff());
    const power = { code, apartmentIds: ['103'], byProxy: true, attendee: { name: 'SARA', document: '7' } };
    expect((await app.call(register, { params: params(), body: power }, staff())).status).toBe(201);
    const [listedPower] = (await app.call(listPowers, { params: params(), query: {} }, staff())).body;
    const sheet = { name: 'Poder.pdf', content: Buffer.from('%PDF-1.7 firmado') };
    const where = { params: { ...params(), powerId: listedPower?.powerId ?? 0 } };
    expect((await upload(app, addPowerPage, where, sheet, evening.operator)).status).toBe(201);
    await toggle(conceptId, 0);
    const correction = {
      params: { ...params(), apartmentId: '101' },
      body: { owner: 'RITA', reason: 'Venta' },
    };
    expect((await app.call(correctRoll, correction, staff())).status).toBe(200);
    const { db } = app.store;
    const outside = (await heads()).at(-1)?.note ?? '';
    const page = openVerifier();
    const tmp = mkdtempSync(join(tmpdir(), 'scaf-tampered-'));
    const made: object[] = [];
    const found = async (head?: string) => {
      const files = filesOfCase(await readAsOfNow(db, (trx) => readCase(trx, evening.jointId, undefined)));
      const path = join(tmp, `${made.length}.zip`);
      writeFileSync(path, await zipOf(files));
      made.push({ path, ...defined({ outside: head }) });
      return JSON.parse(JSON.stringify(page.checkCase(files, head))).map(String);
    };
    const verdicts: string[][] = [await found(outside)];
    expect(verdicts[0]).toEqual([]);
    const { jointId } = evening;
    const isQuestion = `concept_id = ${conceptId}`;
    const askedFault = `pregunta,${jointId}/${conceptId}`;
    const changes: [table: string, change: string, back: string, where: string, told: string][] = [
      [
        'vote',
        'answer_id = 2',
        'answer_id = 1',
        "apartment_id = '102'",
        `votado,${jointId}/${conceptId}/102`,
      ],
      [
        'attendance',
        "attendee_name = 'EVA'",
        "attendee_name = 'SARA'",
        "apartment_id = '103'",
        `asistencia,${jointId}/103`,
      ],
      ['attendance', 'by_proxy = 0', 'by_proxy = 1', "apartment_id = '103'", `asistencia,${jointId}/103`],
      ['attendance', 'remote = 1', 'remote = 0', "apartment_id = '103'", `asistencia,${jointId}/103`],
      [
        'roll_unit',
        "owner_name = 'X'",
        "owner_name = 'RITA'",
        "apartment_id = '101'",
        `corregido,${jointId}/101`,
      ],
      ['roll_entry', 'coefficient = 2', 'coefficient = 60000000000', "apartment_id = '102'", 'censo,'],
      ['annulment', "reason = 'Otro'", "reason = 'Error'", 'concept_id > 1', 'anulacion,'],
      ['power', "holder_name = 'EVA'", "holder_name = 'SARA'", '1 = 1', 'poder,'],
      ['power_unit', "apartment_id = '102'", "apartment_id = '103'", '1 = 1', 'poder,'],
      [
        'closing_ground',
        "represented = replace(represented, '103', '109')",
        "represented = replace(represented, '109', '103')",
        '1 = 1',
        'representado,',
      ],
      ['concept', "rule = 'election'", "rule = 'simple'", isQuestion, askedFault],
      ['concept', "description = '¿Vende?'", "description = '¿Aprueba?'", isQuestion, askedFault],
      ['concept', 'agenda_item = 9', 'agenda_item = null', isQuestion, askedFault],
      [
        'concept',
        'base_coefficient = base_coefficient + 1',
        'base_coefficient = base_coefficient - 1',
        isQuestion,
        askedFault,
      ],
      [
        'answer',
        "description = 'Sí, y se condona la mora'",
        "description = 'Si'",
        `${isQuestion} and answer_id = 1`,
        askedFault,
      ],
      ['vote', 'remote = 1', 'remote = 0', "apartment_id = '102'", `votado,${jointId}/${conceptId}/102`],
      ['question_interval', 'votes = 9', 'votes = 1', '1 = 1', `intervalo,${jointId}/${conceptId}/1`],
      ['assembly', "mode = 'virtual'", "mode = 'inPerson'", '1 = 1', 'asamblea,mode'],
      [
        'ballot_tree',
        "ballots = replace(ballots, 'LUIS', 'LUPE')",
        "ballots = replace(ballots, 'LUPE', 'LUIS')",
        '1 = 1',
        'votos,',
      ],
      [
        'audit_entry',
        "data = replace(data, 'Error', 'Otro!')",
        "data = replace(data, 'Otro!', 'Error')",
        "act = 'voteAnnulled'",
        'acto,',
      ],
    ];
    for (const [table, change, back, where, finding] of changes) {
      await sql.raw(`update ${table} set ${change} where ${where}`).execute(db);
      const faults = await found(outside);
      expect(faults, `${table} ${change}`).toContainEqual(expect.stringContaining(finding));
      verdicts.push(faults);
      await sql.raw(`update ${table} set ${back} where ${where}`).execute(db);
    }
    const { bytes } = await db.selectFrom('power_page').select('bytes').executeTakeFirstOrThrow();
    const pageIs = (other: Uint8Array) => db.updateTable('power_page').set({ bytes: other }).execute();
    await pageIs(utf8('%PDF-1.7 otra'));
    verdicts.push(await found(outside));
    expect(verdicts.at(-1)).toEqual([expect.stringMatching(/^hoja,poderes\/\d+-\d+\.pdf$/)]);
    await pageIs(bytes);
    verdicts.push(await found(outside));
    expect(verdicts.at(-1)).toEqual([]);

    await rewriteTrail(db, `joint:${jointId}`, (text) => text.replace('Error', 'Otra cosa'));
    await db.updateTable('annulment').set({ reason: 'Otra cosa' }).where('concept_id', '>', 1).execute();
    verdicts.push(await found(), await found(outside));
    expect(verdicts.slice(-2)).toEqual([[], ['ajena,historia']]);
    if (hasPython)
      expect(inPython(tmp, made).map((faults) => (faults as unknown[]).map(String))).toEqual(verdicts);
    rmSync(tmp, { recursive: true });
  });

  it('a restore or a new key begins an epoch with a reason', async () => {
    const { db } = app.store;
    const same = { db, signer: headSignerOf(TEST_SECRET) };
    expect(await beginEvidenceEpochs(same)).toEqual([]);
    await db
      .insertInto('store_epoch')
      .values({ number: 2, epoch: 'otra', began_at: Date.now(), copied_at: 1, reason: 'se dañó el disco' })
      .execute();
    expect(await beginEvidenceEpochs(same)).toEqual([evening.jointId]);
    expect(await beginEvidenceEpochs(same)).toEqual([]);
    const other = { db, signer: headSignerOf('another secret of the tests, as long as the first') };
    expect(await beginEvidenceEpochs(other)).toEqual([evening.jointId]);

    const made = await heads();
    expect(made.map(({ moment, epoch }) => `${moment} ${epoch}`)).toEqual([
      'apertura 1',
      'epoca 2',
      'epoca 2',
    ]);
    expect(new Set(made.map(({ key }) => key)).size).toBe(2);
    const acts = await db.selectFrom('audit_entry').select('data').where('act', '=', 'epochBegan').execute();
    expect(acts.map(({ data }) => JSON.parse(data))).toEqual([
      { epoch: 2, copiedAt: '1970-01-01T00:00:00.001Z', reason: 'se dañó el disco' },
      { epoch: 2, formerKey: made[1]?.key, key: made[2]?.key },
    ]);
  });
});
