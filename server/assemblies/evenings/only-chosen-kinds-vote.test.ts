import { afterEach, beforeEach, expect, it } from 'vitest';
import { getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { changeJoint, getJoint } from '../../../shared/properties/joints.api.ts';
import { describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

describeOnOneEngine('kinds of units with one vote each', (make) => {
  let app: TestApp;
  let evening: AssemblyFixture;
  let sector: number;
  beforeEach(async () => {
    app = await make();
    evening = await holdAssembly(app, {
      units: unitsOf('101;30;ANA', '102;30;LUIS', 'LOCAL 1;20;EVA', 'LOCAL 2;20;EVA'),
      sectors: [{ name: 'Comercio', units: [['LOCAL 1', 100, 'EVA'] as const] }],
    });
    sector = evening.joint.sectors[0]?.sectorId ?? 0;
    await evening.register(['101', '102', 'LOCAL 1', 'LOCAL 2']);
  });
  afterEach(() => endAssembly(app));

  const change = (perUnitKinds: ApartmentKind[], jointId = evening.jointId, token = evening.staff) =>
    app.call(changeJoint, { params: { jointId }, body: { perUnitKinds } }, token);
  const prepare = async () => {
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    const body = { jointId: evening.jointId, conceptDescription: '¿Mascotas?', answers, active: 0 as const };
    const made = await app.call(createConcept, { body: { ...body, rule: 'perUnit' } }, evening.operator);
    return made.body.conceptId;
  };
  const toggle = (conceptId: number, active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId: evening.jointId, conceptId, active } }, evening.operator);
  /** Holds a vote on a question: all units vote, dwellings in favour, shops against. */
  async function hold(conceptId: number): Promise<void> {
    await toggle(conceptId, 1);
    for (const apartmentId of ['101', '102', 'LOCAL 1', 'LOCAL 2']) {
      const voteId = apartmentId.startsWith('LOCAL') ? 2 : 1;
      const body = { jointId: evening.jointId, apartmentId, conceptId, voteId };
      expect((await app.call(castVote, { body }, evening.operator)).status).toBe(201);
    }
    await toggle(conceptId, 0);
  }
  const shown = async (conceptId: number) => {
    const call = { params: { jointId: evening.jointId }, query: {} };
    const { body } = await app.call(getSnapshot, call, evening.operator);
    const concept = body.concepts.find((one) => one.conceptId === conceptId);
    return {
      units: concept?.answers.map((answer) => answer.dwellings),
      status: concept?.outcome?.status,
      of: concept?.outcome?.base.apartments,
    };
  };

  it('only dwellings vote by default; a question keeps the kinds of its creation', async () => {
    const { jointId, staff } = evening;
    const before = await app.call(getJoint, { params: { jointId } }, staff);
    expect(before.body.perUnitKinds).toEqual(['vivienda']);
    const dwellings = await prepare();
    expect((await shown(1)).units).toEqual([2]);
    const changed = await change(['vivienda', 'local']);
    expect([changed.status, changed.body.perUnitKinds]).toEqual([200, ['vivienda', 'local']]);
    expect((await shown(1)).units).toEqual([4]);
    const all = await prepare();
    await change(['local']);
    const shops = await prepare();
    for (const conceptId of [dwellings, all, shops]) await hold(conceptId);
    await change(['otro']);
    expect(await shown(dwellings)).toEqual({ units: [2, 0], status: 'approved', of: 2 });
    expect(await shown(all)).toEqual({ units: [2, 2], status: 'rejected', of: 4 });
    expect(await shown(shops)).toEqual({ units: [0, 2], status: 'rejected', of: 2 });
    expect((await shown(1)).units).toEqual([0]);
  });

  it('a sector has its own kinds, and the next assembly begins with them', async () => {
    await change(['local'], sector);
    const read = async (jointId: number) => {
      const { body } = await app.call(getJoint, { params: { jointId } }, evening.staff);
      return body.perUnitKinds;
    };
    expect([await read(evening.jointId), await read(sector)]).toEqual([['vivienda'], ['local']]);
    await change(['vivienda', 'local']);
    const params = { jointId: evening.jointId };
    await app.call(openAssembly, { params, body: {} }, evening.operator);
    await evening.register(['101', 'LOCAL 1']);
    expect((await shown(1)).units).toEqual([2]);
  });

  it('only platform staff set the kinds; empty, repeated and unknown kinds are refused', async () => {
    expect((await change(['local'], evening.jointId, evening.operator)).status).toBe(403);
    expect((await change([])).status).toBe(400);
    expect((await change(['local', 'local'])).status).toBe(400);
    expect((await change(['piscina' as never])).status).toBe(400);
  });
});

describeOnOneEngine('flats named together with their parking spaces', (make) => {
  it.each(['', 'Apartamento con parqueadero'])(
    'chosen kinds have a vote each: three of five pass (tipo «%s»)',
    async (kind) => {
      const app = await make();
      const names = ['APTO 101 PARQ 11', 'APTO 102 - GARAJE 12', 'APTO 103/PQ 13', 'APTO 104', 'APTO 105'];
      const units = names.map((name, at) => [name, 20, `DUEÑO ${at}`, kind] as const);
      const evening = await holdAssembly(app, { units });
      const { jointId, operator, hall } = evening;
      await evening.register(names);
      const conceptId = await evening.ask({
        conceptDescription: '¿Mascotas?',
        rule: 'perUnit',
        texts: ['Si', 'No'],
      });
      await hall.cast(
        conceptId,
        names.map((apartmentId, at) => ({ apartmentId, voteId: at < 3 ? 1 : 2 })),
      );
      await hall.close(conceptId);
      const { body } = await app.call(getSnapshot, { params: { jointId }, query: {} }, operator);
      const outcome = body.concepts.find((concept) => concept.conceptId === conceptId)?.outcome;
      expect(outcome).toMatchObject({ status: 'approved', base: { apartments: 5 }, share: 0.6 });
      await app.close();
    },
  );
});
