import { beforeEach, expect, it } from 'vitest';
import { castVote, getQuorum } from '../../../shared/assemblies/votes.api.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

describeOnOneEngine('an evening', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  beforeEach(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('101;30;ANA', '102;30;LUIS', '103;40;EVA'),
    });
  });

  it('an assembly registers units, opens a question and counts each unit once', async () => {
    const { jointId, operator } = evening;
    await evening.register(['101', '102', '103']);
    const question = await evening.ask('¿Aprueba el presupuesto?');
    const vote = { jointId, apartmentId: '101', conceptId: question, voteId: 1 };
    const first = await app.call(castVote, { body: vote }, operator);
    expect(first.status).toBe(201);
    const second = await app.call(castVote, { body: vote }, operator);
    expect(second.status).toBe(409);
    expect(second.error.message).toBe('Solo se puede votar una vez.');
    const all = await app.call(getQuorum, { params: { jointId, conceptId: question }, query: {} }, operator);
    expect(all.body.coefficient).toBe(30);
  });
});
