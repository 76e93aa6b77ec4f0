import { describe, expect, it } from 'vitest';
import {
  assignHolder,
  register,
  removeRegistrations,
  undoReading,
} from '../../../shared/assemblies/attendance.api.ts';
import { departHolder, undoDeparture, withdrawHolder } from '../../../shared/assemblies/codes.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { castVote, getQuorum } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import {
  endAssembly,
  expectRefused,
  qrSession,
  registeredUnits,
  votesOf,
} from '../../testing/store-asserts.ts';

const units = unitsOf('101;25;ANA', '102;25;LUIS', '103;25;EVA', '104;25;EVA');

type Voted = AssemblyFixture & { closed: number; open: number; code: string };

describeOnOneEngine('leaving an assembly', (make) => {
  const app = appForSuite(make, endAssembly);

  const cast = ({ jointId, operator }: AssemblyFixture, apartmentId: string, conceptId: number) =>
    app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } }, operator);
  const remove = (
    { jointId, operator }: AssemblyFixture,
    conceptId: number,
    query: { apartmentId?: string; reason?: string } = {},
  ) => app.call(removeRegistrations, { params: { jointId, conceptId }, query }, operator);

  /**
   * Assembly: units 101 and 102, with the same code, voted on a closed question and on the open question; unit 103
   * only registered.
   */
  async function voted(): Promise<Voted> {
    const evening = await holdAssembly(app, { units });
    const code = await evening.register(['101', '102']);
    await evening.register(['103']);
    const closed = await evening.ask('¿Aprueba el acta?');
    for (const unit of ['101', '102']) await cast(evening, unit, closed);
    const open = await evening.ask('¿Aprueba el presupuesto?');
    for (const unit of ['101', '102']) await cast(evening, unit, open);
    expect(await votesOf(app, evening.jointId)).toHaveLength(4);
    return { ...evening, closed, open, code };
  }
  const annulments = (jointId: number) =>
    app.store.db
      .selectFrom('annulment')
      .select(['concept_id', 'apartment_id', 'act', 'reason', 'annulled_by', 'record'])
      .where('joint_id', '=', jointId)
      .orderBy('annulment_id')
      .execute();

  it('a reversal keeps votes on closed questions and annuls the open vote with the reason', async () => {
    const evening = await voted();
    const { jointId, closed, open } = evening;
    expect((await remove(evening, 1, { apartmentId: '101', reason: 'se fue' })).status).toBe(204);
    expect(await registeredUnits(app, jointId)).toEqual(['102', '103']);
    expect(await votesOf(app, jointId)).toEqual([`${closed}/101=1`, `${closed}/102=1`, `${open}/102=1`]);
    const annulled = await annulments(jointId);
    expect(annulled.map((row) => [row.concept_id, row.apartment_id, row.act, row.reason])).toEqual([
      [1, '101', 'reversed', 'se fue'],
      [open, '101', 'reversed', 'se fue'],
    ]);
    expect(annulled.every((row) => /^user:\d+$/.test(row.annulled_by))).toBe(true);
    expect(JSON.parse(annulled[1]?.record ?? '{}')).toMatchObject({
      answer_id: 1,
      receipt: expect.any(String),
    });
    expectRefused(await cast(evening, '101', open), 'apartmentNotRegistered');
    expectRefused(await remove(evening, 1, { apartmentId: '101' }), 'apartmentNotFound');
    expectRefused(await remove(evening, 1, { apartmentId: '104' }), 'apartmentNotFound');
    expect(await annulments(jointId)).toHaveLength(2);
  });

  it('a unit that returns may vote on the open question, not again on the closed question', async () => {
    const evening = await voted();
    await remove(evening, 1, { apartmentId: '101' });
    await evening.register(['101']);
    expect((await cast(evening, '101', evening.open)).status).toBe(201);
    expectRefused(await cast(evening, '101', evening.closed), 'alreadyVoted');
  });

  it('withdrawing a code frees its units, ends its sessions, and changes no other code', async () => {
    const evening = await voted();
    const { jointId, closed, code, operator } = evening;
    const session = await qrSession(app, code);
    const done = await app.call(withdrawHolder, { params: { code }, query: {} }, operator);
    expect(done.status).toBe(204);
    expect(await registeredUnits(app, jointId)).toEqual(['103']);
    expect(await votesOf(app, jointId)).toEqual([`${closed}/101=1`, `${closed}/102=1`]);
    const body = { jointId, apartmentId: '101', conceptId: evening.open, voteId: 2 };
    expectRefused(await app.call(castVote, { body }, session), 'unauthenticated');
  });

  it('a departure names the freed units and the annulled votes', async () => {
    const evening = await voted();
    const { jointId, open, code, operator, register } = evening;
    const depart = (of: string) => app.call(departHolder, { params: { code: of }, body: {} }, operator);
    const left = await depart(code);
    expect([left.status, left.body]).toEqual([
      200,
      {
        apartments: ['101', '102'],
        annulled: ['101', '102'].map((apartmentId) => ({ jointId, apartmentId, conceptId: open })),
      },
    ]);
    expect(await registeredUnits(app, jointId)).toEqual(['103']);
    expectRefused(await depart(code), 'holderNotFound');
    const silent = await register(['104']);
    expect((await depart(silent)).body).toEqual({ apartments: ['104'], annulled: [] });
  });

  describe('an undone departure', () => {
    const depart = ({ operator }: AssemblyFixture, code: string) =>
      app.call(departHolder, { params: { code }, body: {} }, operator);
    const undo = ({ operator }: AssemblyFixture, code: string) =>
      app.call(undoDeparture, { params: { code } }, operator);
    const rows = ({ jointId }: AssemblyFixture) =>
      app.store.db
        .selectFrom('attendance')
        .select(['apartment_id', 'holder', 'attendee_name', 'attendee_document', 'by_proxy', 'capacity'])
        .select(['power_id', 'confirmed', 'remote'])
        .where('joint_id', '=', jointId)
        .orderBy('apartment_id')
        .execute();

    it('the units return with the code; annulled votes do not, and may be cast again', async () => {
      const evening = await voted();
      const { jointId, open, closed, code } = evening;
      await depart(evening, code);
      const undone = await undo(evening, code);
      expect([undone.status, undone.body]).toEqual([200, { apartments: ['101', '102'] }]);
      expect(await registeredUnits(app, jointId)).toEqual(['101', '102', '103']);
      expect(await votesOf(app, jointId)).toEqual([`${closed}/101=1`, `${closed}/102=1`]);
      expect((await cast(evening, '101', open)).status).toBe(201);
      expect(await qrSession(app, code)).not.toBe('');
    });

    it('attendees, capacities and powers are as before', async () => {
      const evening = await holdAssembly(app, { units });
      const { jointId, operator, register: registerUnits } = evening;
      const power = {
        apartmentIds: ['101'],
        holder: { name: 'Vera Vecina', document: '41.000.111' },
        accept: true,
      };
      const { powerId } = (await app.call(enterPower, { params: { jointId }, body: power }, operator)).body;
      const code = await registerUnits(['102']);
      const enter = (body: object) =>
        app.call(register, { params: { jointId }, body: { code, ...body } }, operator);
      expect((await enter({ powers: [powerId] })).status).toBe(201);
      const attendee = { name: 'Marta Ruiz', document: '52.123.456' };
      expect((await enter({ apartmentIds: ['103'], byProxy: true, attendee })).status).toBe(201);
      expect((await enter({ apartmentIds: ['104'], capacity: 'delegate', attendee })).status).toBe(201);
      const before = await rows(evening);
      expect(before.map((row) => row.by_proxy)).toEqual([1, 0, 1, 0]);
      await depart(evening, code);
      expect(await rows(evening)).toEqual([]);
      expect((await undo(evening, code)).body.apartments.toSorted()).toEqual(['101', '102', '103', '104']);
      expect(await rows(evening)).toEqual(before);
    });

    it('nothing returns without a departure, twice, or if another holder came since', async () => {
      const evening = await voted();
      const { jointId, code, register: registerUnits } = evening;
      expectRefused(await undo(evening, code), 'holderNotFound');
      await depart(evening, code);
      const foreign = await holdAssembly(app, { units });
      expectRefused(await undo(foreign, code), 'holderNotFound');
      expect((await undo(evening, code)).status).toBe(200);
      expectRefused(await undo(evening, code), 'alreadyRegistered');
      expect(await registeredUnits(app, jointId)).toEqual(['101', '102', '103']);
      await depart(evening, code);
      await registerUnits(['101']);
      expectRefused(await undo(evening, code), 'alreadyRegistered');
      expect(await registeredUnits(app, jointId)).toEqual(['101', '103']);
    });
  });

  it('an undone reading frees its units with the reason, also with a vote of an earlier holder', async () => {
    const evening = await voted();
    const { jointId, operator, register } = evening;
    await remove(evening, 1, { apartmentId: '101' });
    const code = await register(['101', '104']);
    const undo = (apartmentIds: string[], as = operator) =>
      app.call(undoReading, { params: { jointId }, body: { code, apartmentIds } }, as);
    const before = (await annulments(jointId)).length;
    const foreign = await holdAssembly(app, { units });
    expectRefused(await undo(['101'], foreign.operator), 'jointNotFound');
    // Unit 103 is registered with another code and stays.
    const undone = await undo(['101', '103', '104']);
    expect([undone.status, undone.body]).toEqual([200, { apartments: ['101', '104'] }]);
    expect(await registeredUnits(app, jointId)).toEqual(['102', '103']);
    expect(
      (await annulments(jointId)).slice(before).map((row) => [row.apartment_id, row.act, row.reason]),
    ).toEqual([
      ['101', 'reversed', 'lectura por error'],
      ['104', 'reversed', 'lectura por error'],
    ]);
    expectRefused(await undo(['101', '104']), 'holderNotFound');
  });

  it('a reading with a vote since is not undone and loses nothing', async () => {
    const evening = await voted();
    const { jointId, operator, register } = evening;
    const code = await register(['104']);
    await cast(evening, '104', evening.open);
    const body = { code, apartmentIds: ['104'] };
    expectRefused(await app.call(undoReading, { params: { jointId }, body }, operator), 'readingVoted');
    expect(await registeredUnits(app, jointId)).toEqual(['101', '102', '103', '104']);
    expect(await votesOf(app, jointId)).toContain(`${evening.open}/104=1`);
  });

  it("another joint's desk neither sees nor withdraws a code", async () => {
    const evening = await voted();
    const other = await holdAssembly(app, { units });
    const params = { code: evening.code };
    const refused = await app.call(withdrawHolder, { params, query: {} }, other.operator);
    expectRefused(refused, 'holderNotFound');
    expect(await registeredUnits(app, evening.jointId)).toEqual(['101', '102', '103']);
  });

  it('attendance is reset only after the votes are reset', async () => {
    const evening = await voted();
    const { jointId, closed, open } = evening;
    expectRefused(await remove(evening, 1), 'votesStand');
    expect(await registeredUnits(app, jointId)).toEqual(['101', '102', '103']);
    expect((await remove(evening, open)).status).toBe(204);
    expectRefused(await remove(evening, 1), 'votesStand');
    expect(await votesOf(app, jointId)).toEqual([`${closed}/101=1`, `${closed}/102=1`]);
    expect((await remove(evening, closed)).status).toBe(204);
    expect((await remove(evening, 1)).status).toBe(204);
    expect(await registeredUnits(app, jointId)).toEqual([]);
    expect(await annulments(jointId)).toHaveLength(4 + 3);
    const quorum = await app.call(
      getQuorum,
      { params: { jointId, conceptId: 1 }, query: {} },
      evening.operator,
    );
    expect(quorum.body.coefficient).toBe(0);
  });

  it('resetting a question keeps attendance, other questions, and the open state', async () => {
    const evening = await voted();
    const { jointId, closed, open } = evening;
    expect((await remove(evening, open, { reason: 'se leyó mal' })).status).toBe(204);
    expect(await votesOf(app, jointId)).toEqual([`${closed}/101=1`, `${closed}/102=1`]);
    expect(await registeredUnits(app, jointId)).toEqual(['101', '102', '103']);
    expect((await cast(evening, '101', open)).status).toBe(201);
    expect((await annulments(jointId)).map((row) => [row.act, row.reason])).toEqual([
      ['reset', 'se leyó mal'],
      ['reset', 'se leyó mal'],
    ]);
  });

  it('a vote is annulled alone; a missing vote or question is not found', async () => {
    const evening = await voted();
    const { jointId, closed, open } = evening;
    expect((await remove(evening, open, { apartmentId: '101' })).status).toBe(204);
    expectRefused(await remove(evening, open, { apartmentId: '101' }), 'apartmentNotFound');
    expectRefused(await remove(evening, open, { apartmentId: '103' }), 'apartmentNotFound');
    expectRefused(await remove(evening, 77), 'conceptNotFound');
    expect(await votesOf(app, jointId)).toEqual([`${closed}/101=1`, `${closed}/102=1`, `${open}/102=1`]);
  });

  it('a reopened question keeps the same votes', async () => {
    const evening = await voted();
    const { jointId, operator, closed, open } = evening;
    const body = { jointId, conceptId: closed, active: 1 as const };
    expect((await app.call(toggleConcept, { body }, operator)).status).toBe(200);
    expectRefused(await cast(evening, '101', closed), 'alreadyVoted');
    expect((await cast(evening, '103', closed)).status).toBe(201);
    expectRefused(await cast(evening, '103', open), 'voteNotActive');
    expect(await votesOf(app, jointId)).toHaveLength(5);
  });

  it('owner and QR sessions cannot reverse, reset or annul', async () => {
    const evening = await voted();
    const { jointId, open } = evening;
    const ana = await evening.owner(`ana${jointId}`, ['101']);
    const qr = await qrSession(app, evening.code);
    const before = await votesOf(app, jointId);
    for (const token of [ana.token, qr]) {
      const as = { ...evening, operator: token };
      expectRefused(await remove(as, 1, { apartmentId: '101' }), 'forbidden');
      expectRefused(await remove(as, 1), 'forbidden');
      expectRefused(await remove(as, open), 'forbidden');
      const freed = await app.call(
        assignHolder,
        { body: { jointId, apartmentId: '101', userId: null } },
        token,
      );
      expectRefused(freed, 'forbidden');
    }
    expect(await votesOf(app, jointId)).toEqual(before);
    expect(await registeredUnits(app, jointId)).toEqual(['101', '102', '103']);
  });
});
