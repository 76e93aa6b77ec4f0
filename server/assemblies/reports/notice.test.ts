import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { signIn } from '../../../shared/accounts/auth.api.ts';
import { createUser } from '../../../shared/accounts/users.api.ts';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { getChallenge } from '../../../shared/assemblies/challenge/challenge.api.ts';
import {
  type DeliveryChannel,
  listInvitations,
  makeSharedText,
  noteLetterSigned,
  printLetters,
  sendInvitations,
} from '../../../shared/assemblies/invitations.api.ts';
import { getNoticeDebtors } from '../../../shared/assemblies/law/debtors.api.ts';
import { noticeReport } from '../../../shared/assemblies/reports.api.ts';
import {
  addNoticeAddress,
  listNoticeAddresses,
} from '../../../shared/assemblies/signed-acta/notice-addresses.api.ts';
import {
  getNoticeFile,
  keepNoticeFile,
  listNoticeFiles,
  removeNoticeFile,
} from '../../../shared/assemblies/signed-acta/notice-files.api.ts';
import { addDays, today } from '../../../shared/days.ts';
import { fromPesos, NO_MONEY } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { mailForEachTest, PUBLIC_URL } from '../../platform/mail/mail.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { partsOfLink } from '../../testing/mail-server.ts';
import { textOfPdf } from '../../testing/setup/print.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { PASSWORD } from '../../testing/world.ts';
import { keepDebtors } from '../store/roll/debtors.repository.ts';
import { readGround } from './heading.ts';
import { noticeLayout, readNoticeReport } from './notice.report.ts';

const units = [
  ['101', 40, 'ANA'],
  ['102', 30, 'LUIS'],
  ['103', 20, 'EVA'],
  ['104', 10, ''],
] as const;

