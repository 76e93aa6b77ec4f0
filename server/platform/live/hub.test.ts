import { afterEach, beforeAll, expect } from 'vitest';
import { signOut } from '../../../shared/accounts/auth.api.ts';
import { listUsers, updateUser } from '../../../shared/accounts/users.api.ts';
import { changeAssembly, getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { withdrawHolder } from '../../../shared/assemblies/codes.api.ts';
import { deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote, getApartmentsQuantity, getQuorum } from '../../../shared/assemblies/votes.api.ts';
import { codeIdOf } from '../../assemblies/store/attendance/codes.repository.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Follower, follow, followJoint, listen } from '../../testing/live.ts';
import { endAssembly, qrSession } from '../../testing/store-asserts.ts';

const units = unitsOf('101;30.000000001;ANA', '102;29.999999999;LUIS', '103;25;EVA', '104;15;EVA');

describeWithRaces('the hub', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let url: string;
  let staff: string;
  const open: Follower[] = [];
  beforeAll(async () => {
    staff = await firstStaff(app);
    url = await listen(app);
  });
  afterEach(() => {
    for (const follower of open.splice(0)) follower.close();
  });

  const hold = () => holdAssembly(app, { units, staff });
  async function at(token: string, jointId: number) {
    const follower = await followJoint(url, token, jointId);
    open.push(follower);
    return follower;
  }
  const cast = ({ jointId, operator }: AssemblyFixture, apartmentId: string, conceptId: number, voteId = 1) =>
    app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId } }, operator);
  const snapshotOf = async ({ jointId, operator }: AssemblyFixture) =>
    (await app.call(getSnapshot, { params: { jointId } }, operator)).body;
  const toggle = ({ jointId, operator }: AssemblyFixture, conceptId: number, active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId, conceptId, active } }, operator);

  it('a socket without a session is refused, and a foreign joint cannot be joined', async () => {
    const evening = await hold();
    const other = await hold();
    for (const token of [undefined, '', 'junk', 7, {}, 'eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.']) {
      expect(await follow(url, token)).toBe('unauthenticated');
    }
    const follower = await at(evening.operator, evening.jointId);
    for (const jointId of [other.jointId, 999_999, 0, -1, 1.5, '1', null, undefined, {}, [1], 1e99]) {
      expect(await follower.join(jointId)).toEqual({ ok: false, code: 'jointNotFound' });
    }
    await other.register(['101']);
    const own = await evening.register(['101']);
    const ownId = await codeIdOf(app.store.db, own);
    await eventually(() => follower.last('registration')?.units?.[0]?.userId).toBe(ownId);
    expect(follower.heard.every(({ event }) => event.jointId === evening.jointId)).toBe(true);
  });

  it('a join returns the same snapshot as the API', async () => {
    const evening = await hold();
    await evening.register(['101', '102']);
    const question = await evening.ask('¿Aprueba?');
    await cast(evening, '101', question);
    const { snapshot } = await at(evening.operator, evening.jointId);
    const { at: _at, ...polled } = await snapshotOf(evening);
    expect(snapshot).toMatchObject(polled);
    expect(snapshot.registered).toEqual({ apartments: 2, coefficient: 60 });
    expect(snapshot.concepts[1]).toMatchObject({ voted: { apartments: 1, coefficient: 30.000000001 } });
  });

  it('registrations, questions and votes are pushed with the figures of the API', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const wall = await at(operator, jointId);
    const quorum = (conceptId: number, voteId?: number) => {
      const query = voteId === undefined ? {} : { voteId };
      const params = { jointId, conceptId };
      return Promise.all([
        app.call(getApartmentsQuantity, { params, query }, operator),
        app.call(getQuorum, { params, query }, operator),
      ]).then(([many, sum]) => ({ apartments: many.body.quantity, coefficient: sum.body.coefficient }));
    };

    const code = await evening.register(['101', '103']);
    const codeId = await codeIdOf(app.store.db, code);
    await eventually(() => wall.last('quorum')?.registered.apartments).toBe(2);
    expect(wall.last('quorum')).toMatchObject({
      registered: await quorum(1),
      total: { apartments: 4, coefficient: 100 },
      quorum: { required: 50, reached: true, missing: 0 },
    });
    expect(wall.last('registration')?.units).toEqual([
      { apartmentId: '101', owner: 'ANA', coefficient: 30.000000001, userId: codeId, registered: true },
      { apartmentId: '103', owner: 'EVA', coefficient: 25, userId: codeId, registered: true },
    ]);

    const question = await evening.ask('¿Aprueba?');
    await eventually(() => wall.last('concept')?.change).toBe('created');
    expect(wall.last('concept')?.concept).toMatchObject({ conceptId: question, active: 1 });

    await cast(evening, '101', question, 1);
    await cast(evening, '103', question, 2);
    await eventually(() => wall.last('vote')?.voted.apartments).toBe(2);
    const vote = wall.last('vote');
    expect(vote).toMatchObject({ conceptId: question, voted: await quorum(question) });
    for (const answer of vote?.answers ?? []) {
      expect(answer).toMatchObject(await quorum(question, answer.answerId));
    }

    await toggle(evening, question, 0);
    await eventually(() => wall.last('concept')?.change).toBe('deactivated');
    expect(wall.last('concept')?.concept.outcome).toMatchObject({ status: 'approved', answerId: 1 });
    await toggle(evening, question, 1);
    await eventually(() => wall.last('concept')?.change).toBe('activated');
    const params = { jointId, conceptId: question };
    await app.call(removeRegistrations, { params, query: {} }, operator);
    await eventually(() => wall.last('concept')?.change).toBe('reset');
    expect(wall.last('concept')?.concept.voted).toEqual({ apartments: 0, coefficient: 0 });
    await app.call(deleteConcept, { body: params }, operator);
    await eventually(() => wall.last('concept')?.change).toBe('deleted');

    await app.call(withdrawHolder, { params: { code }, query: {} }, operator);
    await eventually(() => wall.last('quorum')?.registered.apartments).toBe(0);
    await eventually(() =>
      wall.last('registration')?.units?.map(({ apartmentId, registered }) => [apartmentId, registered]),
    ).toEqual([
      ['101', false],
      ['103', false],
    ]);
    await app.call(changeAssembly, { params: { jointId }, body: { call: 2 } }, operator);
    await eventually(() => wall.last('quorum')?.quorum.required).toBe(0);
  });

  race('the revision only grows, and the last event is the newest state after many votes', async () => {
    const evening = await hold();
    const wall = await at(evening.operator, evening.jointId);
    await evening.register(['101', '102', '103', '104']);
    const questions: number[] = [];
    for (let round = 0; round < 5; round++) {
      const question = await evening.ask(`¿Número ${round}?`);
      questions.push(question);
      const polls = Array.from({ length: 10 }, () => snapshotOf(evening));
      await Promise.all([...units.map(([unit]) => cast(evening, unit, question)), ...polls]);
      const { revision } = await snapshotOf(evening);
      await eventually(() => wall.heard.at(-1)?.event.revision).toBe(revision);
      await eventually(() => wall.last('vote')).toMatchObject({
        conceptId: question,
        voted: { apartments: 4, coefficient: 100 },
      });
    }
    const revisions = wall.heard.map(({ event }) => event.revision);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    expect(new Set(wall.all('concept').map(({ concept }) => concept.conceptId)).size).toBe(questions.length);
  });

  it('a holder gets events only of the own units, and no other user gets codes', async () => {
    const evening = await hold();
    const { jointId } = evening;
    const ana = await evening.owner(`ana${jointId}`, ['101']);
    const luis = await evening.owner(`luis${jointId}`, ['102']);
    const held = await evening.register(['103']);
    const [anas, luiss, qr, wall] = await Promise.all([
      at(ana.token, jointId),
      at(luis.token, jointId),
      at(await qrSession(app, held), jointId),
      at(evening.operator, jointId),
    ]);
    const code = await evening.register(['101', '104']);
    const codeId = await codeIdOf(app.store.db, code);
    await eventually(() => wall.last('registration')?.units?.map((unit) => unit.userId)).toEqual([
      codeId,
      codeId,
    ]);
    await eventually(() => anas.all('registration').some((event) => event.units !== undefined)).toBe(true);
    const own = anas.all('registration').flatMap((event) => event.units ?? []);
    expect(own).toEqual([
      { apartmentId: '101', owner: 'ANA', coefficient: 30.000000001, userId: 'QR', registered: true },
    ]);
    await app.call(
      removeRegistrations,
      { params: { jointId, conceptId: 1 }, query: { apartmentId: '103' } },
      evening.operator,
    );
    // The registration may have been pushed at the join; only the last event counts.
    const ofQr = () => qr.all('registration').flatMap((event) => event.units ?? []);
    await eventually(() => ofQr().at(-1)).toEqual({
      apartmentId: '103',
      owner: 'EVA',
      coefficient: 25,
      userId: null,
      registered: false,
    });
    expect(new Set(ofQr().map((unit) => unit.apartmentId))).toEqual(new Set(['103']));
    await eventually(() => luiss.last('registration')?.registered.apartments).toBe(2);
    expect(luiss.all('registration').every((event) => event.units === undefined)).toBe(true);
    for (const follower of [anas, luiss]) expect(JSON.stringify(follower.heard)).not.toContain(code);
    expect(JSON.stringify([anas.heard, luiss.heard])).not.toContain(held);
  });

  it('a socket gets no events after leaving', async () => {
    const evening = await hold();
    const [stays, leaves] = [
      await at(evening.operator, evening.jointId),
      await at(evening.operator, evening.jointId),
    ];
    leaves.leave(evening.jointId);
    // Messages arrive in order: the answer proves that the earlier message was read.
    await leaves.join('no es una copropiedad');
    const before = leaves.heard.length;
    await evening.register(['101']);
    await eventually(() => stays.last('quorum')?.registered.apartments).toBe(1);
    expect(leaves.heard).toHaveLength(before);
  });

  it('a sign-out or a withdrawn code closes the sockets of the session', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const code = await evening.register(['101']);
    const ana = await evening.owner(`ana${jointId}`, ['102']);
    const [anas, qr, wall] = await Promise.all([
      at(ana.token, jointId),
      at(await qrSession(app, code), jointId),
      at(operator, jointId),
    ]);
    await app.call(signOut, {}, ana.token);
    await eventually(() => anas.connected()).toBe(false);
    expect(await follow(url, ana.token)).toBe('unauthenticated');
    await app.call(withdrawHolder, { params: { code }, query: {} }, operator);
    await eventually(() => qr.connected()).toBe(false);
    expect(wall.connected()).toBe(true);
  });

  it('a user who loses access leaves the rooms and can join the remaining rooms', async () => {
    const evening = await hold();
    const other = await hold();
    const me = await app.call(listUsers, {}, staff);
    const { userId } = me.body.find((user) => user.username === `operador${evening.jointId}`) ?? {
      userId: '',
    };
    const follower = await at(evening.operator, evening.jointId);
    await app.call(updateUser, { params: { userId }, body: { assemblyJoints: [other.jointId] } }, staff);
    await eventually(() => follower.connected()).toBe(false);
    const again = await follow(url, evening.operator);
    if (typeof again === 'string') throw new Error(again);
    open.push(again);
    expect(await again.join(evening.jointId)).toEqual({ ok: false, code: 'jointNotFound' });
    expect(await again.join(other.jointId)).toMatchObject({ ok: true });
  });
});
