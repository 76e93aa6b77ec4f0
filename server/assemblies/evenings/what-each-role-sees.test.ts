import { beforeAll, expect, it } from 'vitest';
import { signIn } from '../../../shared/accounts/auth.api.ts';
import { createUser } from '../../../shared/accounts/users.api.ts';
import { listAssemblyApartments } from '../../../shared/assemblies/attendance.api.ts';
import { getHolder, listCodes } from '../../../shared/assemblies/codes.api.ts';
import {
  castVote,
  getApartmentsQuantity,
  getQuorum,
  listRecords,
  unitHistory,
} from '../../../shared/assemblies/votes.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused, qrSession } from '../../testing/store-asserts.ts';
import { PASSWORD } from '../../testing/world.ts';
import { codeIdOf } from '../store/attendance/codes.repository.ts';

const units = unitsOf('101;25.5;ANA', '102;24.5;LUIS', '103;30;EVA', '104;20;EVA');

/**
 * Assembly: 101 and 102 are registered with one code and 103 with another; 101 voted for answer 1 and 103 for
 * answer 2. Ana owns 101 and 104.
 */
describeOnOneEngine('the view of an assembly for each profile', (make) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  let question: number;
  let code: string;
  let otherCode: string;
  let qr: string;
  let ana: { token: string; userId: string };
  let admin: string;
  beforeAll(async () => {
    const staff = await firstStaff(app);
    evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    code = await evening.register(['101', '102']);
    otherCode = await evening.register(['103']);
    ana = await evening.owner('ana', ['101', '104']);
    const fields = { name: 'Administra', password: PASSWORD, profileId: Profile.admin };
    await app.call(createUser, { body: { username: 'admin', ...fields, assemblyJoints: [jointId] } }, staff);
    admin = (await app.call(signIn, { body: { username: 'admin', password: PASSWORD } })).body.jwt;
    qr = await qrSession(app, otherCode);
    question = await evening.ask('¿Aprueba?');
    for (const [apartmentId, voteId] of [
      ['101', 1],
      ['103', 2],
    ] as const) {
      const body = { jointId, apartmentId, conceptId: question, voteId };
      const done = await app.call(castVote, { body }, operator);
      expect(done.status).toBe(201);
    }
  });

  const apartments = async (token: string) => {
    const { jointId } = evening;
    const list = await app.call(listAssemblyApartments, { params: { jointId }, query: {} }, token);
    expect(list.status).toBe(200);
    return list.body.map(({ apartmentId, userId }) => [apartmentId, userId]);
  };
  const records = async (token: string, conceptId: number) => {
    const { jointId } = evening;
    const list = await app.call(listRecords, { params: { jointId, conceptId }, query: {} }, token);
    return list.body.map(({ apartmentId, voteId, assemblyApartment }) => [
      apartmentId,
      voteId,
      assemblyApartment.userId,
    ]);
  };
  const history = (token: string, apartmentId: string) =>
    app.call(unitHistory, { params: { jointId: evening.jointId, apartmentId }, query: {} }, token);

  it('the desk sees every unit with the public id of its code', async () => {
    const [id, otherId] = await Promise.all([code, otherCode].map((one) => codeIdOf(app.store.db, one)));
    for (const token of [evening.operator, evening.staff]) {
      expect(await apartments(token)).toEqual([
        ['101', id],
        ['102', id],
        ['103', otherId],
        ['104', null],
      ]);
      expect(await records(token, 1)).toEqual([
        ['101', 1, id],
        ['102', 1, id],
        ['103', 1, otherId],
      ]);
      expect(await records(token, question)).toEqual([
        ['101', null, id],
        ['103', null, otherId],
      ]);
    }
  });

  it("an administrator sees every unit, and 'QR' in the place of codes", async () => {
    expect(await apartments(admin)).toEqual([
      ['101', 'QR'],
      ['102', 'QR'],
      ['103', 'QR'],
      ['104', null],
    ]);
    expect(await records(admin, question)).toEqual([
      ['101', null, 'QR'],
      ['103', null, 'QR'],
    ]);
    const params = { jointId: evening.jointId };
    expectRefused(await app.call(listCodes, { params }, admin), 'forbidden');
    expectRefused(await app.call(getHolder, { params: { code } }, admin), 'forbidden');
  });

  it('an owner sees only own units, without the codes of their holders', async () => {
    expect(await apartments(ana.token)).toEqual([
      ['101', 'QR'],
      ['104', null],
    ]);
    expect(await records(ana.token, 1)).toEqual([['101', 1, 'QR']]);
    expect(await records(ana.token, question)).toEqual([['101', 1, 'QR']]);
    expect((await history(ana.token, '101')).body.map(({ voteId }) => voteId)).toEqual([1]);
    expect((await history(ana.token, '104')).body.map(({ voteId }) => voteId)).toEqual([null]);
    for (const unit of ['102', '103', '999']) {
      expectRefused(await history(ana.token, unit), 'apartmentNotFound');
    }
  });

  it('a QR session sees only the units of its code', async () => {
    expect(await apartments(qr)).toEqual([['103', otherCode]]);
    expect(await records(qr, question)).toEqual([['103', 2, otherCode]]);
    expect((await history(qr, '103')).body).toEqual([
      {
        conceptId: question,
        conceptDescription: '¿Aprueba?',
        voteId: 2,
        answerDescription: 'No',
        at: expect.any(String),
        receipt: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
        way: 'desk',
      },
    ]);
    expectRefused(await history(qr, '101'), 'apartmentNotFound');
  });

  it('all callers see the same sums', async () => {
    const params = { jointId: evening.jointId, conceptId: question };
    for (const token of [evening.operator, admin, ana.token, qr]) {
      const sum = (query: { voteId?: number }) => app.call(getQuorum, { params, query }, token);
      const many = (query: { voteId?: number }) => app.call(getApartmentsQuantity, { params, query }, token);
      expect((await sum({})).body).toEqual({ coefficient: 55.5 });
      expect((await sum({ voteId: 1 })).body).toEqual({ coefficient: 25.5 });
      expect((await sum({ voteId: 3 })).body).toEqual({ coefficient: 0 });
      expect((await sum({ voteId: 17 })).body).toEqual({ coefficient: 0 });
      expect((await many({})).body).toEqual({ quantity: 2 });
      expect((await many({ voteId: 2 })).body).toEqual({ quantity: 1 });
    }
  });

  it('a caller of another joint sees no data', async () => {
    const other = await holdAssembly(app, { units, staff: evening.staff });
    const stranger = await other.owner('extraña', ['101']);
    const params = { jointId: evening.jointId };
    for (const token of [other.operator, stranger.token]) {
      expectRefused(await app.call(listAssemblyApartments, { params, query: {} }, token), 'jointNotFound');
      expectRefused(
        await app.call(listRecords, { params: { ...params, conceptId: 1 }, query: {} }, token),
        'jointNotFound',
      );
      expectRefused(await history(token, '101'), 'jointNotFound');
    }
  });
});
