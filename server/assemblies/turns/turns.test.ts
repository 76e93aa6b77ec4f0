import { expect, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { exchangeHolder } from '../../../shared/assemblies/codes.api.ts';
import { secondsLeft } from '../../../shared/assemblies/concept-names.ts';
import { extendedTo, timerWords } from '../../../shared/assemblies/course/turn-timer.ts';
import {
  askTurn,
  askTurnAtDesk,
  changeTurn,
  getOwnTurn,
  listTurns,
  type turnSteps,
  withdrawOwnTurn,
} from '../../../shared/assemblies/turns/turns.api.ts';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { changeJoint, getJoint } from '../../../shared/properties/joints.api.ts';
import { appForSuite, describeWithRaces, type TestApp } from '../../testing/app.ts';
import { firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { followJoint, listen } from '../../testing/live.ts';
import { countStatuses, endAssembly, expectRefused, qrSession } from '../../testing/store-asserts.ts';

const units = unitsOf('101;30;ANA', '102;25;LUIS', '103;15;EVA', '104;30;SOFÍA');
const MINUTE = 60_000;

describeWithRaces('turns to speak', (make, { it: one, race }) => {
  const app = appForSuite(make, endAssembly);
  const second = appForSuite(() => app.another());

  /** An open assembly with a phone for each of the units 101 to 103. */
  async function hall() {
    const evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
    const { jointId, operator } = evening;
    const params = { jointId };
    const phones = new Map<string, string>();
    for (const unit of ['101', '102', '103'])
      phones.set(unit, await qrSession(app, await evening.register([unit])));
    const phone = (unit: string) => phones.get(unit) ?? '';
    return {
      ...evening,
      phone,
      ask: (unit: string, on: TestApp = app) => on.call(askTurn, { params }, phone(unit)),
      own: async (unit: string) => (await app.call(getOwnTurn, { params }, phone(unit))).body.turnId,
      change: (turnId: number, act: (typeof turnSteps)[number], minutes?: number, on: TestApp = app) =>
        on.call(
          changeTurn,
          { params: { jointId, turnId }, body: minutes === undefined ? { act } : { act, minutes } },
          operator,
        ),
      desk: (apartmentId: string) => app.call(askTurnAtDesk, { params, body: { apartmentId } }, operator),
      listed: async () => (await app.call(listTurns, { params }, operator)).body,
      acts: async () => {
        const { entries } = (await app.call(listAudit, { params, query: {} }, evening.staff)).body;
        return entries.filter(({ act }) => act.startsWith('turn')).reverse();
      },
    };
  }

  one('a turn goes from the phone to the secretary, with extensions, to its end in the trail', async () => {
    const evening = await hall();
    await app.call(
      changeAssembly,
      { params: evening, body: { agenda: '1. Quórum\n2. Presupuesto', point: 2 } },
      evening.operator,
    );
    const { turnId } = (await evening.ask('101')).body;
    expect((await evening.ask('101')).body).toEqual({ turnId });
    expect(await evening.listed()).toMatchObject({
      minutes: 2,
      speaking: null,
      waiting: [{ turnId, speaker: 'ANA', units: ['101'], givenAt: null, endsAt: null }],
    });
    expect([await evening.own('101'), await evening.own('102')]).toEqual([turnId, null]);
    expect((await evening.change(turnId, 'give')).status).toBe(204);
    const running = (await evening.listed()).speaking;
    expect(Date.parse(running?.endsAt ?? '') - Date.parse(running?.givenAt ?? '')).toBe(2 * MINUTE);
    await evening.change(turnId, 'extend');
    await evening.change(turnId, 'extend', 2);
    const longer = (await evening.listed()).speaking;
    expect(longer?.extensions).toBe(2);
    expect(Date.parse(longer?.endsAt ?? '') - Date.parse(running?.endsAt ?? '')).toBe(3 * MINUTE);
    expectRefused(await app.call(withdrawOwnTurn, { params: evening }, evening.phone('101')), 'turnRunning');
    expectRefused(await evening.change(turnId, 'withdraw'), 'turnRunning');
    await evening.change(turnId, 'end');
    expect(await evening.listed()).toMatchObject({ speaking: null, waiting: [] });
    expectRefused(await evening.change(turnId, 'end'), 'turnNotFound');
    const acts = await evening.acts();
    expect(acts.map(({ what }) => what)).toEqual([
      'ANA pidió la palabra (inmueble 101).',
      'Se dio la palabra a ANA por 2 minutos (inmueble 101).',
      'Se prolongó el turno de palabra 1 por 1 minuto.',
      'Se prolongó el turno de palabra 1 por 2 minutos.',
      'Terminó el turno de palabra 1.',
    ]);
    expect(acts[1]?.data).toMatchObject({ point: 2, text: 'Presupuesto' });
  });

  one('turns are given in the order of asking, one at a time', async () => {
    const evening = await hall();
    const first = (await evening.ask('102')).body.turnId;
    const later = (await evening.ask('101')).body.turnId;
    const last = (await evening.desk('103')).body.turnId;
    expect((await evening.listed()).waiting.map(({ turnId }) => turnId)).toEqual([first, later, last]);
    expect(await evening.own('103')).toBe(last);
    expectRefused(await evening.change(later, 'give'), 'turnNotNext');
    expectRefused(await evening.change(first, 'extend'), 'turnNotRunning');
    expectRefused(await evening.change(first, 'end'), 'turnNotRunning');
    await evening.change(first, 'give');
    expectRefused(await evening.change(later, 'give'), 'turnRunning');
    await evening.change(first, 'end');
    // The person of the first turn asks again: after the waiting persons.
    const again = (await evening.ask('102')).body.turnId;
    await evening.change(later, 'withdraw');
    expect((await evening.listed()).waiting.map(({ turnId }) => turnId)).toEqual([last, again]);
  });

  one('only registered persons of an open assembly wait and speak', async () => {
    const prepared = await holdAssembly(app, { units, staff: await firstStaff(app) });
    const { jointId, operator } = prepared;
    const desk = { params: { jointId }, body: { apartmentId: '101' } };
    expectRefused(await app.call(askTurnAtDesk, desk, operator), 'turnNotOpen');
    const evening = await hall();
    expectRefused(await evening.desk('104'), 'turnNotPresent');
    expectRefused(await evening.desk('999'), 'apartmentNotFound');
    const owner = await evening.owner(`sofia${evening.jointId}`, ['104']);
    expectRefused(await app.call(askTurn, { params: evening }, owner.token), 'turnNotPresent');
    const gone = (await evening.ask('101')).body.turnId;
    const { turnId } = (await evening.ask('102')).body;
    const leave = { params: { ...evening, conceptId: 1 }, query: { apartmentId: '101' } };
    await app.call(removeRegistrations, leave, evening.operator);
    expect((await evening.listed()).waiting.map((turn) => turn.turnId)).toEqual([turnId]);
    expectRefused(await evening.change(gone, 'give'), 'turnNotPresent');
    await evening.change(turnId, 'give');
    await app.call(changeAssembly, { params: evening, body: { closed: true } }, evening.operator);
    expect((await evening.acts()).at(-1)).toMatchObject({ act: 'turnEnded', data: { turnId } });
    expectRefused(await evening.change(gone, 'withdraw'), 'turnNotOpen');
  });

  one(
    'a request belongs to the person, not to a later holder of a unit, and follows a new card',
    async () => {
      const evening = await hall();
      const { jointId, operator } = evening;
      const params = { jointId };
      const leave = (apartmentId: string) =>
        app.call(
          removeRegistrations,
          { params: { ...params, conceptId: 1 }, query: { apartmentId } },
          operator,
        );
      const proxy = await evening.register(['104']);
      await leave('102');
      const power = { apartmentIds: ['102'], code: proxy, byProxy: true, attendee: { name: 'SARA' } };
      await app.call(register, { params, body: power }, operator);
      const { turnId } = (await app.call(askTurn, { params }, await qrSession(app, proxy))).body;
      expect((await evening.listed()).waiting).toMatchObject([{ turnId, units: ['102', '104'] }]);
      await leave('102');
      const card = await evening.register(['102']);
      const luis = await qrSession(app, card);
      expect((await app.call(getOwnTurn, { params }, luis)).body.turnId).toBeNull();
      expectRefused(await app.call(withdrawOwnTurn, { params }, luis), 'turnNotFound');
      await leave('104');
      expect((await evening.listed()).waiting).toEqual([]);
      expectRefused(await evening.change(turnId, 'give'), 'turnNotPresent');
      const own = (await app.call(askTurn, { params }, luis)).body.turnId;
      expect(own).not.toBe(turnId);
      const [fresh = ''] = await evening.hall.codes(1);
      const exchange = { params: { code: card }, body: { code: fresh, reason: 'La perdió.' } };
      expect((await app.call(exchangeHolder, exchange, operator)).status).toBe(200);
      expect((await evening.listed()).waiting.map((turn) => turn.turnId)).toEqual([own]);
      expect((await app.call(getOwnTurn, { params }, await qrSession(app, fresh))).body.turnId).toBe(own);
    },
  );

  one('screens get the turn without names, and lose a waiting person who leaves', async () => {
    const evening = await hall();
    const joint = { params: { jointId: evening.jointId }, body: { turnMinutes: 3 } };
    expect((await app.call(changeJoint, joint, evening.staff)).body.turnMinutes).toBe(3);
    const screen = await followJoint(await listen(app), evening.phone('103'), evening.jointId);
    const turns = () => screen.last('assembly')?.assembly?.turns;
    expect(screen.snapshot.assembly?.turns).toBeUndefined();
    const { turnId } = (await evening.ask('101')).body;
    const waits = (await evening.ask('102')).body.turnId;
    await expect.poll(turns).toEqual({ speaking: null, waiting: [turnId, waits] });
    await evening.change(turnId, 'give');
    await expect.poll(() => turns()?.speaking).toMatchObject({ turnId, units: ['101'] });
    const { givenAt, endsAt } = turns()?.speaking ?? { givenAt: '', endsAt: '' };
    expect(Date.parse(endsAt) - Date.parse(givenAt)).toBe(3 * MINUTE);
    const later = await followJoint(await listen(second), evening.operator, evening.jointId);
    expect(later.snapshot.assembly?.turns).toEqual(turns());
    const leave = { params: { ...evening, conceptId: 1 }, query: { apartmentId: '102' } };
    await app.call(removeRegistrations, leave, evening.operator);
    await expect.poll(() => turns()?.waiting).toEqual([]);
    await evening.change(turnId, 'end');
    await expect.poll(() => screen.last('assembly')?.assembly).not.toHaveProperty('turns');
    const stored = (await app.call(getJoint, { params: evening }, evening.operator)).body;
    expect(stored.assembly).not.toHaveProperty('turns');
    screen.close();
    later.close();
  });

  race('simultaneous requests of a person are one request; simultaneous gifts give one turn', async () => {
    const evening = await hall();
    const requests = await Promise.all(
      ['101', '101', '101', '102', '102'].map((unit, i) => evening.ask(unit, i % 2 === 0 ? app : second)),
    );
    expect(countStatuses(requests)).toEqual({ 201: 5 });
    const { waiting } = await evening.listed();
    expect(waiting).toHaveLength(2);
    const gifts = await Promise.all(
      [...waiting, ...waiting].map(({ turnId }, i) =>
        evening.change(turnId, 'give', undefined, i % 2 === 0 ? app : second),
      ),
    );
    expect(countStatuses(gifts)).toEqual({ 204: 1, 409: 3 });
    const after = await evening.listed();
    expect(after.speaking?.turnId).toBe(waiting[0]?.turnId);
    expect(after.waiting).toHaveLength(1);
    const acts = (await evening.acts()).map(({ act }) => act);
    expect(acts.filter((act) => act === 'turnAsked')).toHaveLength(2);
    expect(acts.filter((act) => act === 'turnGiven')).toHaveLength(1);
  });
});

it.each([
  [120_000, 0, '2:00'],
  [120_000, 1, '2:00'],
  [120_000, 60_001, '1:00'],
  [120_000, 119_001, '0:01'],
  [120_000, 120_000, 'Tiempo cumplido'],
  [120_000, 999_000, 'Tiempo cumplido'],
])('the timer of a turn to %i shows at %i: %s', (endsAt, now, words) => {
  expect(timerWords(secondsLeft(endsAt, now))).toBe(words);
  expect(secondsLeft(endsAt, now)).toBeGreaterThanOrEqual(0);
});

it('an extension adds whole minutes: to the given time, or from now once the time has run out', () => {
  expect(extendedTo(120_000, 1, 30_000)).toBe(180_000);
  expect(extendedTo(120_000, 2, 120_000)).toBe(240_000);
  expect(extendedTo(120_000, 1, 500_000)).toBe(560_000);
});
