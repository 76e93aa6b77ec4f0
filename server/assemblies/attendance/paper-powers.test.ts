import { beforeAll, expect } from 'vitest';
import { findPeople, register } from '../../../shared/assemblies/attendance.api.ts';
import { departHolder, exchangeHolder, undoDeparture } from '../../../shared/assemblies/codes.api.ts';
import {
  addPowerPage,
  decidePowers,
  enterPower,
  getPowerPage,
  importPowers,
  listPowers,
  type NewPower,
} from '../../../shared/assemblies/powers/powers.api.ts';
import { actaDraft } from '../../../shared/assemblies/reports.api.ts';
import { castVote, listRecords } from '../../../shared/assemblies/votes.api.ts';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import { changePowerRules, getPowerRules } from '../../../shared/properties/power-rules.api.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  firstStaff,
  freshCode,
  holdAssembly,
  unitsOf,
} from '../../testing/assembly-fixture.ts';
import { freshBadge } from '../../testing/badge.ts';
import {
  endAssembly,
  expectRefused,
  expectTrailExplainsAll,
  qrSession,
} from '../../testing/store-asserts.ts';
import { upload } from '../../testing/upload.ts';
import { readWord } from '../../testing/word-text.ts';

const units = unitsOf('101;30;ANA', '102;25;LUIS', '103;15;EVA', '104;10;EVA', '105;20;SOFÍA');
const marta = { name: 'Marta Ruiz', document: '52.123.456' };