describeOnOneEngine('the notice with proof', (make) => {
  const app = appForSuite(make, endAssembly);
  const at = mailForEachTest(app, units);

  async function person(username: string, apartmentId: string, email: string | null): Promise<string> {
    const { jointId } = at.evening;
    const assemblyApartments = [{ jointId, apartmentId }];
    const fields = { name: username.toUpperCase(), password: PASSWORD, profileId: Profile.owner, email };
    const body = { username: `${username}${jointId}`, ...fields, assemblyApartments };
    return (await app.call(createUser, { body }, at.staff)).body.userId;
  }
  const params = () => ({ jointId: at.evening.jointId });
  const send = (body: { again?: boolean; changed?: true } = {}) =>
    app.call(sendInvitations, { params: params(), body }, at.evening.operator);
  const change = (body: object) => app.call(changeAssembly, { params: params(), body }, at.evening.operator);
  const reading = async () => readNoticeReport(app.store.db, await readGround(app.store.db, params()));
  const states = async () =>
    (await reading()).rows.map(({ owner, delivery, state }) => [owner, delivery?.channel ?? null, state]);
  const enter = (link: string) => {
    const { username, token } = partsOfLink(link);
    return app.call(signIn, { body: { username, password: token } });
  };

  it('each delivery has its channel, the answer of the server, the opening and the signature', {
    tags: 'slow',
  }, async () => {
    await change({
      ...{ scheduledAt: '2027-03-20T09:00:00-05:00', place: 'Salón comunal', agenda: 'Quórum' },
      convener: 'council',
    });
    await person('ana', '101', 'ana@correo.co');
    await person('luis', '102', 'luis@correo.co');
    const eva = await person('eva', '103', null);
    const { assemblyId } = (await readGround(app.store.db, params())).where;
    await keepDebtors(app.store.db, assemblyId, 'notice', {
      ...{ asOf: '2027-03-01', takenAt: Date.parse('2027-03-01T09:00:00-05:00'), takenBy: 'user:1' },
      debtors: [{ units: ['104'], owner: 'MARTA MOROSA', owed: fromPesos(250_000) ?? NO_MONEY }],
    });
    at.server.script.recipient = (address) => (address.startsWith('luis') ? { code: 550 } : undefined);
    await send();
    expect(await states()).toEqual([
      ['ANA', null, 'En cola'],
      ['LUIS', null, 'En cola'],
      ['EVA', null, 'Sin entrega'],
      ['Sin propietario conocido', null, 'Sin entrega'],
    ]);
    expect(await at.sender.run()).toMatchObject({ sent: 1, failed: 1 });
    const ofEva = { params: { ...params(), userId: eva } };
    expectRefused(await app.call(noteLetterSigned, ofEva, at.evening.operator), 'letterNotFound');
    const letters = { params: params(), body: { userIds: [eva], paper: 'a4' as const } };
    const printed = (await app.call(printLetters, letters, at.evening.operator)).body.bytes;
    const refused = 'El servidor de correo rechazó la dirección (respuesta 550).';
    expect(await states()).toEqual([
      ['ANA', 'mail', 'Entregado al servidor'],
      ['LUIS', null, refused],
      ['EVA', 'letter', 'Carta impresa'],
      ['Sin propietario conocido', null, 'Sin entrega'],
    ]);
    // An owner without a delivered mail gets a text, and enters by the link in the text.
    const shared = await app.call(
      makeSharedText,
      { params: { ...params(), userId: (await userOf('luis')).userId } },
      at.evening.operator,
    );
    expect(shared.status).toBe(201);
    expect(shared.body.text).toContain('art. 41');
    expect(shared.body.text).toContain('Lugar: Salón comunal');
    // Mail, letter and shared text name the convener (the specification, section 14, rule 3).
    const letterText = textOfPdf(printed).join(' ').replace(/\s+/g, ' ');
    for (const text of [at.server.to('ana@correo.co').text, letterText, shared.body.text])
      expect(text).toContain('Convoca: El consejo de administración');
    // The list of owners in arrears is on paper and in the owner's session, and in no mail (rule 6 there).
    expect(letterText).toMatch(/104 MARTA MOROSA 250\.000/);
    expect(at.server.to('ana@correo.co').text).toContain('Propietarios en mora al 1 de marzo de 2027');
    for (const text of [
      at.server.to('ana@correo.co').text,
      at.server.to('ana@correo.co').html,
      shared.body.text,
    ])
      expect(text).not.toMatch(/MOROSA|250\.000/);
    // The text may still be on the operator's phone.
    expect((await reading()).reached).toBe(2);
    const link = /\/Register\/\S+/.exec(shared.body.text)?.[0] ?? '';
    expect((await enter(`${PUBLIC_URL}${link}`)).status).toBe(200);
    const entered = await enter(at.server.to('ana@correo.co').link);
    expect(entered.status).toBe(200);
    const list = await app.call(getNoticeDebtors, { params: params() }, entered.body.jwt);
    expect(list.body).toEqual({
      asOf: '2027-03-01',
      debtors: [{ units: ['104'], owner: 'MARTA MOROSA', owed: 250_000 }],
    });
    const elsewhere = await holdAssembly(app, { units, staff: at.staff });
    const foreign = { params: { jointId: elsewhere.jointId } };
    expectRefused(await app.call(getNoticeDebtors, foreign, entered.body.jwt), 'jointNotFound');
    expectRefused(await app.call(getNoticeDebtors, { params: params() }, at.evening.operator), 'forbidden');
    for (const _ of [1, 2])
      expect((await app.call(noteLetterSigned, ofEva, at.evening.operator)).status).toBe(204);
    const proof = await reading();
    expect(proof.rows.map(({ owner, state }) => [owner, state])).toEqual([
      ['ANA', 'Abrió'],
      ['LUIS', 'Abrió'],
      ['EVA', 'Firmó'],
      ['Sin propietario conocido', 'Sin entrega'],
    ]);
    expect([proof.owners, proof.reached, proof.versions.length]).toEqual([4, 3, 1]);
    expect(proof.rows[0]?.delivery).toMatchObject({
      address: 'ana@correo.co',
      answer: expect.stringMatching(/^250/),
      noticeSha256: proof.versions[0]?.sha256,
    });
    const { body } = await app.call(noticeReport, { params: params(), query: {} }, at.evening.operator);
    const paper = textOfPdf(body.bytes).join(' ').replace(/\s+/g, ' ');
    expect(paper).toContain('Constancia de Convocatoria');
    expect(paper).toContain('Abrió');
    expect(paper).toContain(`Huella (SHA-256): ${proof.versions[0]?.sha256}`);
  });

  const userOf = (name: string) =>
    app.store.db
      .selectFrom('user_account')
      .select((eb) => eb.cast<string>('user_id', 'text').as('userId'))
      .where('username', '=', `${name}${at.evening.jointId}`)
      .executeTakeFirstOrThrow();

  it('a notice takes ten documents, each owner reads them, and each version has the hashes', {
    tags: 'slow',
  }, async () => {
    const { operator } = at.evening;
    const keep = (content: Buffer, name: string) =>
      upload(app, keepNoticeFile, { params: params() }, { name, content }, operator);
    const page = (n: number) =>
      Buffer.concat([Buffer.from('%PDF-1.4 '), Buffer.from([n]), Buffer.from('%%EOF')]);
    expectRefused(await keep(Buffer.from('no es un PDF'), 'presupuesto.pdf'), 'noticeFileInvalid');
    const budget = (await keep(page(1), 'Presupuesto.pdf')).body;
    expect(budget.sha256).toBe(createHash('sha256').update(page(1)).digest('hex'));
    expect((await keep(page(1), 'otra vez.pdf')).body).toEqual(budget);
    const ana = await at.evening.owner(`dueña${at.evening.jointId}`, ['101']);
    const listed = () => app.call(listNoticeFiles, { params: params() }, ana.token);
    expect((await listed()).body).toEqual([budget]);
    const of = { params: { ...params(), fileId: budget.fileId } };
    expect(Buffer.from((await app.call(getNoticeFile, of, ana.token)).body.bytes)).toEqual(page(1));
    const letters = { params: params(), body: { userIds: [ana.userId], paper: 'a4' as const } };
    expect((await app.call(printLetters, letters, operator)).status).toBe(200);
    const annexes = async () =>
      (await app.call(getChallenge, { params: params(), query: {} }, operator)).body.grounds.find(
        ({ code }) => code === 'annexes',
      )?.state;
    expect(await annexes()).toBe('green');
    expect((await app.call(removeNoticeFile, of, operator)).status).toBe(204);
    expectRefused(await app.call(removeNoticeFile, of, operator), 'noticeFileNotFound');
    expectRefused(await app.call(getNoticeFile, of, ana.token), 'noticeFileNotFound');
    expect((await listed()).body).toEqual([]);
    expect((await app.call(printLetters, letters, operator)).status).toBe(200);
    const { fileName, size, sha256 } = budget;
    const { versions } = await reading();
    expect(versions.map(({ content }) => content.files)).toEqual([[{ fileName, size, sha256 }], []]);
    expect(await annexes()).toBe('missing');
    // A document taken away and added again is the same document.
    expect((await keep(page(1), 'Presupuesto.pdf')).body.fileId).toBe(budget.fileId);
    expect(await annexes()).toBe('green');
    for (let n = 2; n <= 10; n += 1) expect((await keep(page(n), `${n}.pdf`)).status).toBe(201);
    expectRefused(await keep(page(11), '11.pdf'), 'noticeFilesFull');
    // No delivery names the new documents; a document of no sent notice is deleted.
    expect(await annexes()).toBe('missing');
    const unsent = (await listed()).body.at(-1)?.fileId ?? 0;
    await app.call(removeNoticeFile, { params: { ...params(), fileId: unsent } }, operator);
    const rows = await app.store.db
      .selectFrom('assembly_file')
      .select('file_id')
      .where('purpose', '=', 'notice')
      .execute();
    expect(rows).toHaveLength(9);
    const paper = textOfPdf(
      (await app.call(noticeReport, { params: params(), query: {} }, operator)).body.bytes,
    );
    expect(paper.join(' ').replace(/\s+/g, ' ')).toContain(`Documento «Presupuesto.pdf», huella ${sha256}`);
  });

  it('owners read the list of debtors in the last sent notice, not a newer list', async () => {
    const { jointId, operator } = at.evening;
    const { assemblyId } = (await readGround(app.store.db, params())).where;
    const { userId, token } = await at.evening.owner(`lectora${jointId}`, ['101']);
    const take = (owner: string) =>
      keepDebtors(app.store.db, assemblyId, 'notice', {
        ...{ asOf: '2027-03-01', takenAt: Date.now(), takenBy: 'user:1' },
        debtors: [{ units: ['104'], owner, owed: fromPesos(250_000) ?? NO_MONEY }],
      });
    const listed = async () => {
      const { body } = await app.call(getNoticeDebtors, { params: params() }, token);
      return body?.debtors.map(({ owner }) => owner) ?? null;
    };
    const print = async () => {
      const letters = { params: params(), body: { userIds: [userId], paper: 'a4' as const } };
      const { bytes } = (await app.call(printLetters, letters, operator)).body;
      return textOfPdf(bytes)
        .join(' ')
        .match(/MARTA|PEDRO/g);
    };
    await take('MARTA');
    expect(await listed()).toBeNull();
    expect(await print()).toEqual(['MARTA']);
    expect(await listed()).toEqual(['MARTA']);
    await take('PEDRO');
    expect(await listed()).toEqual(['MARTA']);
    expect(await print()).toEqual(['PEDRO']);
    expect(await listed()).toEqual(['PEDRO']);
    // The first version again: the last delivery decides, not the newest version.
    await take('MARTA');
    expect(await print()).toEqual(['MARTA']);
    expect(await listed()).toEqual(['MARTA']);
  });

  it('a signed letter of a user with units of two owners counts once', async () => {
    const { userId } = await at.evening.owner(`gestora${at.evening.jointId}`, ['101', '102']);
    const letters = { params: params(), body: { userIds: [userId], paper: 'a4' as const } };
    expect((await app.call(printLetters, letters, at.evening.operator)).status).toBe(200);
    const ofOwner = { params: { ...params(), userId } };
    expect((await app.call(noteLetterSigned, ofOwner, at.evening.operator)).status).toBe(204);
    const proof = await reading();
    expect(proof.rows.filter(({ state }) => state === 'Firmó')).toHaveLength(2);
    expect(noticeLayout(proof).facts).toContainEqual(
      expect.objectContaining({ label: 'Cartas firmadas', value: 1 }),
    );
  });

  it('a changed notice is a new version, and its ground is red until each owner has it', async () => {
    at.evening = await holdAssembly(app, {
      units: [
        ['101', 60, 'ANA'],
        ['102', 40, 'LUIS'],
      ],
      staff: at.staff,
    });
    await change({ scheduledAt: '2027-03-20T09:00:00-05:00', place: 'Salón comunal', agenda: 'Quórum' });
    await person('ana', '101', 'ana@correo.co');
    await person('luis', '102', 'luis@correo.co');
    await send();
    await at.sender.run();
    await change({ place: 'Parque' });
    const ground = async () =>
      (await app.call(getChallenge, { params: params(), query: {} }, at.evening.operator)).body.grounds.find(
        ({ code }) => code === 'everyOwner',
      )?.state;
    expect(await ground()).toBe('red');
    await send({ changed: true });
    await at.sender.run();
    expect(await ground()).toBe('green');
    const { versions, rows } = await reading();
    expect(versions.map(({ content: { place, sequence } }) => [place, sequence])).toEqual([
      ['Salón comunal', 0],
      ['Parque', 1],
    ]);
    const ofAna = rows.flatMap(({ owner, delivery }) => (owner === 'ANA' ? [delivery?.noticeSha256] : []));
    expect(ofAna).toEqual(versions.map(({ sha256 }) => sha256));
    // The trail binds the hash of the mailed version.
    const queued = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('act', '=', 'invitationsQueued')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(queued.data).noticeSha256).toBe(versions[1]?.sha256);
  });

  it('a delivery uses the address of its day, and a correction is another address', async () => {
    const day = (days: number) => addDays(today(), days);
    const of = (apartmentId: string) => ({ params: { ...params(), apartmentId } });
    let keys = 0;
    const add = (apartmentId: string, body: { kind: DeliveryChannel; value: string; since: string }) => {
      keys += 1;
      const input = { ...of(apartmentId), body: { ...body, proof: 'Formato firmado' } };
      const as = { token: at.evening.operator, key: `direccion-${at.evening.jointId}-${keys}` };
      return app.call(addNoticeAddress, input, as);
    };
    const mail = (value: string, since: string) => add('101', { kind: 'mail', value, since });
    await person('ana', '101', 'usuario@correo.co');
    await person('luis', '102', 'luis@correo.co');
    expectRefused(await add('101', { kind: 'mail', value: 'Calle 1', since: day(0) }), 'badRequest');
    expectRefused(await add('104', { kind: 'letter', value: 'Calle 1', since: day(0) }), 'badRequest');
    expectRefused(await add('999', { kind: 'letter', value: 'Calle 1', since: day(0) }), 'apartmentNotFound');
    expect((await mail('vieja@correo.co', day(-9))).status).toBe(201);
    await mail('hoy@correo.co', day(0));
    await mail('futura@correo.co', day(1));
    await add('102', { kind: 'letter', value: 'Calle 2 # 3-4', since: day(-1) });
    expect((await send()).body).toMatchObject({ queued: 1 });
    await at.sender.run();
    await app.call(printLetters, { params: params(), body: {} }, at.evening.operator);
    await mail('despues@correo.co', day(0));
    const rows = (await reading()).rows.map(({ delivery, registered }) => [
      delivery?.address ?? null,
      registered?.value ?? null,
    ]);
    expect(rows).toEqual([
      ['hoy@correo.co', 'hoy@correo.co'],
      ['Calle 2 # 3-4', 'Calle 2 # 3-4'],
      [null, null],
      [null, null],
    ]);
    const { body } = await app.call(listNoticeAddresses, of('101'), at.evening.operator);
    expect(body.addresses.map(({ value }) => value)).toEqual([
      'futura@correo.co',
      'despues@correo.co',
      'hoy@correo.co',
      'vieja@correo.co',
    ]);
    expect(
      (await app.call(listInvitations, { params: params() }, at.evening.operator)).body.invitations,
    ).toMatchObject([
      { name: 'ANA', email: 'despues@correo.co', registered: 'mail' },
      { name: 'EVA', email: null, registered: null },
      { name: 'LUIS', email: null, registered: 'letter' },
    ]);
  });

  it('the personal link goes to a registered address only if one owner certainly owns all units', async () => {
    at.evening = await holdAssembly(app, {
      units: [
        ['101', 30, 'MADRE'],
        ['202', 30, 'PEDRO'],
        ['301', 20, 'ANA RUIZ / LUIS PÉREZ'],
        ['401', 10, 'EVA SOL'],
        ['501', 10, 'IVÁN LUNA'],
      ],
      staff: at.staff,
    });
    const { jointId, operator } = at.evening;
    const [madre, junta, agencia] = [
      `madre${jointId}@a.co`,
      `junta${jointId}@a.co`,
      `agencia${jointId}@a.co`,
    ];
    const register = async (apartmentId: string, value: string) => {
      const body = { kind: 'mail' as const, value, since: today(), proof: 'Formato firmado' };
      const as = { token: operator, key: `${value}-${apartmentId}` };
      const input = { params: { jointId, apartmentId }, body };
      const first = await app.call(addNoticeAddress, input, as);
      expect(first.status).toBe(201);
      expect((await app.call(addNoticeAddress, input, as)).body).toEqual(first.body);
    };
    await person('pedro', '202', 'pedro@correo.co');
    await app.store.db
      .insertInto('user_apartment')
      .columns(['user_id', 'service', 'joint_id', 'apartment_id'])
      .expression((eb) =>
        eb
          .selectFrom('user_account')
          .select(['user_id', eb.val('assembly').as('service'), eb.val(jointId).as('joint_id')])
          .select(eb.val('101').as('apartment_id'))
          .where('username', '=', `pedro${jointId}`),
      )
      .execute();
    await person('ana', '301', 'ana@correo.co');
    await person('luis', '301', 'luis@correo.co');
    await register('101', madre);
    await register('301', junta);
    await register('401', agencia);
    await register('501', agencia);
    expect((await send()).body).toMatchObject({ queued: 5, created: 2 });
    const mails = await app.store.db
      .selectFrom('mail_message')
      .select('to_address')
      .where('joint_id', '=', jointId)
      .execute();
    expect(mails.map(({ to_address }) => to_address).sort()).toEqual(
      [agencia, agencia, junta, junta, 'pedro@correo.co'].sort(),
    );
    const { invitations } = (await app.call(listInvitations, { params: params() }, operator)).body;
    expect(invitations.map(({ name, registered, byHand }) => [name, registered, byHand])).toEqual([
      ['ANA', 'mail', []],
      ['EVA SOL', 'mail', []],
      ['IVÁN LUNA', 'mail', []],
      ['LUIS', 'mail', []],
      ['PEDRO', null, [{ owner: 'MADRE', apartmentId: '101', kind: 'mail', value: madre }]],
    ]);
    const frozen = () =>
      app.store.db
        .selectFrom('assembly')
        .select('power_limits')
        .where('joint_id', '=', jointId)
        .executeTakeFirstOrThrow();
    // A queued mail is no notice: the limits of powers are kept with the first sent mail.
    expect((await frozen()).power_limits).toBeNull();
    await at.sender.run();
    expect((await frozen()).power_limits).toBe(JSON.stringify({ limit: null, share: null }));
    // The mother has no delivery to her registered address.
    const afterMails = await reading();
    expect([afterMails.owners, afterMails.reached]).toEqual([5, 4]);
    // The address of an agency identifies no owner.
    const users = await app.store.db
      .selectFrom('user_account')
      .select('user_id')
      .where('email', '=', agencia)
      .execute();
    expect(users).toEqual([]);
  });
});
