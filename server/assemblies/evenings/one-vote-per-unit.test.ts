import { afterAll, beforeAll, expect, it } from 'vitest';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote, getQuorum, unitHistory } from '../../../shared/assemblies/votes.api.ts';
import { appForSuite, describeOnBothEngines, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { countStatuses, endAssembly, expectRefused, storedState } from '../../testing/store-asserts.ts';

describeOnBothEngines('one vote per unit and question', (make) => {
  const app = appForSuite(make, endAssembly);
  let second: TestApp;
  beforeAll(async () => {
    second = await app.another();
  });
  afterAll(() => second.close());

  const units = Array.from({ length: 40 }, (_, i) => [String(101 + i), 2.5, `PERSONA ${i}`] as const);
  const ids = units.map(([id]) => id);
  async function voting(): Promise<AssemblyFixture & { question: number }> {
    const evening = await holdAssembly(app, { units });
    await evening.register(ids);
    return { ...evening, question: await evening.ask('¿Aprueba el acta?') };
  }

  it('200 concurrent votes of a unit: one 201 and 199 times 409', async () => {
    const { jointId, operator, question } = await voting();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        app.call(
          castVote,
          { body: { jointId, apartmentId: '101', conceptId: question, voteId: (i % 3) + 1 } },
          operator,
        ),
      ),
    );
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 199 });
    for (const reply of replies) if (reply.status === 409) expectRefused(reply, 'alreadyVoted');
    const accepted = replies.find((reply) => reply.status === 201)?.body;
    const { votes } = await storedState(app, [jointId]);
    expect(votes).toHaveLength(1);
    expect(votes[0]).toMatchObject({
      apartment_id: '101',
      answer_id: accepted?.voteId,
      receipt: accepted?.receipt,
    });
  });

  it('200 concurrent votes of a unit at two processes: one 201 and 199 times 409', async () => {
    const { jointId, operator, question } = await voting();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        (i % 2 === 0 ? app : second).call(
          castVote,
          { body: { jointId, apartmentId: '102', conceptId: question, voteId: (i % 3) + 1 } },
          operator,
        ),
      ),
    );
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 199 });
    expect((await storedState(app, [jointId])).votes).toHaveLength(1);
  });

  it('every unit votes three times at once at two processes: each counts once', async () => {
    const { jointId, operator, question } = await voting();
    const replies = await Promise.all(
      [...ids, ...ids, ...ids].map((apartmentId, i) =>
        (i % 2 === 0 ? app : second).call(
          castVote,
          { body: { jointId, apartmentId, conceptId: question, voteId: (i % 3) + 1 } },
          operator,
        ),
      ),
    );
    expect(countStatuses(replies)).toEqual({ 201: 40, 409: 80 });
    const receipts = replies.flatMap(({ status, body }) => (status === 201 ? [body.receipt] : []));
    expect(new Set(receipts).size).toBe(40);
    const params = { jointId, conceptId: question };
    for (const server of [app, second]) {
      const all = await server.call(getQuorum, { params, query: {} }, operator);
      expect(all.body.coefficient).toBe(100);
      const parts = await Promise.all(
        [1, 2, 3].map((voteId) => server.call(getQuorum, { params, query: { voteId } }, operator)),
      );
      expect(parts.reduce((sum, part) => sum + part.body.coefficient, 0)).toBe(100);
    }
  });

  it('a refused vote among good votes harms none of them', async () => {
    const { jointId, operator, question } = await voting();
    const cast = (apartmentId: string, voteId: number) =>
      app.call(castVote, { body: { jointId, apartmentId, conceptId: question, voteId } }, operator);
    const replies = await Promise.all([
      cast('101', 1),
      cast('no existe', 1),
      cast('102', 9),
      cast('103', 2),
      cast('103', 1),
      cast("104'; drop table vote; --", 1),
      cast('105', 3),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([201, 404, 422, 201, 409, 404, 201]);
    const { votes } = await storedState(app, [jointId]);
    expect(votes.map((vote) => [vote.apartment_id, vote.answer_id])).toEqual([
      ['101', 1],
      ['103', 2],
      ['105', 3],
    ]);
  });

  it('a unit votes again on the next question, and the last question keeps its votes', async () => {
    const { jointId, operator, question, ask } = await voting();
    const cast = (conceptId: number, voteId: number) =>
      app.call(castVote, { body: { jointId, apartmentId: '101', conceptId, voteId } }, operator);
    const first = await cast(question, 1);
    expect(first.status).toBe(201);
    const next = await ask('¿Aprueba el presupuesto?');
    const second = await cast(next, 2);
    expect(second.status).toBe(201);
    expectRefused(await cast(next, 1), 'alreadyVoted');
    expectRefused(await cast(question, 2), 'alreadyVoted');
    const body = { jointId, conceptId: next, active: 0 as const };
    await app.call(toggleConcept, { body }, operator);
    const history = await app.call(
      unitHistory,
      { params: { jointId, apartmentId: '101' }, query: {} },
      operator,
    );
    expect(history.body.map(({ conceptId, voteId, receipt }) => [conceptId, voteId, receipt])).toEqual([
      [question, 1, first.body.receipt],
      [next, 2, second.body.receipt],
    ]);
  });
});
