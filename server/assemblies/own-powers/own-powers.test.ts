import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { updateUser } from '../../../shared/accounts/users.api.ts';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import {
  askPowerCode,
  endOwnPower,
  getOwnPowers,
  getPowerProof,
  type PowerToSign,
  signPower,
} from '../../../shared/assemblies/powers/own-powers.api.ts';
import { decidePowers, enterPower, listPowers } from '../../../shared/assemblies/powers/powers.api.ts';
import { listInstructions } from '../../../shared/assemblies/powers/split-vote.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { expedienteReport } from '../../../shared/evidence/evidence.api.ts';
import { erasePerson, findPersons } from '../../../shared/personal/personal.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import { changePowerRules, getPowerRules } from '../../../shared/properties/power-rules.api.ts';
import { addUser } from '../../accounts/users/people.fixture.ts';
import { lockJoint } from '../../platform/db/engine.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { appForSuite, describeOnOneEngine, describeWithRaces } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  firstStaff,
  freshCode,
  holdAssembly,
  unitsOf,
} from '../../testing/assembly-fixture.ts';
import { freshBadge } from '../../testing/badge.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import {
  endAssembly,
  expectRefused,
  expectTrailExplainsAll,
  qrSession,
} from '../../testing/store-asserts.ts';
import { faultsInPython, openVerifier } from '../evidence/expediente.fixture.ts';
import { makePapersNow } from '../evidence/papers.fixture.ts';
import { countTry, recentCodes } from './own-powers.repository.ts';

const units = unitsOf('101;30;ANA', '102;25;LUIS', '103;15;EVA', '104;10;EVA', '105;20;SOFÍA');
const marta = { name: 'Marta Ruiz', document: '52123456', email: 'marta@correo.co' };
const toUnit = (holderUnit: string, ...apartmentIds: string[]) => ({
  apartmentIds,
  holderUnit,
  instructions: [],
});
const toMarta = (...apartmentIds: string[]) => ({
  apartmentIds,
  holder: marta,
  instructions: [],
});