describeWithRaces('powers on paper', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const open = () => holdAssembly(app, { units, staff });
  const params = ({ jointId }: AssemblyFixture) => ({ params: { jointId } });
  const enter = (evening: AssemblyFixture, body: NewPower) =>
    app.call(enterPower, { ...params(evening), body }, { token: evening.operator });
  const decide = (
    evening: AssemblyFixture,
    powerIds: number[],
    decision: 'accept' | 'reject' | 'revoke',
    reason?: string,
  ) =>
    app.call(
      decidePowers,
      { ...params(evening), body: { powerIds, decision, ...(reason && { reason }) } },
      { token: evening.operator },
    );
  const scan = (evening: AssemblyFixture, body: object, by = app) =>
    by.call(register, { ...params(evening), body }, { token: evening.operator });
  const rules = async (evening: AssemblyFixture, body: object) => {
    const reply = await app.call(changePowerRules, { ...params(evening), body }, { token: staff });
    expect([reply.status, reply.body]).toMatchObject([200, body]);
  };
  const exchange = (evening: AssemblyFixture, code: string, next: string) =>
    app.call(exchangeHolder, { params: { code }, body: { code: next } }, { token: evening.operator });
  const powersOf = async (evening: AssemblyFixture) =>
    (await app.call(listPowers, { ...params(evening), query: {} }, { token: evening.operator })).body;
  const held = ({ jointId }: AssemblyFixture) =>
    app.store.db
      .selectFrom('attendance')
      .select(['apartment_id', 'holder', 'by_proxy', 'power_id'])
      .where('joint_id', '=', jointId)
      .orderBy('apartment_id')
      .execute();

  it('powers are entered, checked, and registered with the units of their holder in one act', async () => {
    const evening = await open();
    const entered = await enter(evening, {
      holder: marta,
      apartmentIds: ['103', '104'],
      instructions: '70 sí',
    });
    expect([entered.status, entered.body]).toMatchObject([
      201,
      { granter: { name: 'EVA' }, holder: marta, coefficient: 25, state: 'pending', warnings: [] },
    ]);
    const own = await enter(evening, { holder: { name: 'Luis' }, apartmentIds: ['101'], accept: true });
    expect(own.body).toMatchObject({ state: 'accepted', holderUnits: ['102'] });
    expect(own.body.warnings.map(({ code }) => code)).toEqual(['noDocument']);
    // A pending power does not register.
    const card = await freshCode(app, evening.operator, evening.jointId);
    expectRefused(await scan(evening, { code: card, powers: [entered.body.powerId] }), 'powerOfAnother');
    expect((await decide(evening, [entered.body.powerId], 'accept')).status).toBe(200);
    expectRefused(await decide(evening, [entered.body.powerId], 'accept'), 'powerDecided');

    const badge = await freshBadge(app, evening.jointId, '102');
    const luis = await scan(evening, { code: badge, powers: [own.body.powerId] });
    expect([luis.status, luis.body.powers]).toEqual([201, { owners: 1, limit: null }]);
    expect((await scan(evening, { code: card, powers: [entered.body.powerId] })).status).toBe(201);
    const { powerId } = entered.body;
    expect(await held(evening)).toEqual([
      { apartment_id: '101', holder: badge, by_proxy: 1, power_id: own.body.powerId },
      { apartment_id: '102', holder: badge, by_proxy: 0, power_id: null },
      { apartment_id: '103', holder: card, by_proxy: 1, power_id: powerId },
      { apartment_id: '104', holder: card, by_proxy: 1, power_id: powerId },
    ]);
    expect((await powersOf(evening)).map(({ state }) => state)).toEqual(['used', 'used']);
  });

  const luis = { name: 'Luis Paz', document: '79.1' };
  const withSubstitute = (evening: AssemblyFixture, ...apartmentIds: string[]) =>
    enter(evening, { holder: marta, substitute: luis, apartmentIds, accept: true });
  const present = async ({ jointId }: AssemblyFixture) =>
    app.store.db
      .selectFrom('attendance')
      .select(['apartment_id', 'attendee_name', 'power_id'])
      .where('joint_id', '=', jointId)
      .orderBy('apartment_id')
      .execute();

  it('a substitute comes with the same power; a later holder reads the name of the substitute', {
    tags: 'slow',
  }, async () => {
    const evening = await open();
    const { body } = await withSubstitute(evening, '103', '104');
    expect(body).toMatchObject({ state: 'accepted', holder: marta, substitute: luis });
    const [card, other] = [
      await freshCode(app, evening.operator, evening.jointId),
      await freshCode(app, evening.operator, evening.jointId),
    ];
    const powers = [body.powerId];
    expectRefused(
      await scan(evening, { code: card, powers, attendee: { name: 'Iván Díaz' } }),
      'powerOfAnother',
    );
    expect((await scan(evening, { code: card, powers, attendee: luis })).status).toBe(201);
    const found = { params: { jointId: evening.jointId }, body: { text: 'luis paz' } };
    expect((await app.call(findPeople, found, { token: evening.operator })).body.people).toMatchObject([
      { name: 'Luis Paz', role: 'proxy', powerIds: powers },
    ]);
    const late = await scan(evening, { code: other, powers });
    expectRefused(late, 'alreadyRegistered');
    expect(late.error.details).toMatchObject({ apartments: [{ attendee: 'Luis Paz' }, {}] });
    const ofPower = { power_id: body.powerId, attendee_name: 'Luis Paz' };
    expect(await present(evening)).toMatchObject([ofPower, ofPower]);
    // The desk hands the units to the holder, with the same power.
    expect((await scan(evening, { code: other, powers, takeBack: true })).status).toBe(201);
    const ofMarta = { power_id: body.powerId, attendee_name: 'Marta Ruiz' };
    expect(await present(evening)).toMatchObject([ofMarta, ofMarta]);
    const query = { act: 'powerRevoked' };
    const trail = await app.call(listAudit, { ...params(evening), query }, { token: evening.operator });
    expect(trail.body.entries).toEqual([]);
    // A substitute that takes the place of a holder that left.
    await app.call(departHolder, { params: { code: other }, body: {} }, { token: evening.operator });
    expect((await scan(evening, { code: card, powers, attendee: luis })).status).toBe(201);
    expect((await powersOf(evening)).map(({ state }) => state)).toEqual(['used']);
    await expectTrailExplainsAll(app);
    const acta = await app.call(
      actaDraft,
      { ...params(evening), query: { docx: true } },
      { token: evening.operator },
    );
    const { lines } = await readWord(Buffer.from(acta.body.bytes));
    expect(lines.join('\n')).toContain('Marta Ruiz, doc. 52.123.456; suplente: Luis Paz, doc. 79.1');
  });

  it('holder and substitute that are one person are found with each unit once', async () => {
    const evening = await open();
    const body = {
      holder: marta,
      substitute: { ...marta, name: 'MARTA RUIZ' },
      apartmentIds: ['101'],
      accept: true,
    };
    expect((await enter(evening, body)).status).toBe(201);
    const found = { ...params(evening), body: { text: 'marta' } };
    const { people } = (await app.call(findPeople, found, { token: evening.operator })).body;
    expect(people.map(({ units: own }) => own.map(({ apartmentId }) => apartmentId))).toEqual([['101']]);
  });

  race('holder and substitute at two desks at once register each unit once', async () => {
    const evening = await open();
    const { body } = await withSubstitute(evening, '103', '104');
    const [one, two] = [
      await freshCode(app, evening.operator, evening.jointId),
      await freshCode(app, evening.operator, evening.jointId),
    ];
    const powers = [body.powerId];
    const both = await Promise.all([
      scan(evening, { code: one, powers }),
      scan(evening, { code: two, powers, attendee: luis }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(new Set((await present(evening)).map((row) => row.attendee_name)).size).toBe(1);
  });

  it('limits of a substitute count at the door; a barred substitute is named at the entry', async () => {
    const evening = await open();
    await app.call(changeJoint, { ...params(evening), body: { proxyLimit: 1 } }, { token: staff });
    await rules(evening, { limitBlocks: true });
    expect((await enter(evening, { holder: luis, apartmentIds: ['101'], accept: true })).status).toBe(201);
    const { body } = await withSubstitute(evening, '103');
    expect(body.warnings).toEqual([]);
    const card = await freshCode(app, evening.operator, evening.jointId);
    const comes = { code: card, powers: [body.powerId], attendee: luis };
    expectRefused(await scan(evening, comes), 'powerBlocked');
    await rules(evening, { limitBlocks: false });
    expect((await scan(evening, comes)).body.warnings.map(({ code }) => code)).toEqual(['limit']);
    const role = 'administrator' as const;
    await rules(evening, { barred: [{ ...luis, role }] });
    const rosa = { holder: { name: 'Rosa Gil', document: '41.7' }, apartmentIds: ['105'] };
    const named = await enter(evening, { ...rosa, substitute: luis });
    expect(named.body.warnings.map(({ code }) => code)).toEqual(['barred']);
    await rules(evening, { barredBlocks: true });
    expectRefused(await enter(evening, { ...rosa, substitute: luis }), 'powerBlocked');
    expectRefused(await enter(evening, { ...rosa, substitute: { name: 'SOFÍA' } }), 'powerToOwner');
  });

  it('a standing power blocks other people until the power is ended explicitly', async () => {
    const evening = await open();
    const { body } = await enter(evening, { holder: marta, apartmentIds: ['101'], accept: true });
    const badge = await freshBadge(app, evening.jointId, '101');
    const refused = await scan(evening, { code: badge });
    expectRefused(refused, 'powerStands');
    expect(refused.error.details).toMatchObject({
      apartments: [{ apartmentId: '101', attendee: 'Marta Ruiz', powerId: body.powerId }],
    });
    const card = await freshCode(app, evening.operator, evening.jointId);
    const other = { code: card, apartmentIds: ['101'], byProxy: true, attendee: { name: 'Otro' } };
    expectRefused(await scan(evening, other), 'powerStands');
    expect(await held(evening)).toEqual([]);
    expect((await scan(evening, { code: badge, endPower: true })).status).toBe(201);
    const [power] = await powersOf(evening);
    expect(power).toMatchObject({ state: 'revoked', units: [{ end: { how: 'arrived' } }] });
    expectRefused(await scan(evening, { code: card, powers: [body.powerId] }), 'powerOfAnother');
  });

  it('a take back by the owner ends the power; the badge of the proxy stays valid', async () => {
    const evening = await open();
    const { body } = await enter(evening, { holder: { name: 'LUIS' }, apartmentIds: ['101'], accept: true });
    const luis = await freshBadge(app, evening.jointId, '102');
    await scan(evening, { code: luis, powers: [body.powerId] });
    await evening.ask('¿Aprueba?');
    const ana = await freshBadge(app, evening.jointId, '101');
    expectRefused(await scan(evening, { code: ana }), 'alreadyRegistered');
    expect((await scan(evening, { code: ana, takeBack: true })).status).toBe(201);
    expect((await held(evening)).map((row) => [row.apartment_id, row.holder, row.power_id])).toEqual([
      ['101', ana, null],
      ['102', luis, null],
    ]);
    expect((await powersOf(evening))[0]).toMatchObject({ state: 'revoked' });
    const code = await app.store.db
      .selectFrom('code')
      .select('withdrawn_at')
      .where('code', '=', luis)
      .executeTakeFirst();
    expect(code?.withdrawn_at).toBeNull();
  });

  it('the owner reads the vote of a proxy by name, before and after a take back', async () => {
    const evening = await open();
    const { jointId } = evening;
    const { body } = await enter(evening, { holder: marta, apartmentIds: ['103', '104'], accept: true });
    const card = await freshCode(app, evening.operator, jointId);
    await scan(evening, { code: card, powers: [body.powerId] });
    const conceptId = await evening.ask('¿Aprueba?');
    const proxy = await qrSession(app, card);
    const { token: eva } = await evening.owner(`eva${jointId}`, ['103', '104']);
    const cast = (token: string, apartmentId: string) =>
      app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } }, { token });
    expect((await cast(proxy, '103')).status).toBe(201);
    const proxies = async (token: string) => {
      const list = await app.call(listRecords, { params: { jointId, conceptId } }, { token });
      return list.body.map((vote) => [vote.apartmentId, vote.proxy]);
    };
    const byMarta = [['103', 'Marta Ruiz']];
    expect(await proxies(eva)).toEqual(byMarta);
    // The vote keeps the code of its time after a change of the proxy's card.
    const next = await freshCode(app, evening.operator, jointId);
    expect((await exchange(evening, card, next)).status).toBe(200);
    expect(await proxies(eva)).toEqual(byMarta);
    expect(await proxies(await qrSession(app, next))).toEqual([['103', undefined]]);
    const badge = await freshBadge(app, jointId, '103');
    expect((await scan(evening, { code: badge, takeBack: true })).status).toBe(201);
    expect(await proxies(eva)).toEqual(byMarta);
    const own = await qrSession(app, badge);
    expect(await proxies(own)).toEqual(byMarta);
    // Neither the proxy nor the desk reads a name, and a later vote of the owner is the owner's.
    expect(await proxies(evening.operator)).toEqual([['103', undefined]]);
    expect((await scan(evening, { code: badge, apartmentIds: ['104'], takeBack: true })).status).toBe(201);
    expect((await cast(own, '104')).status).toBe(201);
    expect(await proxies(eva)).toEqual([...byMarta, ['104', undefined]]);
  });

  it('a proxy back in the room under a new code reads own votes as own', async () => {
    const evening = await open();
    const { jointId, operator } = evening;
    const { body } = await enter(evening, { holder: marta, apartmentIds: ['103', '104'], accept: true });
    const card = await freshCode(app, operator, jointId);
    await scan(evening, { code: card, powers: [body.powerId] });
    const conceptId = await evening.ask('¿Aprueba?');
    const vote = { jointId, apartmentId: '103', conceptId, voteId: 1 };
    expect((await app.call(castVote, { body: vote }, { token: await qrSession(app, card) })).status).toBe(
      201,
    );
    const { token: eva } = await evening.owner(`eva${jointId}`, ['103', '104']);
    await evening.ask('¿Otra?');
    const left = await app.call(departHolder, { params: { code: card }, body: {} }, { token: operator });
    expect(left.status).toBe(200);
    const back = await app.call(undoDeparture, { params: { code: card } }, { token: operator });
    expect(back.status).toBe(200);
    const next = await freshCode(app, operator, jointId);
    expect((await exchange(evening, card, next)).status).toBe(200);
    const proxies = async (token: string) => {
      const list = await app.call(listRecords, { params: { jointId, conceptId } }, { token });
      return list.body.map(({ apartmentId, proxy }) => [apartmentId, proxy]);
    };
    expect(await proxies(eva)).toEqual([['103', 'Marta Ruiz']]);
    expect(await proxies(await qrSession(app, next))).toEqual([['103', undefined]]);
  });

  it('accepting a new power ends the former power; revoking a power frees its units', async () => {
    const evening = await open();
    const first = await enter(evening, { holder: marta, apartmentIds: ['103', '104'], accept: true });
    const second = await enter(evening, { holder: { name: 'Iván' }, apartmentIds: ['103'] });
    expect((await powersOf(evening))[0]?.state).toBe('accepted');
    await decide(evening, [second.body.powerId], 'accept');
    const [former] = await powersOf(evening);
    expect(former?.units.map(({ end }) => end?.how ?? null)).toEqual(['replaced', null]);
    const card = await freshCode(app, evening.operator, evening.jointId);
    await scan(evening, { code: card, powers: [first.body.powerId] });
    expect((await held(evening)).map((row) => row.apartment_id)).toEqual(['104']);
    expectRefused(await decide(evening, [first.body.powerId], 'revoke'), 'powerNeedsReason');
    expect((await decide(evening, [first.body.powerId], 'revoke', 'Lo dijo EVA')).status).toBe(200);
    expect(await held(evening)).toEqual([]);
    // The registered person represents the unit: a newly accepted paper takes no unit away.
    await evening.register(['105']);
    const late = await enter(evening, { holder: marta, apartmentIds: ['105'] });
    expectRefused(await decide(evening, [late.body.powerId], 'accept'), 'alreadyRegistered');
  });

  it('the door can record a paper power that was not announced', async () => {
    const evening = await open();
    const card = await freshCode(app, evening.operator, evening.jointId);
    await scan(evening, { code: card, apartmentIds: ['101', '103'], byProxy: true, attendee: marta });
    const powers = await powersOf(evening);
    expect(powers.map(({ granter, origin, state }) => [granter.name, origin, state])).toEqual([
      ['ANA', 'door', 'used'],
      ['EVA', 'door', 'used'],
    ]);
    expect((await held(evening)).map((row) => row.power_id)).toEqual(powers.map(({ powerId }) => powerId));
  });

  it('limits by number, share and person warn or block at entry, acceptance and the door', async () => {
    const evening = await open();
    await app.call(changeJoint, { ...params(evening), body: { proxyLimit: 1 } }, { token: staff });
    const barred = [{ name: 'Pedro Gil', document: '79.000.111', role: 'administrator' as const }];
    await rules(evening, { share: 30, barred });
    const read = await app.call(getPowerRules, params(evening), { token: evening.operator });
    expect(read.body).toEqual({
      limit: 1,
      limitBlocks: false,
      share: 30,
      shareBlocks: false,
      barredBlocks: false,
      barred,
      phonePowers: 'accepted',
      phonePowerHours: null,
      checkers: [],
    });
    // Exactly at the limit is allowed.
    const first = await enter(evening, { holder: marta, apartmentIds: ['101'], accept: true });
    expect(first.body.warnings).toEqual([]);
    const second = await enter(evening, { holder: marta, apartmentIds: ['103'] });
    expect(second.body.warnings.map(({ code }) => code)).toEqual(['limit', 'share']);
    const pedro = { name: 'PEDRO GIL G.', document: '79000111' };
    const third = await enter(evening, { holder: pedro, apartmentIds: ['105'] });
    expect(third.body.warnings.map(({ code }) => code)).toEqual(['barred']);

    await rules(evening, { limitBlocks: true, barredBlocks: true });
    expectRefused(await decide(evening, [second.body.powerId], 'accept'), 'powerBlocked');
    expectRefused(await decide(evening, [third.body.powerId], 'accept'), 'powerBlocked');
    expectRefused(await enter(evening, { holder: marta, apartmentIds: ['102'] }), 'powerBlocked');
    const card = await freshCode(app, evening.operator, evening.jointId);
    const byHand = { code: card, apartmentIds: ['102'], byProxy: true, attendee: marta };
    expectRefused(await scan(evening, byHand), 'powerBlocked');
    expect((await scan(evening, { code: card, powers: [first.body.powerId] })).status).toBe(201);
    // Barred for units of other owners, not for own units.
    expect((await enter(evening, { holder: marta, apartmentIds: ['101', '102'] })).error.code).toBe(
      'powerBlocked',
    );
  });

  race('two concurrent desks never exceed a blocking limit', async () => {
    const other = await app.another();
    const evening = await open();
    await app.call(changeJoint, { ...params(evening), body: { proxyLimit: 1 } }, { token: staff });
    await rules(evening, { limitBlocks: true });
    const cards = await Promise.all(
      ['101', '102', '105'].map(async (unit) => [
        unit,
        await freshCode(app, evening.operator, evening.jointId),
      ]),
    );
    const replies = await Promise.all(
      cards.map(([unit, code], i) =>
        scan(
          evening,
          { code, apartmentIds: [unit], byProxy: true, attendee: marta },
          i % 2 === 0 ? app : other,
        ),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await held(evening)).toHaveLength(1);
    await other.close();
  });

  it('pages of a power are stored unchanged, with the type read from the bytes', async () => {
    const evening = await open();
    const { body } = await enter(evening, { holder: marta, apartmentIds: ['101'] });
    const where = { params: { jointId: evening.jointId, powerId: body.powerId } };
    const pdf = Buffer.from('%PDF-1.4\n%poder');
    const uploaded = await upload(
      app,
      addPowerPage,
      where,
      { name: 'poder.pdf', content: pdf },
      evening.operator,
    );
    expect([uploaded.status, uploaded.body]).toMatchObject([
      201,
      { mediaType: 'application/pdf', size: pdf.length },
    ]);
    const html = { name: 'poder.pdf', content: '<script>' };
    expectRefused(await upload(app, addPowerPage, where, html, evening.operator), 'powerPageInvalid');
    const answer = await app.app.inject({
      url: `/SCAF/api/joints/${evening.jointId}/powers/${body.powerId}/pages/${uploaded.body.pageId}`,
      headers: { authorization: `Bearer ${evening.operator}` },
    });
    expect(answer.rawPayload.equals(pdf)).toBe(true);
    const elsewhere = await open();
    const foreign = { jointId: elsewhere.jointId, powerId: body.powerId, pageId: uploaded.body.pageId };
    expectRefused(
      await app.call(getPowerPage, { params: foreign }, { token: elsewhere.operator }),
      'powerNotFound',
    );
    for (let i = 1; i < 10; i++) {
      await upload(app, addPowerPage, where, { name: 'p.pdf', content: pdf }, evening.operator);
    }
    expectRefused(
      await upload(app, addPowerPage, where, { name: 'p.pdf', content: pdf }, evening.operator),
      'powerPagesFull',
    );
  });

  it('a sheet of powers is read whole: towers, numbered units, and a list beside', async () => {
    const evening = await open();
    const send = (...lines: string[]) =>
      upload(
        app,
        importPowers,
        params(evening),
        { name: 'poderes.csv', content: lines.join('\n') },
        evening.operator,
      );
    const unitsOf = async (...lines: string[]) =>
      (await send(...lines)).body.rows.map(({ apartmentIds }) => apartmentIds);
    const numbered = ['Apoderado;Documento;Inmueble 1;Inmueble 2', 'Marta Ruiz;52123456;101;103'];
    expect(await unitsOf(...numbered)).toEqual([['101', '103']]);
    expect(await unitsOf('Piso;Torre;Apto;Apoderado', '1;1;101 y 103;Marta Ruiz')).toEqual([['101', '103']]);
    expect(await unitsOf('Torre;Apto;Apoderado', 'A;101;Marta Ruiz')).toEqual([['101']]);
    const towers = await send('Torre;Apto;Apoderado', 'A;101;Marta Ruiz', 'B;103;Eva Sol');
    expect(towers.body.problems.map(({ code }) => code)).toEqual(['unitUnknown', 'unitUnknown']);
    expect(await unitsOf('Interior;Apoderado', '101;Marta Ruiz')).toEqual([['101']]);
    const words = 'Aptos;Quien otorga;A quién';
    expect(await unitsOf(words, '101 / 103;;Marta', '102 104;;Eva', 'Total poderes: 2;;')).toEqual([
      ['101', '103'],
      ['102', '104'],
    ]);
    const beside = await send('Apto;Apoderado;;Apto;Apoderado', '101;Marta Ruiz;;103;Eva Sol');
    expect(beside.body.problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'otherTables', message: expect.stringContaining('columnas D a E') },
    ]);
    const unread = await send('Apto;Apoderado;Delegado suplente', '101;Marta Ruiz;Eva Sol');
    expect(unread.body.problems.map(({ code }) => code)).toContain('columnsIgnored');
  });

  it('a sheet imports all powers or no power, and reports problems by row and column', async () => {
    const evening = await open();
    await rules(evening, { barred: [{ name: 'Pedro Gil', document: '79000111', role: 'council' }] });
    const send = (rows: readonly string[], commit = false) =>
      upload(
        app,
        importPowers,
        { ...params(evening), query: commit ? { commit } : {} },
        {
          name: 'poderes.csv',
          content: ['Inmueble;Propietario;Cédula;Apoderado;Documento;Nota', ...rows].join('\n'),
        },
        evening.operator,
      );
    const bad = await send([
      '101;ANA;;Marta Ruiz;52123456;x',
      '999;;;Marta Ruiz;52123456;',
      '102, 101;LUIS;;Iván;1;',
      '103;LUIS;;;;',
      '105;;;Sofía;;',
    ]);
    expect(bad.body.problems.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'Inmueble', 'unitUnknown'],
      [4, 'Inmueble', 'unitTwice'],
      [5, 'Apoderado', 'holderMissing'],
      [6, 'Apoderado', 'powerToOwner'],
      [6, 'Documento', 'noDocument'],
    ]);
    expect(bad.body.account.cells).toBe(
      bad.body.account.read +
        bad.body.account.sheets
          .flatMap((sheet) => [...sheet.rows, ...sheet.columns])
          .reduce((sum, one) => sum + (one.reason === null ? 0 : one.cells), 0),
    );
    const joined = await send(['101, 103 y 104;ANA;;Marta Ruiz;52123456;']);
    expect(joined.body.rows.map(({ apartmentIds }) => apartmentIds)).toEqual([['101', '103', '104']]);
    const good = ['101;ANA;;Marta Ruiz;52123456;', '"103;104";Otra;;Pedro Gil;79.000.111;'];
    const preview = await send(good);
    expect(preview.body.problems.map(({ row, severity, code }) => [row, severity, code])).toEqual([
      [3, 'warning', 'barred'],
      [3, 'warning', 'otherOwner'],
    ]);
    expect(await powersOf(evening)).toEqual([]);
    expect((await send(good, true)).body.committed).toBe(true);
    expect((await powersOf(evening)).map(({ origin, state }) => [origin, state])).toEqual([
      ['imported', 'pending'],
      ['imported', 'pending'],
    ]);
    const again = await send(good, true);
    expectRefused(again, 'importHasProblems');
    expect(await powersOf(evening)).toHaveLength(2);
  });
});
