import { beforeEach, expect, it } from 'vitest';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { createConcept, deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

describeOnOneEngine('openings and closings of a question', (make) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  let as: { token: string };
  beforeEach(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA'),
    });
    as = { token: evening.operator };
    await evening.register(['101', '102', '103']);
  });

  const ask = async (hideResults = false) => {
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    const body = { jointId: evening.jointId, conceptDescription: '¿Cuota?', answers, hideResults };
    return (await app.call(createConcept, { body }, as)).body.conceptId;
  };
  const toggle = (conceptId: number, active: 0 | 1, reason?: string) =>
    app.call(
      toggleConcept,
      { body: { jointId: evening.jointId, conceptId, active, ...defined({ reason }) } },
      as,
    );
  const vote = (conceptId: number, apartmentId: string, voteId: number) =>
    app.call(castVote, { body: { jointId: evening.jointId, apartmentId, conceptId, voteId } }, as);
  const live = async (conceptId: number) => {
    const { body } = await app.call(getSnapshot, { params: { jointId: evening.jointId } }, as);
    return body.concepts.find((concept) => concept.conceptId === conceptId);
  };
  const intervals = async (conceptId: number) => (await live(conceptId))?.intervals;

  it('a reopening keeps the announced result, actor, reason, and number of later votes', async () => {
    const conceptId = await ask();
    await vote(conceptId, '101', 1);
    await toggle(conceptId, 0);
    expect(await live(conceptId)).toMatchObject({ outcome: { status: 'rejected', share: 0.4 } });
    expect(await intervals(conceptId)).toBeUndefined();

    await toggle(conceptId, 1, '  El salón no había terminado  ');
    await vote(conceptId, '102', 1);
    expect(await intervals(conceptId)).toMatchObject([
      { openedBy: null, reason: null, votes: 1, voted: { apartments: 1 }, outcome: { status: 'rejected' } },
      { reason: 'El salón no había terminado', closedAt: null, votes: 1, voted: null, outcome: null },
    ]);
    await vote(conceptId, '103', 2);
    await toggle(conceptId, 0);
    const closed = await intervals(conceptId);
    expect(closed).toMatchObject([
      { votes: 1, outcome: { status: 'rejected', share: 0.4, base: { coefficient: 100 } } },
      { votes: 2, voted: { apartments: 3, coefficient: 100 }, outcome: { status: 'approved', share: 0.75 } },
    ]);
    expect(closed?.[1]?.openedBy).toEqual(expect.any(String));

    // A later annulment changes the result, but not the announced result.
    const query = { apartmentId: '102', reason: 'Votó quien no debía' };
    const removed = await app.call(
      removeRegistrations,
      { params: { conceptId, jointId: evening.jointId }, query },
      as,
    );
    expect(removed.status).toBe(204);
    expect(await live(conceptId)).toMatchObject({ outcome: { status: 'rejected' }, intervals: closed });
  });

  it('a vote annulled and cast again after the announcement counts once', async () => {
    const conceptId = await ask();
    await vote(conceptId, '101', 1);
    await vote(conceptId, '102', 1);
    await toggle(conceptId, 0);
    await toggle(conceptId, 1);
    await app.call(
      removeRegistrations,
      { params: { conceptId, jointId: evening.jointId }, query: { apartmentId: '101' } },
      as,
    );
    await vote(conceptId, '101', 2);
    expect(await intervals(conceptId)).toMatchObject([{ votes: 2 }, { reason: null, votes: 1 }]);
  });

  it('a reopened question with hidden results hides all answers again', async () => {
    const conceptId = await ask(true);
    await vote(conceptId, '101', 1);
    await toggle(conceptId, 0);
    await toggle(conceptId, 1, 'Faltó gente');
    expect(await intervals(conceptId)).toMatchObject([
      { votes: 1, outcome: null },
      { votes: 0, outcome: null },
    ]);
    await toggle(conceptId, 0);
    expect(await intervals(conceptId)).toMatchObject([
      { outcome: { status: 'rejected' } },
      { outcome: { status: 'rejected' } },
    ]);
  });

  it('another opening or a deletion ends the interval of a question', async () => {
    const first = await ask();
    const second = await ask();
    await toggle(first, 1);
    expect(await intervals(first)).toMatchObject([{ closedAt: expect.any(String) }, { closedAt: null }]);
    await app.call(deleteConcept, { body: { jointId: evening.jointId, conceptId: first } }, as);
    const rows = await app.store.db
      .selectFrom('question_interval as i')
      .innerJoin('assembly as a', 'a.assembly_id', 'i.assembly_id')
      .select(['i.concept_id', 'i.number', 'i.result'])
      .where('a.joint_id', '=', evening.jointId)
      .where('i.closed_at', 'is not', null)
      .orderBy('i.concept_id')
      .orderBy('i.number')
      .execute();
    expect(rows.map(({ concept_id, number, result }) => [concept_id, number, result !== null])).toEqual([
      [first, 1, true],
      [first, 2, false],
      [second, 1, true],
    ]);
  });
});