describeWithRaces('powers signed on the phone', (make, { it, race }) => {
  let server: TestMailServer;
  const app = appForSuite(async () => {
    server = await startMailServer();
    return make({ mail: { smtpUrl: server.url, from: 'SCAF <asambleas@ejemplo.co>' } });
  }, endAssembly);
  afterAll(() => server.close());
  let evening: AssemblyFixture;
  let count = 0;
  beforeEach(async () => {
    evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
    const body = { agenda: '1. Quórum\n2. Presupuesto\n3. Cuota extraordinaria' };
    await app.call(changeAssembly, { params: evening, body }, evening.operator);
  });

  /** Owner with an address, signed in. `email` null: without an address. */
  async function owner(apartmentIds: string[], email: string | null = `dueno${++count}@correo.co`) {
    const { token, userId } = await evening.owner(`dueno${++count}-${evening.jointId}`, apartmentIds);
    if (email !== null) await app.call(updateUser, { params: { userId }, body: { email } }, evening.staff);
    const call = {
      ask: (body: PowerToSign) => app.call(askPowerCode, { params: evening, body }, token),
      sign: (code: string) => app.call(signPower, { params: evening, body: { code } }, token),
      end: (powerId: number) => app.call(endOwnPower, { params: { ...evening, powerId } }, token),
      own: async () => (await app.call(getOwnPowers, { params: evening }, token)).body,
    };
    /** Asks for a code and returns the code of the mail. */
    const code = async (body: PowerToSign): Promise<string> => {
      const before = codesTo(email).length;
      const reply = await call.ask(body);
      expect([reply.status, reply.error?.code]).toEqual([201, undefined]);
      await expect.poll(() => codesTo(email).length, { timeout: 20_000 }).toBe(before + 1);
      return codesTo(email).at(-1) ?? '';
    };
    const give = async (body: PowerToSign) => (await call.sign(await code(body))).body;
    return { ...call, code, give, email, token, userId };
  }
  const mailsTo = (email: string | null) => server.mails.filter(({ recipients }) => recipients[0] === email);
  const codesTo = (email: string | null): string[] =>
    mailsTo(email).flatMap(({ subject, text }) =>
      subject?.startsWith('Código') ? [/^\d{6}$/m.exec(text ?? '')?.[0] ?? ''] : [],
    );
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const listed = async () =>
    (await app.call(listPowers, { params: evening, query: {} }, evening.operator)).body;
  const rules = (body: object) => app.call(changePowerRules, { params: evening, body }, evening.staff);

  // The first test: an erasure waits for the end of every open assembly.
  it('persons known by powers alone are found and erased, and the package verifies', {
    tags: 'slow',
  }, async () => {
    const ana = await owner(['101']);
    const holder = { name: 'Nélida Otálora', document: '41.222.333', email: 'nelida@copias.co' };
    const substitute = { name: 'Lázaro Peñuela', document: '19.888.777' };
    const onPaper = { name: 'Hilda Zorro Mesa' };
    const { powerId } = await ana.give({ ...toMarta('101'), holder, substitute });
    const paper = { apartmentIds: ['102'], holder: onPaper, substitute: { name: 'Efraín Lota' } };
    expect((await app.call(enterPower, { params: evening, body: paper }, evening.operator)).status).toBe(201);
    await ana.ask({ ...toMarta('101'), holder: { name: 'Olvidada Sin Firma', document: '55.444.333' } });
    await expect.poll(() => mailsTo(holder.email).length, { timeout: 20_000 }).toBe(1);
    await evening.register(['103']);
    await app.call(changeAssembly, { params: evening, body: { closed: true } }, evening.operator);
    const { db } = app.store;
    const named = async (text: string) => {
      const tables = await db.introspection.getTables();
      const rows = await Promise.all(
        tables.map(
          async ({ name }) =>
            [
              name,
              await db
                .selectFrom(name as 'joint')
                .selectAll()
                .execute(),
            ] as const,
        ),
      );
      return rows.flatMap(([name, all]) => (JSON.stringify(all).includes(text) ? [name] : []));
    };
    const erase = async (text: string) => {
      const found = (await app.call(findPersons, { params: evening, body: { text } }, evening.staff)).body;
      expect([text, found.length]).toEqual([text, 1]);
      const body = { person: found[0]?.person ?? '' };
      const { status, body: answer } = await app.call(erasePerson, { params: evening, body }, evening.staff);
      expect(status).toBe(200);
      const listed = answer.kept.filter(({ law }) => law.includes('art.')).flatMap(({ tables }) => tables);
      for (const one of [found[0]?.name ?? '', found[0]?.document ?? text])
        expect((await named(one)).filter((table) => !listed.includes(table))).toEqual([]);
      return answer;
    };
    expect(await named(holder.email)).toContain('mail_message');
    expect(await named('ne***@copias.co')).toContain('audit_text');
    const { kept } = await erase(holder.document);
    expect(kept[0]).toMatchObject({ law: expect.stringContaining('art. 47') });
    expect(kept[0]?.until).not.toBeNull();
    for (const text of [holder.email, 'ne***@copias.co'])
      expect([text, await named(text)]).toEqual([text, []]);
    await erase(substitute.name);
    await erase(onPaper.name);
    await erase('lota');
    await erase('Olvidada Sin Firma');
    expect(await named('Olvidada Sin Firma')).toEqual([]);
    const { bytes } = (await app.call(getPowerProof, { params: { ...evening, powerId } }, ana.token)).body;
    const files = Object.fromEntries(await openVerifier().unzip(new Uint8Array(bytes)));
    expect((await verified(files)).faults).toEqual([]);
    await expectTrailExplainsAll(app);
  });

  it('a code of the mail signs the power; both get a copy, and no record has the code', async () => {
    const ana = await owner(['101']);
    expect(await ana.own()).toMatchObject({
      obstacle: null,
      until: null,
      owners: [{ name: 'ANA', apartmentIds: ['101'] }],
      powers: [],
    });
    const wanted = { ...toMarta('101'), instructions: [{ point: 3, answer: 'No' }] };
    const shown = (await ana.ask(wanted)).body;
    expect(shown.sentTo).toMatch(/^du\*\*\*@correo\.co$/);
    for (const words of [
      'Yo, ANA',
      'Marta Ruiz, con documento 52123456',
      '3. Cuota extraordinaria: No',
      'electrónicos',
    ])
      expect(shown.text).toContain(words);
    await expect.poll(() => codesTo(ana.email).length, { timeout: 20_000 }).toBe(1);
    const [code = ''] = codesTo(ana.email);
    for (const line of shown.text.split('\n')) expect(mailsTo(ana.email)[0]?.text).toContain(line);
    const signed = await ana.sign(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect([signed.status, signed.body]).toMatchObject([
      201,
      { holder: 'Marta Ruiz', state: 'accepted', hasProof: true },
    ]);
    await expect.poll(() => mailsTo(marta.email).length, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => mailsTo(ana.email).length, { timeout: 20_000 }).toBe(2);
    expect(mailsTo(marta.email)[0]?.text).toContain('3. Cuota extraordinaria: No');
    const [power] = await listed();
    expect(power).toMatchObject({
      origin: 'phone',
      granter: { name: 'ANA' },
      state: 'accepted',
      decidedBy: power?.enteredBy,
    });
    expectRefused(await ana.sign(code), 'powerCodeOver');
    const trail = { params: evening, query: { act: 'powerCodeAsked' } };
    const [entry] = (await app.call(listAudit, trail, evening.operator)).body.entries;
    expect(entry?.what).toContain('un poder a Marta Ruiz para inmueble 101;');

    const { db } = app.store;
    const stored = JSON.stringify([
      await db.selectFrom('audit_entry').selectAll().execute(),
      await db.selectFrom('power_draft').selectAll().execute(),
      await db.selectFrom('power_proof').selectAll().execute(),
      await db.selectFrom('mail_message').selectAll().execute(),
    ]);
    expect(stored).not.toContain(`"${code}"`);
    expect(stored).toContain('powerCopySent');
  });

  it('a script with only the package verifies the power, and finds each change', {
    tags: 'slow',
  }, async () => {
    const [ana, luis] = [await owner(['101']), await owner(['102'])];
    const wanted = { ...toUnit('103', '101'), instructions: [{ point: 2, answer: 'Sí' }] };
    const { text: shown } = (await ana.ask(wanted)).body;
    expect(shown).toContain('doy poder a EVA (inmueble 103) para que');
    await expect.poll(() => codesTo(ana.email).length, { timeout: 20_000 }).toBe(1);
    const { powerId } = (await ana.sign(codesTo(ana.email)[0] ?? '')).body;
    await luis.give(toUnit('103', '102'));
    const pack = (token: string) => app.call(getPowerProof, { params: { ...evening, powerId } }, token);
    expectRefused(await pack(luis.token), 'powerNotFound');
    const { bytes } = (await pack(ana.token)).body;
    expect((await pack(evening.operator)).status).toBe(200);
    const files = Object.fromEntries(await openVerifier().unzip(new Uint8Array(bytes)));
    const right = await verified(files);
    expect(right).toEqual({ faults: [], first: 'EL PODER SE FIRMÓ: ANA lo dio a EVA por 101.' });
    const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
    const changed = async (name: string, from: string, to: string) => {
      expect(text(name)).toContain(from);
      return (await verified({ ...files, [name]: Buffer.from(text(name).replace(from, to)) })).faults;
    };
    for (const [from, to] of [
      ['"respuesta":"Sí"', '"respuesta":"No"'],
      ['"nombre":"EVA"', '"nombre":"LUIS"'],
      ['"intentos":1', '"intentos":2'],
      ['doy poder', 'no doy poder'],
    ] as const)
      expect(await changed('poder.json', from, to)).toEqual([['poder', '']]);
    expect(await changed('prueba.json', 'EVA', 'EVO')).toEqual([['acto', '']]);
    expect(await changed('prueba.json', 'momento poder', 'momento fin')).toEqual([['firma', '']]);

    // Both verifiers accept the expediente of an assembly with the power.
    await ana.end(powerId);
    await evening.register(['101']);
    const conceptId = await evening.ask('¿Aprueba?');
    await app.call(
      toggleConcept,
      { body: { jointId: evening.jointId, conceptId, active: 0 } },
      evening.operator,
    );
    await app.call(changeAssembly, { params: evening, body: { closed: true } }, evening.operator);
    await makePapersNow(app);
    const made = await app.call(expedienteReport, { params: evening, query: {} }, evening.operator);
    const record = await openVerifier().unzip(new Uint8Array(made.body.bytes));
    expect(openVerifier().checkCase(record)).toEqual([]);
    expect(await faultsInPython(record)).toEqual([]);
  });

  it('a substitute of a signed power gets the instructions, and the package names both persons', {
    tags: 'slow',
  }, async () => {
    const ana = await owner(['101']);
    const substitute = { name: 'Luis Paz', document: '79.1' };
    const wanted = { ...toMarta('101'), substitute, instructions: [{ point: 2, answer: 'Sí' }] };
    const code = await ana.code(wanted);
    const { body } = await ana.sign(code);
    expect(body).toMatchObject({ holder: 'Marta Ruiz', substitute: 'Luis Paz', state: 'accepted' });
    const { powerId } = body;
    await expect.poll(() => mailsTo(ana.email).length, { timeout: 20_000 }).toBe(2);
    expect(mailsTo(ana.email)[1]?.text).toContain(
      'doy poder a Marta Ruiz, con documento 52123456, o, si no llega, a Luis Paz, con documento 79.1, para que',
    );
    const { bytes } = (await app.call(getPowerProof, { params: { ...evening, powerId } }, ana.token)).body;
    const files = Object.fromEntries(await openVerifier().unzip(new Uint8Array(bytes)));
    const first = 'EL PODER SE FIRMÓ: ANA lo dio a Marta Ruiz y, si no llega, a Luis Paz por 101.';
    expect(await verified(files)).toEqual({ faults: [], first });
    const power = Buffer.from(files['poder.json'] ?? []).toString('utf8');
    for (const changed of [
      power.replace('"suplente":{"nombre":"Luis Paz"', '"suplente":{"nombre":"Luis Gil"'),
      power.replace('"suplente":{"nombre":"Luis Paz","documento":"79.1"},', ''),
    ]) {
      expect(changed).not.toBe(power);
      const { faults } = await verified({ ...files, 'poder.json': Buffer.from(changed) });
      expect(faults).toEqual([['poder', '']]);
    }
    const card = await freshCode(app, evening.operator, evening.jointId);
    const comes = { code: card, powers: [powerId], attendee: substitute };
    expect((await app.call(register, { params: evening, body: comes }, evening.operator)).status).toBe(201);
    const session = await qrSession(app, card);
    const { body: read } = await app.call(listInstructions, { params: evening }, session);
    expect(read).toMatchObject([{ apartmentId: '101', points: [{ agendaItem: 2, answer: 'Sí' }] }]);
    const { jointId } = evening;
    const conceptId = await evening.ask('¿Aprueba?');
    const vote = { jointId, conceptId, apartmentId: '101', voteId: 1 };
    expect((await app.call(castVote, { body: vote }, session)).status).toBe(201);
    expect((await ana.end(powerId)).status).toBe(204);
    expect((await app.call(castVote, { body: vote }, session)).status).toBe(404);
    const { db } = app.store;
    for (const table of ['attendance', 'vote'] as const) {
      const rows = db.selectFrom(table).select('apartment_id').where('joint_id', '=', jointId);
      expect(await rows.execute()).toEqual([]);
    }
    await expectTrailExplainsAll(app);
  });

  race(
    'five wrong codes end the code, also if typed at once, and the right code is then refused',
    async () => {
      const ana = await owner(['101']);
      const code = await ana.code(toMarta('101'));
      const replies = await Promise.all(Array.from({ length: 12 }, () => ana.sign(wrong(code))));
      const codes = replies.map(({ error }) => error.code);
      expect(codes.filter((one) => one === 'powerCodeWrong')).toHaveLength(4);
      expect(codes.filter((one) => one === 'powerCodeOver')).toHaveLength(8);
      expectRefused(await ana.sign(code), 'powerCodeOver');
      expect(await listed()).toEqual([]);
    },
  );

  it('old, late and foreign codes are refused, and a fourth code in an hour', async () => {
    const [ana, luis] = [await owner(['101']), await owner(['102'])];
    const old = await ana.code(toMarta('101'));
    let code = await ana.code(toMarta('101'));
    if (old !== code) expectRefused(await ana.sign(old), 'powerCodeWrong');
    expectRefused(await luis.sign(code), 'powerCodeOver');
    const drafts = app.store.db.updateTable('power_draft').where('user_id', '=', Number(ana.userId));
    await drafts.set({ sent_at: Date.now() - 10 * 60_000 }).execute();
    expectRefused(await ana.sign(code), 'powerCodeOver');
    code = await ana.code(toMarta('101'));
    const fourth = await ana.ask(toMarta('101'));
    expectRefused(fourth, 'tooManyAttempts');
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await ana.sign(code)).status).toBe(201);
  });

  it('a code is valid for less than ten minutes and five tries, and an hour has three codes', async () => {
    const ana = await owner(['101']);
    const { db } = app.store;
    const code = await ana.code(toMarta('101'));
    const userId = Number(ana.userId);
    const { assembly_id: assemblyId, sent_at } = await db
      .selectFrom('power_draft')
      .select(['assembly_id', 'sent_at'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const place = { assemblyId, userId };
    const sentAt = Number(sent_at);
    expect((await countTry(db, place, sentAt + 10 * 60_000 - 1))?.tries).toBe(1);
    expect(await countTry(db, place, sentAt + 10 * 60_000)).toBeUndefined();
    // The fifth try still signs; another user's try and a late try are not counted.
    const wrong = code === '000000' ? '111111' : '000000';
    for (const left of [3, 2, 1]) {
      const { error } = await ana.sign(wrong);
      expect([error.code, error.details]).toEqual(['powerCodeWrong', { left }]);
    }
    expect((await ana.sign(code)).status).toBe(201);
    const next = await ana.code(toMarta('101'));
    for (let tries = 0; tries < 5; tries++) await ana.sign(next === '000000' ? '111111' : '000000');
    expectRefused(await ana.sign(next), 'powerCodeOver');
    await ana.code(toMarta('101'));
    const [first = 0] = await recentCodes(db, userId, Date.now());
    expect(await recentCodes(db, userId, first + 3_600_000 - 1)).toHaveLength(3);
    expect(await recentCodes(db, userId, first + 3_600_000)).toHaveLength(2);
    expectRefused(await ana.ask(toMarta('101')), 'tooManyAttempts');
  });

  race(
    'a code that ends while the signature waits for the joint signs nothing',
    { tags: 'slow' },
    async () => {
      const ana = await owner(['101']);
      const code = await ana.code(toMarta('101'));
      const { db } = app.store;
      const sent = { sent_at: Date.now() - 10 * 60_000 + 2_000 };
      await db.updateTable('power_draft').where('user_id', '=', Number(ana.userId)).set(sent).execute();
      let start = () => {};
      const isLocked = new Promise<void>((resolve) => {
        start = resolve;
      });
      const holding = db.transaction().execute(async (trx) => {
        await lockJoint(trx, evening.jointId);
        start();
        await sleep(2_100);
      });
      await isLocked;
      expectRefused(await ana.sign(code), 'powerCodeOver');
      await holding;
      expect(await listed()).toEqual([]);
    },
  );

  race(
    'the same code twice at once gives one power; two owners of a unit at once leave one holder',
    async () => {
      const [ana, other] = [await owner(['101']), await owner(['101'])];
      const code = await ana.code(toMarta('101'));
      const twice = await Promise.all([ana.sign(code), ana.sign(code)]);
      expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
      const [one, two] = [await ana.code(toMarta('101')), await other.code(toUnit('102', '101'))];
      const both = await Promise.all([ana.sign(one), other.sign(two)]);
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      const powers = await listed();
      expect(powers.map(({ state }) => state).sort()).toEqual(['accepted', 'revoked', 'revoked']);
      expect(powers.flatMap(({ units: [unit] }) => unit?.end?.how ?? [])).toEqual(['replaced', 'replaced']);
    },
  );

  race('two powers at once never pass a limit; barred persons are refused before the code', async () => {
    await app.call(changeJoint, { params: evening, body: { proxyLimit: 1 } }, evening.staff);
    await rules({ limitBlocks: true });
    const [ana, luis] = [await owner(['101']), await owner(['102'])];
    const codes = [await ana.code(toMarta('101')), await luis.code(toMarta('102'))] as const;
    const both = await Promise.all([ana.sign(codes[0]), luis.sign(codes[1])]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await listed()).map(({ state }) => state)).toEqual(['accepted']);
    // The same person with another spelling of the document.
    await rules({
      barredBlocks: true,
      barred: [{ name: 'M. RUIZ', document: '52.123.456', role: 'administrator' }],
    });
    const eva = await owner(['103', '104']);
    expectRefused(await eva.ask(toMarta('103')), 'powerBlocked');
    const substitute = { name: 'M. RUIZ', document: '52.123.456' };
    expectRefused(await eva.ask({ ...toUnit('105', '103'), substitute }), 'powerBlocked');
    expectRefused(await eva.ask(toUnit('104', '103')), 'powerToOwner');
    expectRefused(await eva.ask(toMarta('101')), 'apartmentNotFound');
    expectRefused(
      await eva.ask({ ...toUnit('105', '103'), instructions: [{ point: 9, answer: 'Sí' }] }),
      'agendaItemUnknown',
    );
    const instructions = ['Sí', 'No'].map((answer) => ({ point: 2, answer }));
    expectRefused(await eva.ask({ ...toUnit('105', '103'), instructions }), 'instructionTwice');
  });

  race(
    'two phones, the desk and the arrival of the owner at once leave one holder at most',
    { tags: 'slow' },
    async () => {
      const params = evening;
      for (const comes of [false, true]) {
        const [ana, other] = [await owner(['101']), await owner(['101'])];
        const [one, two] = [await ana.code(toMarta('101')), await other.code(toUnit('102', '101'))];
        const onPaper = {
          apartmentIds: ['101'],
          holder: { name: 'PEDRO GIL', document: '111222' },
          accept: true,
        };
        const arrival = { code: await freshBadge(app, evening.jointId, '101'), endPower: true };
        const replies = await Promise.all<{ status: number }>([
          ana.sign(one),
          other.sign(two),
          app.call(enterPower, { params, body: onPaper }, evening.operator),
          ...(comes ? [app.call(register, { params, body: arrival }, evening.operator)] : []),
        ]);
        // A unit that its owner represents gets no power, and the arrival opens the assembly.
        expect(replies.map(({ status }) => status).filter((status) => status !== 409)).toContain(201);
        const standing = (await listed()).flatMap(({ units }) => units.filter(({ end }) => end === null));
        expect(standing).toHaveLength(comes ? 0 : 1);
      }
      await expectTrailExplainsAll(app);
    },
  );

  it('a limit counts a holder by the document, however written', async () => {
    await app.call(changeJoint, { params: evening, body: { proxyLimit: 1 } }, evening.staff);
    await rules({ limitBlocks: true });
    const [ana, luis] = [await owner(['101']), await owner(['102'])];
    await ana.give(toMarta('101'));
    for (const document of ['CC 52123456', ' 52 123 456 ', 'C.C. No. 0052.123.456 de Bogotá']) {
      const holder = { name: 'M. R.', document };
      expectRefused(await luis.ask({ ...toMarta('102'), holder }), 'powerBlocked');
    }
  });

  it('after a revocation during the question the owner votes once, and the holder no more', async () => {
    const { jointId, operator } = evening;
    const eva = await owner(['103', '104']);
    const substitute = { name: 'Luis Paz', document: '79.100.200' };
    const { powerId } = await eva.give({ ...toMarta('103', '104'), substitute });
    await eva.give(toUnit('101', '104'));
    const comes = (body: object) =>
      app.call(register, { params: evening, body: { code: '', ...body } }, operator);
    const [first, second] = [
      await freshCode(app, operator, jointId),
      await freshCode(app, operator, jointId),
    ];
    const came = await comes({ code: first, powers: [powerId], attendee: substitute });
    // The later power to another owner took 104.
    expect(came.body.registered.map(({ apartmentId }) => apartmentId)).toEqual(['103']);
    expectRefused(await comes({ code: second, powers: [powerId] }), 'alreadyRegistered');
    const conceptId = await evening.ask('¿Aprueba la cuota?');
    const vote = async (token: string, voteId: number) =>
      (await app.call(castVote, { body: { jointId, conceptId, apartmentId: '103', voteId } }, token)).status;
    const before = await qrSession(app, first);
    expect(await vote(before, 1)).toBe(201);
    expect((await comes({ code: second, powers: [powerId], takeBack: true })).status).toBe(201);
    const holder = await qrSession(app, second);
    expect([await vote(before, 2), await vote(holder, 2)]).toEqual([404, 409]);
    expect((await eva.end(powerId)).status).toBe(204);
    expect(await vote(holder, 1)).toBe(404);
    expect((await comes({ code: await freshBadge(app, jointId, '103') })).status).toBe(201);
    expect([await vote(eva.token, 2), await vote(operator, 1)]).toEqual([201, 409]);
    const votes = app.store.db.selectFrom('vote').select(['apartment_id', 'answer_id']);
    expect(await votes.where('joint_id', '=', jointId).execute()).toEqual([
      { apartment_id: '103', answer_id: 2 },
    ]);
    await expectTrailExplainsAll(app);
  });

  it('a user with units of several owners signs a power for each owner', async () => {
    const agent = await owner(['101', '103', '104']);
    expect((await agent.own()).owners).toEqual([
      { name: 'ANA', apartmentIds: ['101'] },
      { name: 'EVA', apartmentIds: ['103', '104'] },
    ]);
    expectRefused(await agent.ask(toMarta('101', '103')), 'powerOneOwner');
    expect((await agent.ask(toMarta('104', '103'))).body.text).toContain('Yo, EVA doy poder');
  });

  it('a signature ends the pending powers of the same units, in any order of acceptance', async () => {
    await rules({ phonePowers: 'checked' });
    const eva = await owner(['103', '104']);
    const [first, second, last] = [
      await eva.give(toMarta('103', '104')),
      await eva.give(toUnit('102', '103')),
      await eva.give(toUnit('101', '103')),
    ];
    const accept = (...powerIds: number[]) =>
      app.call(decidePowers, { params: evening, body: { powerIds, decision: 'accept' } }, evening.operator);
    expectRefused(await accept(second.powerId), 'powerDecided');
    expect((await accept(last.powerId)).status).toBe(200);
    expect((await accept(first.powerId)).status).toBe(200);
    const ends = (await listed()).map(({ state, units }) => [state, ...units.map(({ end }) => end?.how)]);
    expect(ends).toEqual([
      ['accepted', 'replaced', undefined],
      ['revoked', 'replaced'],
      ['accepted', undefined],
    ]);
  });

  it('a revocation during an open question annuls the open vote and keeps the closed one', async () => {
    const eva = await owner(['103', '104']);
    const { powerId } = await eva.give(toMarta('103', '104'));
    const card = await freshCode(app, evening.operator, evening.jointId);
    const body = { code: card, powers: [powerId] };
    expect((await app.call(register, { params: evening, body }, evening.operator)).status).toBe(201);
    const holder = await qrSession(app, card);
    const vote = (conceptId: number, apartmentId: string) =>
      app.call(castVote, { body: { jointId: evening.jointId, conceptId, apartmentId, voteId: 1 } }, holder);
    const closed = await evening.ask('¿Aprueba el acta?');
    expect((await vote(closed, '103')).status).toBe(201);
    await app.call(
      toggleConcept,
      { body: { jointId: evening.jointId, conceptId: closed, active: 0 } },
      evening.operator,
    );
    const open = await evening.ask('¿Aprueba la cuota?');
    expect((await vote(open, '103')).status).toBe(201);
    const stranger = await owner(['101']);
    expectRefused(await stranger.end(powerId), 'powerNotFound');
    expect((await eva.end(powerId)).status).toBe(204);
    const votes = await app.store.db
      .selectFrom('vote')
      .select(['concept_id', 'apartment_id'])
      .where('joint_id', '=', evening.jointId)
      .execute();
    expect(votes).toEqual([{ concept_id: closed, apartment_id: '103' }]);
    expect((await listed())[0]).toMatchObject({
      state: 'revoked',
      units: [{ end: { how: 'revoked' } }, { end: { how: 'revoked' } }],
    });
    expect((await vote(open, '104')).status).toBe(404);
    expectRefused(await eva.end(powerId), 'powerDecided');
    for (const email of [eva.email, marta.email]) {
      const revoked = () =>
        mailsTo(email).filter(({ subject }) => subject?.startsWith(`Se revocó el poder ${powerId} `));
      await expect.poll(() => revoked().length, { timeout: 20_000 }).toBe(1);
      expect(revoked()[0]?.text).toContain('dio a Marta Ruiz. Ya no vale para: 103, 104.');
    }
  });

  it('the holder reads the instructions by point of the present agenda', async () => {
    const ana = await owner(['101']);
    const instructions = [2, 3].map((point) => ({ point, answer: point === 2 ? 'Sí' : 'En blanco' }));
    const { powerId } = await ana.give({ ...toMarta('101'), instructions });
    const card = await freshCode(app, evening.operator, evening.jointId);
    await app.call(register, { params: evening, body: { code: card, powers: [powerId] } }, evening.operator);
    const body = { agenda: '1. Quórum\n2. Elección\n3. Presupuesto' };
    await app.call(changeAssembly, { params: evening, body }, evening.operator);
    const { body: read } = await app.call(listInstructions, { params: evening }, await qrSession(app, card));
    expect(read).toEqual([
      {
        apartmentId: '101',
        granter: 'ANA',
        instructions: '2. Presupuesto: Sí\n3. Cuota extraordinaria: En blanco',
        points: [{ agendaItem: 3, answer: 'Sí' }],
      },
    ]);
  });

  it('the arrival of the owner ends the power, also while the holder represents the unit', async () => {
    const [ana, luis] = [await owner(['101']), await owner(['102'])];
    const [first, second] = [await ana.give(toMarta('101')), await luis.give(toMarta('102'))];
    const badge = await freshBadge(app, evening.jointId, '101');
    const scan = (body: object) => app.call(register, { params: evening, body }, evening.operator);
    expectRefused(await scan({ code: badge }), 'powerStands');
    expect((await scan({ code: badge, endPower: true })).status).toBe(201);
    const card = await freshCode(app, evening.operator, evening.jointId);
    expect((await scan({ code: card, powers: [second.powerId] })).status).toBe(201);
    const own = await freshBadge(app, evening.jointId, '102');
    expect((await scan({ code: own, takeBack: true })).status).toBe(201);
    expect(
      (await listed()).map(({ powerId, state, units: [unit] }) => [powerId, state, unit?.end?.how]),
    ).toEqual([
      [first.powerId, 'revoked', 'arrived'],
      [second.powerId, 'revoked', 'arrived'],
    ]);
  });

  it('powers on the phone end at the closing time and the opening, by the rules of the joint', async () => {
    const [ana, poor] = [await owner(['101']), await owner(['105'], null)];
    expectRefused(await poor.ask(toMarta('105')), 'powerOnPaper');
    expect(await poor.own()).toMatchObject({ obstacle: 'Dé el poder en la mesa o por papel.', sentTo: null });
    await rules({ phonePowers: 'refused' });
    expectRefused(await ana.ask(toMarta('101')), 'powerOnPaper');
    await rules({ phonePowers: 'checked' });
    const pending = await ana.give(toMarta('101'));
    expect(pending.state).toBe('pending');
    const decision = { powerIds: [pending.powerId], decision: 'accept' as const };
    await app.call(decidePowers, { params: evening, body: decision }, evening.operator);
    expect((await ana.own()).powers[0]?.state).toBe('accepted');
    // Persons named by the joint check each power, also one from the phone; no other person decides.
    const unknown = await rules({ checkers: ['ana.no.existe', ''] });
    expectRefused(unknown, 'powerCheckerUnknown');
    expect(unknown.error.details).toMatchObject({ message: expect.stringContaining('«ana.no.existe»') });
    const { db } = app.store;
    await addUser(db, 'otra.mesa', Profile.operator, {});
    expectRefused(await rules({ checkers: ['otra.mesa'] }), 'powerCheckerUnknown');
    const otherId = await addUser(db, 'Otra.Persona', Profile.operator, {
      assemblyJoints: [evening.jointId],
    });
    const named = await rules({ phonePowers: 'accepted', checkers: [' otra.persona ', 'OTRA.persona'] });
    expect(named.body.checkers).toEqual(['Otra.Persona']);
    const query = { act: 'powerRulesChanged' };
    const trail = await app.call(listAudit, { params: evening, query }, evening.staff);
    expect(trail.body.entries[0]).toMatchObject({
      what: expect.stringContaining(' Revisan los poderes: Nombre de Otra.Persona.'),
      data: { checkers: [`user:${otherId}`] },
    });
    const checked = await ana.give(toMarta('101'));
    expect(checked.state).toBe('pending');
    const decide = (to: 'accept' | 'reject') => {
      const body = { powerIds: [checked.powerId], decision: to, reason: 'Sin firma' };
      return app.call(decidePowers, { params: evening, body }, evening.operator);
    };
    expectRefused(await decide('accept'), 'powerNotChecker');
    expectRefused(await decide('reject'), 'powerNotChecker');
    const operator = `operador${evening.jointId}`;
    await rules({ checkers: ['otra.persona', operator.toUpperCase()] });
    expect((await decide('accept')).status).toBe(200);
    // A user that leaves gives the right to no new user of the name; without a user left the desk decides.
    await rules({ checkers: ['otra.persona'] });
    const sofia = await owner(['105']);
    const second = await sofia.give(toMarta('105'));
    const gone = { username: 'suprimido-1', username_key: 'suprimido-1', disabled_at: 1 };
    await db.updateTable('user_account').set(gone).where('username_key', '=', 'otra.persona').execute();
    await addUser(db, 'otra.persona', Profile.operator, { assemblyJoints: [evening.jointId] });
    const read = await app.call(getPowerRules, { params: evening }, evening.staff);
    expect(read.body.checkers).toEqual([]);
    const body = { powerIds: [second.powerId], decision: 'accept' as const };
    expect((await app.call(decidePowers, { params: evening, body }, evening.operator)).status).toBe(200);

    const code = await ana.code(toMarta('101'));
    await rules({ phonePowerHours: 24 });
    const scheduledAt = new Date(Date.now() + 23 * 3_600_000).toISOString();
    await app.call(changeAssembly, { params: evening, body: { scheduledAt } }, evening.operator);
    expectRefused(await ana.sign(code), 'powerTooLate');
    await rules({ phonePowerHours: null });
    await app.call(changeAssembly, { params: evening, body: { scheduledAt: null } }, evening.operator);
    await evening.register(['102']);
    expectRefused(await ana.sign(code), 'powerTooLate');
    expect((await ana.own()).obstacle).toContain('Ya pasó la hora');
  });
});

