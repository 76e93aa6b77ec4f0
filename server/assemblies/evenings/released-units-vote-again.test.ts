import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeAssembly, getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { getReopening, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { releaseUnconfirmed, startQuorumCheck } from '../../../shared/assemblies/presence.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';

const units = [
  ['101', 20, 'ANA'],
  ['102', 20, 'ANA'],
  ['103', 30, 'LUIS'],
  ['104', 30, 'EVA'],
] as const;

describeOnOneEngine('units released by a check of presence', (make) => {
  let app: TestApp;
  let staff: string;
  beforeAll(async () => {
    app = await make();
    staff = await firstStaff(app);
  });
  afterAll(() => endAssembly(app));

  async function fromHome() {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    await app.call(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } }, { token: operator });
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, { token: operator });
    const ana = await evening.owner(`ana${jointId}`, ['101', '102']);
    await home(evening, ana.token, ['101', '102']);
    await evening.register(['103', '104']);
    return { ...evening, ana };
  }
  const home = ({ jointId }: AssemblyFixture, token: string, apartmentIds: string[]) =>
    app.call(register, { params: { jointId }, body: { apartmentIds } }, { token });
  const vote = ({ jointId }: AssemblyFixture, token: string, apartmentId: string, conceptId: number) =>
    app.call(castVote, { body: { jointId, apartmentId, conceptId, voteId: 1 } }, { token });
  const toggle = ({ jointId, operator }: AssemblyFixture, conceptId: number, active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId, conceptId, active } }, { token: operator });
  const release = async ({ jointId, operator }: AssemblyFixture, apartmentIds: string[]) => {
    await app.call(startQuorumCheck, { params: { jointId } }, { token: operator });
    const body = { apartmentIds };
    await app.call(releaseUnconfirmed, { params: { jointId }, body }, { token: operator });
  };
  const shown = async ({ jointId, operator }: AssemblyFixture, conceptId: number) => {
    const call = { params: { jointId }, query: {} };
    const { concepts } = (await app.call(getSnapshot, call, { token: operator })).body;
    return concepts.find((one) => one.conceptId === conceptId);
  };

  it('released units vote once, only after the return, with the weight of the roll', async () => {
    const evening = await fromHome();
    const { ana, operator } = evening;
    const question = await evening.ask('¿Aprueba?');
    await vote(evening, ana.token, '101', question);
    await release(evening, ['101']);
    expect((await shown(evening, question))?.voted).toEqual({ apartments: 0, coefficient: 0 });
    expect((await vote(evening, ana.token, '101', question)).status).toBeGreaterThanOrEqual(400);
    expect((await vote(evening, operator, '101', question)).status).toBeGreaterThanOrEqual(400);
    expect((await home(evening, ana.token, ['101'])).status).toBe(201);
    expect((await vote(evening, ana.token, '101', question)).status).toBe(201);
    expectRefused(await vote(evening, ana.token, '101', question), 'alreadyVoted');
    expect((await shown(evening, question))?.voted).toEqual({ apartments: 1, coefficient: 20 });
  });

  it('a reopening sets the vote aside, unless the unit returned with the same coefficient', async () => {
    const evening = await fromHome();
    const { jointId, ana, operator } = evening;
    const question = await evening.ask('¿Aprueba?');
    for (const id of ['101', '102']) await vote(evening, ana.token, id, question);
    await vote(evening, operator, '103', question);
    await toggle(evening, question, 0);
    await release(evening, ['101', '102']);
    const key = { params: { jointId, conceptId: question } };
    expect((await app.call(getReopening, key, { token: operator })).body).toEqual({
      setAside: 2,
      unsureOwners: [],
    });
    await home(evening, ana.token, ['101', '102']);
    expect((await app.call(getReopening, key, { token: operator })).body).toEqual({
      setAside: 0,
      unsureOwners: [],
    });
    const heavier = { params: { jointId, apartmentId: '102' }, body: { coefficient: 21, reason: 'Área' } };
    expect((await app.call(correctRoll, heavier, { token: operator })).status).toBe(200);
    expect((await app.call(getReopening, key, { token: operator })).body).toEqual({
      setAside: 1,
      unsureOwners: [],
    });
    await toggle(evening, question, 1);
    expect((await shown(evening, question))?.voted).toEqual({ apartments: 2, coefficient: 50 });
    expect((await vote(evening, ana.token, '102', question)).status).toBe(201);
    await toggle(evening, question, 0);
    const closed = await shown(evening, question);
    expect(closed?.voted).toEqual({ apartments: 3, coefficient: 71 });
    expect(closed?.outcome?.unverified).toBeUndefined();
  });

  it('in second call the units of the first call register and vote anew', async () => {
    const evening = await fromHome();
    const { jointId, ana, operator } = evening;
    const question = await evening.ask('¿Aprueba?');
    await vote(evening, ana.token, '101', question);
    await release(evening, ['101']);
    await app.call(changeAssembly, { params: { jointId }, body: { call: 2 } }, { token: operator });
    expect((await home(evening, ana.token, ['101', '102'])).status).toBe(201);
    expectRefused(await toggle(evening, question, 1), 'questionOfFirstCall');
    const second = await evening.ask('¿Aprueba en segunda?');
    expect((await vote(evening, ana.token, '101', second)).status).toBe(201);
    expect((await shown(evening, second))?.voted).toEqual({ apartments: 1, coefficient: 20 });
  });
});
