import { beforeAll, describe, expect, it } from 'vitest';
import { changeAssembly, getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { listAssemblyApartments } from '../../../shared/assemblies/attendance.api.ts';
import { createConcept, deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import {
  correctRoll,
  listRoll,
  listRollCorrections,
  type RollChanges,
} from '../../../shared/assemblies/roll.api.ts';
import { castVote, listRecords } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Follower, followJoint, listen } from '../../testing/live.ts';
import { countStatuses, endAssembly, expectRefused } from '../../testing/store-asserts.ts';

const units = unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA');

describeOnOneEngine("the roll's correction", (make) => {
  const app = appForSuite(make, endAssembly);
  let url: string;
  beforeAll(async () => {
    url = await listen(app);
  });

  const hold = (sectors?: Parameters<typeof holdAssembly>[1]['sectors']) =>
    holdAssembly(app, { units, ...defined({ sectors }) });
  const correct = (
    { jointId, operator }: AssemblyFixture,
    apartmentId: string,
    changes: Omit<RollChanges, 'reason'>,
    joint = jointId,
  ) =>
    app.call(
      correctRoll,
      { params: { jointId: joint, apartmentId }, body: { reason: 'Acta de entrega', ...changes } },
      { token: operator },
    );
  const rollOf = async ({ jointId, operator }: AssemblyFixture, joint = jointId) =>
    (await app.call(listRoll, { params: { jointId: joint }, query: {} }, { token: operator })).body;
  const snapshotOf = async ({ jointId, operator }: AssemblyFixture, joint = jointId) =>
    (await app.call(getSnapshot, { params: { jointId: joint }, query: {} }, { token: operator })).body;
  const conceptOf = async (evening: AssemblyFixture, conceptId: number) =>
    (await snapshotOf(evening)).concepts.find((concept) => concept.conceptId === conceptId);
  const toggle = (
    { operator, jointId }: AssemblyFixture,
    conceptId: number,
    active: 0 | 1,
    joint = jointId,
  ) => app.call(toggleConcept, { body: { jointId: joint, conceptId, active } }, { token: operator });
  const vote = ({ operator, jointId }: AssemblyFixture, apartmentId: string, conceptId: number, voteId = 1) =>
    app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId } }, { token: operator });
  const corrections = async ({ jointId, operator }: AssemblyFixture, joint = jointId) =>
    (await app.call(listRollCorrections, { params: { jointId: joint }, query: {} }, { token: operator }))
      .body;

  it('a correction is refused before opening, after closing, and with a bad coefficient', async () => {
    const evening = await hold();
    expectRefused(await correct(evening, '101', { coefficient: 41 }), 'rollInPreparation');
    await evening.register(['101']);
    expectRefused(await correct(evening, '101', {}), 'nothingToCorrect');
    expectRefused(await correct(evening, '101', { coefficient: 40, owner: 'ANA' }), 'nothingToCorrect');
    expectRefused(await correct(evening, '999', { coefficient: 1 }), 'apartmentNotFound');
    for (const coefficient of [0.1234567891, 1e-10, 1_000_001, 40.0000000001]) {
      expectRefused(await correct(evening, '101', { coefficient }), 'coefficientInvalid');
    }
    expect((await correct(evening, '101', { coefficient: -1 })).status).toBe(400);
    expect((await correct(evening, '101', { owner: ' ' })).status).toBe(400);
    const params = { jointId: evening.jointId };
    await app.call(changeAssembly, { params, body: { closed: true } }, { token: evening.operator });
    expectRefused(await correct(evening, '101', { coefficient: 41 }), 'assemblyClosed');
    expect(await corrections(evening)).toEqual([]);
  });

  it('a correction counts at once in sums, lists and screens without an open question', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    await evening.register(['101', '102']);
    const wall = await followJoint(url, operator, jointId);
    const ana = await evening.owner(`ana${jointId}`, ['103']);
    const phone = await followJoint(url, ana.token, jointId);
    const done = await correct(evening, '101', {
      coefficient: 40.123456789,
      owner: 'ANA MARÍA',
      ownerDocument: '',
    });
    expect(done.body).toEqual({
      apartmentId: '101',
      owner: 'ANA MARÍA',
      ownerDocument: null,
      kind: 'vivienda',
      coefficient: 40.123456789,
      pending: null,
    });
    await correct(evening, '103', { owner: 'EVA LUZ', ownerDocument: '900.1' });
    const { registered, total } = await snapshotOf(evening);
    expect(registered).toEqual({ apartments: 2, coefficient: 75.123456789 });
    expect(total).toEqual({ apartments: 3, coefficient: 100.123456789 });
    await eventually(() => wall.last('quorum')?.total.coefficient).toBe(100.123456789);
    await eventually(() => liveUnitsOf(wall)).toMatchObject({
      101: { owner: 'ANA MARÍA', coefficient: 40.123456789, registered: true },
      103: { owner: 'EVA LUZ', registered: false },
    });
    await eventually(() => liveUnitsOf(phone)).toMatchObject({ 103: { owner: 'EVA LUZ', coefficient: 25 } });
    expect(Object.keys(liveUnitsOf(phone))).toEqual(['103']);
    wall.close();
    phone.close();
    const as = { token: operator };
    const { body: listed } = await app.call(listAssemblyApartments, { params: { jointId }, query: {} }, as);
    expect(listed.map(({ owner, coefficient }) => [owner, coefficient])).toEqual([
      ['ANA MARÍA', 40.123456789],
      ['LUIS', 35],
      ['EVA LUZ', 25],
    ]);
    const [eva, first] = await corrections(evening);
    expect(eva).toMatchObject({
      apartmentId: '103',
      by: `operador${jointId}`,
      before: { owner: 'EVA', ownerDocument: null },
      after: { owner: 'EVA LUZ', ownerDocument: '900.1' },
    });
    expect(first).toMatchObject({
      reason: 'Acta de entrega',
      before: { owner: 'ANA', coefficient: 40 },
      after: { owner: 'ANA MARÍA', coefficient: 40.123456789 },
    });
    expect(first?.appliedAt).toBe(first?.at);
  });

  it('two units with the same corrected document have one owner for the quorum', async () => {
    const evening = await hold();
    await evening.register(['101', '102']);
    expect((await snapshotOf(evening)).quorum.reached).toBe(true);
    await correct(evening, '101', { ownerDocument: 'NIT 900-1' });
    await correct(evening, '102', { ownerDocument: 'nit 9001' });
    expect((await snapshotOf(evening)).quorum.reached).toBe(false);
  });

  it('a correction changes no bit of a closed question', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    await evening.register(['101', '102']);
    const questionIds: number[] = [];
    for (const rule of ['simple', 'perUnit', 'qualified', 'election'] as const) {
      const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
      const { body } = await app.call(
        createConcept,
        { body: { jointId, conceptDescription: `¿${rule}?`, answers, rule } },
        { token: operator },
      );
      for (const unit of ['101', '102']) await vote(evening, unit, body.conceptId, unit === '101' ? 1 : 2);
      await toggle(evening, body.conceptId, 0);
      questionIds.push(body.conceptId);
    }
    const records = () =>
      Promise.all(
        questionIds.map(async (conceptId) => {
          const call = { params: { jointId, conceptId }, query: {} };
          return (await app.call(listRecords, call, { token: operator })).body;
        }),
      );
    const before = await Promise.all(questionIds.map((id) => conceptOf(evening, id)));
    const recordsBefore = await records();
    await correct(evening, '101', { coefficient: 0, kind: 'local' });
    await correct(evening, '102', { coefficient: 90, kind: 'otro' });
    await correct(evening, '103', { coefficient: 500 });
    expect(await Promise.all(questionIds.map((id) => conceptOf(evening, id)))).toEqual(before);
    expect(await records()).toEqual(recordsBefore);
  });

  describe('while a question is open', () => {
    it('a correction waits for the closing, and counts for the next question', async () => {
      const evening = await hold();
      const { jointId } = evening;
      await evening.register(['101', '102']);
      const first = await evening.ask('¿Primera?');
      await vote(evening, '101', first);
      const before = await snapshotOf(evening);
      const corrected = await correct(evening, '101', { coefficient: 10 });
      expect(corrected.body).toMatchObject({ coefficient: 40, pending: { coefficient: 10 } });
      const again = await correct(evening, '101', { coefficient: 0, kind: 'local' });
      expect(again.body).toMatchObject({ kind: 'vivienda', pending: { coefficient: 0, kind: 'local' } });
      const { at: _at, revision, ...during } = await snapshotOf(evening);
      expect(during).toEqual((({ at, revision: _, ...rest }) => rest)(before));
      expect(revision).toBeGreaterThan(before.revision);
      await vote(evening, '102', first);
      expect((await corrections(evening)).map(({ appliedAt }) => appliedAt)).toEqual([null, null]);

      // An activation closes the first question and opens the second in a single step: the correction comes between.
      const second = await evening.ask('¿Segunda?');
      expect((await conceptOf(evening, first))?.outcome).toMatchObject({
        status: 'approved',
        base: { apartments: 2, coefficient: 75 },
        share: 1,
      });
      const now = await snapshotOf(evening);
      expect([now.registered.coefficient, now.total.coefficient]).toEqual([35, 60]);
      expect((await rollOf(evening))[0]).toMatchObject({ coefficient: 0, kind: 'local', pending: null });
      expectRefused(await vote(evening, '101', second), 'zeroCoefficient');
      expect((await vote(evening, '102', second)).status).toBe(201);
      const allCorrections = await corrections(evening);
      expect(allCorrections.map(({ before: was, after }) => [was.coefficient, after.coefficient])).toEqual([
        [10, 0],
        [40, 10],
      ]);
      expect(allCorrections.every(({ appliedAt }) => appliedAt !== null)).toBe(true);
      const acts = await app.store.db
        .selectFrom('audit_entry')
        .select('act')
        .where('chain', '=', `joint:${jointId}`)
        .orderBy('seq', 'desc')
        .limit(4)
        .execute();
      expect(acts.map(({ act }) => act)).toEqual([
        'votes',
        'conceptCreated',
        'rollCorrected',
        'conceptDeactivated',
      ]);
    });

    it('deletion, second call, closing and archiving apply a waiting correction', {
      tags: 'slow',
    }, async () => {
      const closing: ((evening: AssemblyFixture, conceptId: number) => Promise<{ status: number }>)[] = [
        ({ jointId, operator }, conceptId) =>
          app.call(deleteConcept, { body: { jointId, conceptId } }, { token: operator }),
        ({ jointId, operator }) =>
          app.call(changeAssembly, { params: { jointId }, body: { call: 2 } }, { token: operator }),
        ({ jointId, operator }) =>
          app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, { token: operator }),
        ({ jointId, operator }) =>
          app.call(openAssembly, { params: { jointId }, body: {} }, { token: operator }),
      ];
      for (const close of closing) {
        const evening = await hold();
        const { jointId, operator } = evening;
        await evening.register(['101', '102']);
        const conceptId = await evening.ask('¿Aprueba?');
        await correct(evening, '101', { coefficient: 12.5 });
        const { assembly } = await snapshotOf(evening);
        expect((await close(evening, conceptId)).status).toBeLessThan(300);
        const query = { assemblyId: assembly?.assemblyId ?? 0 };
        const { body } = await app.call(listRoll, { params: { jointId }, query }, { token: operator });
        expect(body[0]).toMatchObject({ coefficient: 12.5, pending: null });
      }
    });

    it('a correction waits for the last open question of the joint and its sectors', async () => {
      const evening = await hold([
        { name: 'Torre 1', units: [['101', 60, 'ANA'] as const, ['102', 40, 'LUIS'] as const] },
      ]);
      const { jointId, joint, operator } = evening;
      const sector = joint.sectors[0]?.sectorId ?? 0;
      await evening.register(['101', '102']);
      const here = await evening.ask('¿Aprueba?');
      const answers = [{ answerDescription: 'Si' }];
      const body = { jointId: sector, conceptDescription: '¿Torre?', answers };
      const there = (await app.call(createConcept, { body }, { token: operator })).body.conceptId;
      await correct(evening, '101', { owner: 'BEA', coefficient: 50 }, sector);
      expect((await rollOf(evening))[0]).toMatchObject({ owner: 'ANA', pending: { owner: 'BEA' } });
      expect((await rollOf(evening, sector))[0]?.pending).toEqual({ owner: 'BEA', coefficient: 50 });
      await toggle(evening, here, 0);
      expect((await rollOf(evening))[0]?.owner).toBe('ANA');
      await toggle(evening, there, 0, sector);
      expect((await rollOf(evening))[0]).toMatchObject({ owner: 'BEA', coefficient: 40, pending: null });
      expect((await rollOf(evening, sector))[0]).toMatchObject({
        owner: 'BEA',
        coefficient: 50,
        pending: null,
      });
      expect((await corrections(evening))[0]).toMatchObject({
        after: { owner: 'BEA' },
        before: { owner: 'ANA' },
      });
      expect((await corrections(evening, sector))[0]?.after).toEqual({ owner: 'BEA', coefficient: 50 });
      expect((await snapshotOf(evening, sector)).registered.coefficient).toBe(90);
      expect((await snapshotOf(evening, jointId)).registered.coefficient).toBe(75);
    });

    it("a racing vote has the coefficient of its question's opening", async () => {
      const evening = await hold();
      await evening.register(['101', '102', '103']);
      const first = await evening.ask('¿Primera?');
      const open = (conceptId: number) => ['101', '102', '103'].map((unit) => vote(evening, unit, conceptId));
      const replies = await Promise.all([
        ...open(first),
        correct(evening, '101', { coefficient: 70 }),
        correct(evening, '102', { coefficient: 5 }),
        ...open(first + 1),
        evening.ask('¿Segunda?').then(() => ({ status: 201 })),
        correct(evening, '101', { coefficient: 80 }),
        ...open(first + 1),
      ]);
      expect(countStatuses(replies)[500]).toBeUndefined();
      const votes = await app.store.db
        .selectFrom('vote')
        .select(['concept_id', 'apartment_id', 'coefficient'])
        .where('joint_id', '=', evening.jointId)
        .execute();
      const weights = new Map<string, number[]>();
      for (const { concept_id, apartment_id, coefficient } of votes) {
        const name = `${concept_id === first ? 'first' : 'second'}/${apartment_id}`;
        weights.set(name, [...(weights.get(name) ?? []), coefficient / 1e9]);
      }
      // No correction during the first question counted on the question.
      for (const [unit, weight] of [
        ['101', 40],
        ['102', 35],
        ['103', 25],
      ] as const) {
        expect([[weight], undefined]).toContainEqual(weights.get(`first/${unit}`));
      }
      const tally = (await conceptOf(evening, first))?.voted.coefficient;
      expect(tally).toBe(
        [...weights]
          .flatMap(([name, [w = 0]]) => (name.startsWith('first') ? [w] : []))
          .reduce((a, b) => a + b, 0),
      );
    });
  });
});

/** Returns the last values of each unit that a screen received. */
function liveUnitsOf(screen: Follower) {
  const units = screen.all('registration').flatMap((event) => event.units ?? []);
  return Object.fromEntries(units.map((unit) => [unit.apartmentId, unit]));
}