/** Runs the program of the package alone, in an empty folder. Returns the faults and the first printed line. */
async function verified(files: Record<string, Uint8Array>) {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-poder-'));
  try {
    const zip = join(folder, 'prueba.zip');
    writeFileSync(zip, await zipOf(new Map(Object.entries(files))));
    writeFileSync(join(folder, 'verificar.py'), files['verificar.py'] ?? '');
    const run = (...more: string[]) =>
      spawnSync('python3', ['verificar.py', zip, ...more], { cwd: folder, encoding: 'utf8' }).stdout;
    return { faults: JSON.parse(run('--json')) as [string, string][], first: run().split('\n')[0] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describeOnOneEngine('powers on the phone without a mail server', (make) => {
  const app = appForSuite(make, endAssembly);
  it('the owner is sent to the desk or to paper', async () => {
    const evening = await holdAssembly(app, { units });
    const { token, userId } = await evening.owner(`ana${evening.jointId}`, ['101']);
    await app.call(updateUser, { params: { userId }, body: { email: 'ana@correo.co' } }, evening.staff);
    const refused = await app.call(askPowerCode, { params: evening, body: toMarta('101') }, token);
    expectRefused(refused, 'powerOnPaper');
    expect(refused.error.message).toBe('Dé el poder en la mesa o por papel.');
  });
});
