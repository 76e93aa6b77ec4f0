import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateUser } from '../../shared/accounts/users.api.ts';
import { enterPower } from '../../shared/assemblies/powers/powers.api.ts';
import { Profile } from '../../shared/profiles.ts';
import {
  type FindingKind,
  getUnitPage,
  MOST_FINDINGS,
  searchFacts,
} from '../../shared/properties/search.api.ts';
import { makeDemo } from '../demo/demo.ts';
import { headSignerOf } from '../platform/audit/signing.ts';
import { appForEachTest, describeOnOneEngine, TEST_SECRET, type TestApp } from '../testing/app.ts';
import { AppAsker, insertedUser } from '../testing/app-asker.ts';
import { firstStaff } from '../testing/assembly-fixture.ts';
import { Random } from '../testing/random.ts';
import { expectRefused } from '../testing/store-asserts.ts';
import { World } from '../testing/world.ts';
import { giveContacts, typedFacts } from './search.fixture.ts';

const table = (...rows: string[]) => ({
  fileName: 'unidades.csv',
  csv: ['unidad;propietario;documento;correo;teléfono;coeficiente', ...rows].join('\n'),
});

describeOnOneEngine('the search', (make) => {
  let app: TestApp;
  let staff: string;
  let cedros: number;
  let robles: number;

  beforeAll(async () => {
    app = await make();
    staff = await firstStaff(app);
    const world = new World(new AppAsker(app, staff));
    cedros = await world.joint(
      'Los Cedros',
      table(
        '1-101;Ángela Núñez Peña;52.123.456;angela@correo.example;300 555 0101;60',
        '1-102;Beto Ruiz;79000111;beto@correo.example;300 555 0202;40',
      ),
    );
    robles = await world.joint('Los Robles', table('1-101;Carla Díaz;1020304;carla@correo.example;;100'));
  });
  afterAll(() => app.close());

  const find = async (text: string, token = staff) => {
    const { status, body } = await app.call(searchFacts, { body: { text } }, { token });
    expect(status).toBe(200);
    return body.findings.map(({ kind, jointId, apartmentId }) => [kind, jointId, apartmentId]);
  };
  const linked = async (name: string, profile: Profile, joints: object) =>
    (await insertedUser(app, name, profile, joints)).token;

  it.each<[string, FindingKind]>([
    ['angela nunez', 'owner'],
    ['NÚÑEZ ángela', 'owner'],
    ['52123456', 'document'],
    ['52.123', 'document'],
    ['angela@correo', 'mail'],
    ['+57 300 555 0101', 'phone'],
    ['5550101', 'phone'],
    ['apto 1-101 de los cedros', 'unit'],
    ['1101 cedros', 'unit'],
  ])('%s leads to the unit 1-101 by the %s', async (text, kind) => {
    expect(await find(text)).toEqual([[kind, cedros, '1-101']]);
  });

  it('an exact unit stands in every joint with the unit, and a word without a fact finds no unit', async () => {
    expect(await find('1101')).toEqual([
      ['unit', cedros, '1-101'],
      ['unit', robles, '1-101'],
    ]);
    expect(await find('cedros')).toEqual([]);
    expect(await find('angela ruiz')).toEqual([]);
  });

  it('an act in the joint changes the next findings: a power and another owner', async () => {
    expect(await find('Vera Vecina')).toEqual([]);
    const body = { holder: { name: 'Vera Vecina' }, apartmentIds: ['1-102'], accept: true };
    await new AppAsker(app, staff).ask(enterPower, { params: { jointId: cedros }, body });
    expect(await find('vera vecina')).toEqual([['proxy', cedros, '1-102']]);
    await new AppAsker(app, staff).importUnits(robles, 'unidades.csv', table('1-101;Dora Gil;;;;100').csv);
    expect(await find('dora')).toEqual([['owner', robles, '1-101']]);
    expect(await find('carla')).toEqual([]);
  });

  it('a question of several assemblies stands once', async () => {
    const hall = new World(new AppAsker(app, staff)).hall(robles);
    for (let times = 0; times < 2; times += 1)
      await hall.ask({ conceptDescription: '¿Aprueba el orden del día?', active: 0 });
    expect(await find('orden del dia')).toEqual([['question', robles, null]]);
  });

  it('an operator finds the own joint alone, and no contacts', async () => {
    const token = await linked('porteria', Profile.operator, { assemblyJoints: [cedros] });
    expect(await find('1101', token)).toEqual([['unit', cedros, '1-101']]);
    expect(await find('angela@correo', token)).toEqual([]);
    expect(await find('5550101', token)).toEqual([]);
  });

  it('an administrator finds contacts only with the right of the joint', async () => {
    const { userId, token } = await insertedUser(app, 'gestora', Profile.admin, {
      assemblyJoints: [cedros],
      billingJoints: [robles],
    });
    const contacts = async (as: string) => {
      const params = { jointId: cedros, apartmentId: '1-101' };
      return (await app.call(getUnitPage, { params }, { token: as })).body.contacts;
    };
    expect(await find('angela@correo', token)).toEqual([]);
    expect(await contacts(token)).toBeNull();
    const rights = [{ jointId: cedros, rights: ['assemblies' as const] }];
    await app.call(updateUser, { params: { userId }, body: { rights } }, { token: staff });
    const { token: again } = await insertedUser(app, 'gestora2', Profile.admin, {
      assemblyJoints: [cedros],
      billingJoints: [robles],
      rights,
    });
    expect(await find('angela@correo', again)).toEqual([['mail', cedros, '1-101']]);
    expect(await contacts(again)).toEqual({ emails: ['angela@correo.example'], phones: ['300 555 0101'] });
  });

  it('the page of a unit has owners and the parts open to the caller', async () => {
    const params = { jointId: cedros, apartmentId: '1-101' };
    const { body } = await app.call(getUnitPage, { params }, { token: staff });
    expect(body).toMatchObject({
      jointName: 'Los Cedros',
      coefficient: 60,
      owners: [{ name: 'Ángela Núñez Peña', document: '52.123.456', until: null }],
      ...{ booksOf: cedros, hasAssemblies: true, hasTrail: true, retired: false },
    });
    const operator = await linked('porteria2', Profile.operator, { assemblyJoints: [cedros] });
    const seen = (await app.call(getUnitPage, { params }, { token: operator })).body;
    expect(seen).toMatchObject({ contacts: null, booksOf: null, hasAssemblies: true, hasTrail: true });
    expectRefused(
      await app.call(getUnitPage, { params: { ...params, jointId: robles } }, { token: operator }),
      'jointNotFound',
    );
    expectRefused(
      await app.call(getUnitPage, { params: { ...params, apartmentId: '9-999' } }, { token: staff }),
      'apartmentNotFound',
    );
  });

  it('owners may not search, and an answer has a limit', async () => {
    const owner = await linked('duena', Profile.owner, {});
    expectRefused(await app.call(searchFacts, { body: { text: 'beto' } }, { token: owner }), 'forbidden');
    expectRefused(
      await app.call(searchFacts, { body: { text: 'a'.repeat(81) } }, { token: staff }),
      'badRequest',
    );
    const world = new World(new AppAsker(app, staff));
    const rows = Array.from({ length: 25 }, (_, at) => `9-${at + 1};Familia Ocampo;;;;4`);
    await world.joint('Los Sauces', table(...rows));
    const { body } = await app.call(searchFacts, { body: { text: 'ocampo' } }, { token: staff });
    expect([body.findings.length, body.hasMore]).toEqual([MOST_FINDINGS, true]);
  });
});

describeOnOneEngine('the search over the demonstration', (make) => {
  const app = appForEachTest(make);

  it('each of 1,000 random facts, without accents and in capitals, leads to the unit', {
    tags: 'slow',
  }, async () => {
    const { db } = app.store;
    const signer = headSignerOf(TEST_SECRET);
    await makeDemo(db, { password: 'una clave de prueba', dataDir: '', signer, billedMonths: 1 });
    await giveContacts(db);
    const { token } = await insertedUser(app, 'buscadora', Profile.full);
    const facts = await typedFacts(db);
    const random = new Random(45);
    const missed: string[] = [];
    for (let at = 0; at < 1000; at += 1) {
      const { text, unit } = random.pick(facts);
      const { body } = await app.call(searchFacts, { body: { text } }, { token });
      if (!body.findings.some(({ apartmentId }) => apartmentId === unit)) missed.push(`${text} of ${unit}`);
    }
    for (const kind of ['CUENTA ', 'RECIBO ', '¿', '@', '300 555 '])
      expect(
        facts.some(({ text }) => text.includes(kind)),
        kind,
      ).toBe(true);
    expect(facts.length).toBeGreaterThan(1000);
    expect(missed).toEqual([]);
  });
});
