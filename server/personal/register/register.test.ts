import { createHash } from 'node:crypto';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { exportPerson, findPersons, showPerson } from '../../../shared/personal/personal.api.ts';
import * as api from '../../../shared/personal/register.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { listTasks } from '../../../shared/properties/tasks.api.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { insertJoint } from '../../properties/joints.repository.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { AppAsker } from '../../testing/app-asker.ts';
import { firstStaff } from '../../testing/assembly-fixture.ts';
import { expectRefused, expectTrailExplainsAll } from '../../testing/store-asserts.ts';
import { World } from '../../testing/world.ts';

/** A Friday; the Mondays 8, 15 and 29 June 2026 are holidays. */
const FRIDAY = '2026-06-05T10:00:00-05:00';
const TABLE = {
  fileName: 'unidades.csv',
  csv: 'unidad;propietario;coeficiente\n101;Ana Pardo;60\n102;Beto Ruiz;40',
};
const POLICY = {
  responsible: 'Conjunto Cedros, NIT 900.1',
  contact: 'datos@cedros.co',
  text: 'Finalidades…',
};
const PERSON = { person: 'Beto Ruiz', document: '79.111.222' };

describeOnOneEngine('the register of personal data', (make) => {
  const app = appForSuite(make);
  let jointId: number;
  let staff: string;
  let admin: string;
  let owner: string;
  let keys = 0;
  const params = () => ({ params: { jointId } });
  /** Sets the clock and signs in again, since sessions end. */
  const clock = async (instant: string) => {
    vi.setSystemTime(new Date(instant));
    admin = await tokenOf(app, 'gestora');
    owner = await tokenOf(app, 'ana');
  };
  const file = async (kind: 'query' | 'claim', text = '¿Qué datos tienen?') => {
    keys += 1;
    const input = { ...params(), body: { kind, text } };
    return (await app.call(api.fileOwnClaim, input, { token: owner, key: `de-ella-${keys}` })).body;
  };
  const note = (body: { receivedOn: string; kind?: 'query' | 'claim' }) => {
    keys += 1;
    const more = {
      kind: 'claim' as const,
      reach: 'beto@casa.co',
      channel: 'paper' as const,
      text: 'Corrijan.',
    };
    const input = { ...params(), body: { ...PERSON, ...more, ...body } };
    return app.call(api.noteDataClaim, input, { token: admin, key: `en-papel-${keys}` });
  };
  const claimParams = (claimId: number) => ({ params: { jointId, claimId } });
  const extend = (claimId: number) =>
    app.call(api.extendDataClaim, { ...claimParams(claimId), body: { reason: 'Falta un soporte' } }, admin);
  const answer = (claimId: number, text: string) =>
    app.call(api.answerDataClaim, { ...claimParams(claimId), body: { answer: text } }, admin);
  const own = async () => (await app.call(api.readOwnData, params(), owner)).body;
  const register = async () => (await app.call(api.readDataRegister, params(), admin)).body;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date(FRIDAY));
    staff = await firstStaff(app);
    jointId = await new World(new AppAsker(app, staff)).joint('Cedros', TABLE);
    await addUser(app.store.db, 'central', Profile.full);
    const assemblyJoints = [jointId];
    const rights = [{ jointId, rights: ['assemblies' as const] }];
    await addUser(app.store.db, 'gestora', Profile.admin, { assemblyJoints, rights });
    await addUser(app.store.db, 'contadora', Profile.admin, { assemblyJoints });
    const units = { assemblyApartments: [{ jointId, apartmentId: '101' }] };
    await addUser(app.store.db, 'ana', Profile.owner, units);
    await clock(FRIDAY);
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  it('a published policy is readable without a session, and keeps its versions', async () => {
    expectRefused(await app.call(api.readDataPolicy, params()), 'policyNotFound');
    expectRefused(await app.call(api.readDataPolicy, { params: { jointId: 99_999 } }), 'policyNotFound');
    const publish = (text: string) =>
      app.call(api.publishDataPolicy, { ...params(), body: { ...POLICY, text } }, admin);
    expectRefused(await publish('  \n'), 'badRequest');
    expect((await publish('Primera')).body.version).toBe(1);
    expect((await publish('Segunda')).body.version).toBe(2);
    expect((await publish('Segunda ')).body.version).toBe(2);
    const read = async (query: { version?: number }) =>
      (await app.call(api.readDataPolicy, { ...params(), query })).body;
    expect(await read({})).toMatchObject({ jointName: 'Cedros', policy: { version: 2, text: 'Segunda' } });
    const first = await read({ version: 1 });
    expect(first.policy).toMatchObject({ ...POLICY, text: 'Primera', version: 1 });
    expect(first.versions.map(({ version }) => version)).toEqual([2, 1]);
  });

  it('a joint accepts the contract once, and the homes of keepers name joints without it', async () => {
    const missing = async (token: string) => (await app.call(listTasks, {}, token)).body.withoutContract;
    const cedros = [{ jointId, jointName: 'Cedros' }];
    expect([await missing(admin), await missing(staff)]).toEqual([cedros, cedros]);
    expect(await missing(await tokenOf(app, 'contadora'))).toEqual([]);
    expect((await register()).contract).toBeNull();
    const accept = (person: string, version = 1, by = admin) =>
      app.call(api.acceptDataContract, { ...params(), body: { person, version } }, by);
    expectRefused(await accept('Rita Roa', 2), 'contractMoved');
    expectRefused(await accept('  '), 'badRequest');
    expectRefused(await accept('Rita Roa', 1, owner), 'forbidden');
    const accepted = { version: 1, person: 'Rita Roa', acceptedAt: new Date(FRIDAY).toISOString() };
    expect((await accept(' Rita Roa ')).body).toEqual(accepted);
    expect((await accept('Otra Persona')).body).toEqual(accepted);
    expect((await register()).contract).toEqual(accepted);
    expect(await missing(admin)).toEqual([]);
  });

  it('an owner authorises the last version once, and a withdrawal keeps the record', async () => {
    const authorise = (version: number) =>
      app.call(api.authoriseOwnData, { ...params(), body: { version } }, owner);
    expectRefused(await authorise(1), 'policyMoved');
    expect([(await authorise(2)).status, (await authorise(2)).status]).toEqual([204, 204]);
    const record = { version: 2, channel: 'page', proof: 'Sesión con usuario y contraseña', withdrawn: null };
    expect((await own()).authorisations).toMatchObject([
      { ...record, person: 'Nombre de ana', givenAt: new Date(FRIDAY).toISOString() },
    ]);
    const withdraw = () => app.call(api.withdrawOwnData, { ...params(), body: { reason: 'Me mudo' } }, owner);
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 204]);
    expect((await own()).authorisations[0]?.withdrawn).toMatchObject({ reason: 'Me mudo' });
    expect((await authorise(2)).status).toBe(204);
    expect(
      await own().then(({ authorisations }) => authorisations.map((one) => one.withdrawn === null)),
    ).toEqual([true, false]);
  });

  it('an owner consents to a recording apart from the policy, and withdraws it alone', async () => {
    const purpose = 'recording' as const;
    const authorise = () =>
      app.call(api.authoriseOwnData, { ...params(), body: { version: 2, purpose } }, owner);
    expect([(await authorise()).status, (await authorise()).status]).toEqual([204, 204]);
    const standing = async () =>
      (await own()).authorisations.flatMap((one) => (one.withdrawn === null ? [one.purpose] : []));
    expect(await standing()).toEqual(['recording', 'policy']);
    const body = { reason: 'No quiero salir', purpose };
    expect((await app.call(api.withdrawOwnData, { ...params(), body }, owner)).status).toBe(204);
    expect(await standing()).toEqual(['policy']);
    const { entries } = (await app.call(listAudit, { ...params(), query: {} }, await tokenOf(app, 'central')))
      .body;
    const [withdrawn, consent] = entries.filter(({ act }) => act.startsWith('dataAuth'));
    expect(withdrawn?.data).toMatchObject({ purpose });
    expect(withdrawn?.what).toBe('Se retiró la autorización de la grabación de las asambleas: 3.');
    const person = { person: 'Nombre de ana', document: null };
    const proof = 'Sesión con usuario y contraseña';
    const text = JSON.stringify({ ...person, version: 2, channel: 'page', proof, purpose });
    expect(consent?.data).toMatchObject({ sha256: createHash('sha256').update(text).digest('hex') });
  });

  it('the staff note an authorisation on paper, and its withdrawal once', async () => {
    const body = { ...PERSON, channel: 'paper' as const, proof: 'Formato firmado, carpeta 3' };
    const { body: noted } = await app.call(api.noteAuthorisation, { ...params(), body }, admin);
    expect(noted).toMatchObject({ ...body, version: 2, withdrawn: null });
    const of = (authorisationId: number) => ({ params: { jointId, authorisationId } });
    const withdraw = (authorisationId: number, reason: string) =>
      app.call(api.withdrawAuthorisation, { ...of(authorisationId), body: { reason } }, admin);
    await withdraw(noted.authorisationId, 'Carta del dueño');
    const again = await withdraw(noted.authorisationId, 'Otra razón');
    expect(again.body.withdrawn?.reason).toBe('Carta del dueño');
    expectRefused(await withdraw(99, 'x'), 'authorisationNotFound');
    const ofPage = { ...params(), body: { ...body, channel: 'page' as never } };
    expectRefused(await app.call(api.noteAuthorisation, ofPage, admin), 'badRequest');
  });

  it('the term counts business days without holidays: 10 for a query, 15 for a claim', async () => {
    expect(await file('query')).toMatchObject({ receivedOn: '2026-06-05', dueOn: '2026-06-23' });
    expect(await file('claim')).toMatchObject({ receivedOn: '2026-06-05', dueOn: '2026-07-01' });
    expect((await note({ receivedOn: '2026-06-04' })).body).toMatchObject({ ...PERSON, dueOn: '2026-06-30' });
    expectRefused(await note({ receivedOn: '2026-06-06' }), 'badRequest');
  });

  it('an extension counts from the last day, once, and never after the last day', async () => {
    await clock('2026-06-23T23:59:00-05:00');
    const extended = await extend(1);
    expect(extended.body).toMatchObject({ dueOn: '2026-07-01', extension: { reason: 'Falta un soporte' } });
    expectRefused(await extend(1), 'claimExtended');
    expect((await extend(2)).body.dueOn).toBe('2026-07-13');
    await clock('2026-07-01T00:00:00-05:00');
    expectRefused(await extend(3), 'claimOverdue');
    expectRefused(await extend(99), 'claimNotFound');
  });

  it('the tasks of today have the open claims with the first last day', async () => {
    const tasks = async (token: string) =>
      (await app.call(listTasks, {}, token)).body.joints.flatMap((one) => one.tasks);
    const due = { kind: 'dataClaims', count: 3, at: '2026-07-01T04:59:00.000Z' };
    expect(await tasks(admin)).toEqual([expect.objectContaining(due)]);
    expect(await tasks(await tokenOf(app, 'central'))).toEqual([expect.objectContaining(due)]);
    await addUser(app.store.db, 'mesa', Profile.operator, { assemblyJoints: [jointId] });
    expect(await tasks(await tokenOf(app, 'mesa'))).toEqual([]);
    expect(await tasks(await tokenOf(app, 'contadora'))).toEqual([]);
  });

  it('an answer is kept, never changes, and the owner reads it', async () => {
    expectRefused(await answer(1, ' '), 'badRequest');
    expect((await answer(1, 'Nombre, documento y correo.')).body.answer?.text).toContain('Nombre');
    expectRefused(await answer(1, 'Otra'), 'claimAnswered');
    expectRefused(await extend(1), 'claimAnswered');
    expect((await own()).claims.map(({ claimId, answer: one }) => [claimId, one?.text ?? null])).toEqual([
      [2, null],
      [1, 'Nombre, documento y correo.'],
    ]);
    expect((await register()).claims.map(({ claimId }) => claimId)).toEqual([3, 2, 1]);
  });

  it('an administrator reads without the right, and of a sector alone not at all', async () => {
    const token = await tokenOf(app, 'contadora');
    expect((await app.call(api.readDataRegister, params(), token)).status).toBe(200);
    const body = { reason: 'x' };
    const extending = await app.call(api.extendDataClaim, { ...claimParams(2), body }, token);
    expectRefused(extending, 'forbidden');
    const { db } = app.store;
    const sector = { parentId: jointId, jointName: 'Torre', usesAssemblies: true, usesBilling: false, at: 1 };
    const sectorId = await insertJoint(db, sector);
    await addUser(db, 'de.torre', Profile.admin, {
      assemblyJoints: [sectorId],
      rights: [{ jointId: sectorId, rights: ['assemblies'] }],
    });
    const ofSector = await tokenOf(app, 'de.torre');
    for (const id of [sectorId, jointId]) {
      const read = await app.call(api.readDataRegister, { params: { jointId: id } }, ofSector);
      expectRefused(read, 'jointNotFound');
      const noted = { params: { jointId: id, claimId: 2 }, body };
      expect((await app.call(api.extendDataClaim, noted, ofSector)).status).toBeGreaterThan(400);
    }
  });

  it('a claim of another joint is out of reach', async () => {
    const token = await tokenOf(app, 'central');
    const other = await new World(new AppAsker(app, token)).joint('Dalias', TABLE);
    const body = { reason: 'x' };
    const of = { params: { jointId: other, claimId: 2 }, body };
    expectRefused(await app.call(api.extendDataClaim, of, token), 'claimNotFound');
    expect((await app.call(api.readDataRegister, { params: { jointId: other } }, admin)).status).toBe(404);
    expect((await app.call(api.readDataRegister, params(), owner)).status).toBe(403);
  });

  it('a search finds an older proof than the last of the list', async () => {
    const row = await app.store.db
      .selectFrom('data_authorisation')
      .selectAll()
      .where('person', '=', PERSON.person)
      .executeTakeFirstOrThrow();
    const later = Array.from({ length: 501 }, (_, at) => ({
      ...row,
      authorisation_id: 1000 + at,
      person: `Otra ${at}`,
      document: null,
    }));
    const { db } = app.store;
    for (let at = 0; at < later.length; at += 50)
      await db
        .insertInto('data_authorisation')
        .values(later.slice(at, at + 50))
        .execute();
    const found = async (query: { text?: string }) =>
      (await app.call(api.readDataRegister, { ...params(), query }, admin)).body;
    const all = await found({});
    expect([all.more, all.authorisations.length]).toEqual([true, 500]);
    expect(all.authorisations.map(({ person }) => person)).not.toContain(PERSON.person);
    for (const text of ['béto', '79111222']) {
      const { more, authorisations, claims } = await found({ text });
      expect([more, authorisations.map(({ person }) => person)]).toEqual([false, [PERSON.person]]);
      expect(claims.map(({ claimId }) => claimId)).toEqual([3]);
    }
    await db.deleteFrom('data_authorisation').where('authorisation_id', '>=', 1000).execute();
  });

  it('an export leaves out a claim of another person about the person', async () => {
    await app.store.db
      .updateTable('data_claim')
      .set({ text: 'Ana Pardo y Nombre de ana saben mi dirección' })
      .where('claim_id', '=', 3)
      .execute();
    const token = await tokenOf(app, 'central');
    const [found] = (await app.call(findPersons, { ...params(), body: { text: 'ana' } }, token)).body;
    const input = { ...params(), body: { person: found?.person ?? '' } };
    const { body } = await app.call(exportPerson, input, token);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Uint8Array.from(body.bytes).buffer);
    const values = JSON.stringify(book.worksheets.map((sheet) => sheet.getSheetValues()));
    expect(values).toContain('¿Qué datos tienen?');
    expect(values).not.toMatch(/saben mi dirección|beto@casa/);
  });

  it('the export has the records of the person, and an erasure keeps them with the article', async () => {
    const token = await tokenOf(app, 'central');
    const [found] = (await app.call(findPersons, { ...params(), body: { text: 'ana' } }, token)).body;
    const input = { ...params(), body: { person: found?.person ?? '' } };
    expect((await app.call(exportPerson, input, token)).status).toBe(200);
    const shown = (await app.call(showPerson, input, token)).body;
    const what = 'Política, contrato, autorizaciones, consultas y reclamos sobre datos personales';
    expect(shown.stored).toContainEqual({ what, records: 5 });
    expect(shown.kept.find((one) => one.what === what)).toMatchObject({
      law: expect.stringContaining('Ley 1581 de 2012, art. 17'),
      until: '2036-07-01',
    });
  });

  it('each act has an entry without the data of the person', async () => {
    const token = await tokenOf(app, 'central');
    const { body } = await app.call(listAudit, { ...params(), query: {} }, token);
    const acts = body.entries.map(({ act }) => act);
    const count = (name: string) => acts.filter((act) => act === name).length;
    expect(['dataPolicyPublished', 'dataAuthorised', 'dataAuthorisationWithdrawn'].map(count)).toEqual([
      2, 4, 3,
    ]);
    expect(['dataClaimReceived', 'dataClaimExtended', 'dataClaimAnswered'].map(count)).toEqual([3, 2, 1]);
    const hashed = body.entries.filter(({ act }) =>
      ['dataClaimReceived', 'dataClaimAnswered', 'dataAuthorised'].includes(act),
    );
    for (const { data } of hashed)
      expect(data).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(body)).not.toMatch(/Beto|79\.111|Corrijan|beto@/);
    await expectTrailExplainsAll(app);
  });
});
