import { beforeEach, expect, it } from 'vitest';
import { changeAssembly, getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { textsOfRows } from '../minutes/acta.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';
import { readVoteReport } from '../reports/vote-report.ts';

describeOnOneEngine('the state at a closing', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  let as: { token: string };
  beforeEach(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA'),
    });
    as = { token: evening.operator };
  });

  const mode = (name: 'inPerson' | 'mixed' | 'virtual') =>
    app.call(
      changeAssembly,
      { params: { jointId: evening.jointId }, body: { mode: name, wentOn: ['kindAfterVote'] } },
      as,
    );
  const toggle = (conceptId: number, active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId: evening.jointId, conceptId, active } }, as);
  const outcome = async (conceptId: number) => {
    const { body } = await app.call(getSnapshot, { params: { jointId: evening.jointId } }, as);
    return body.concepts.find((concept) => concept.conceptId === conceptId)?.outcome;
  };

  it('a later change of mode does not change the result of a qualified question', async () => {
    const { jointId } = evening;
    await mode('mixed');
    await toggle(1, 1);
    const ana = await evening.owner('ana', ['101']);
    const home = await app.call(
      register,
      { params: { jointId }, body: { apartmentIds: ['101'] } },
      { token: ana.token },
    );
    expect(home.status).toBe(201);
    await evening.register(['102', '103']);
    const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
    const created = await app.call(
      createConcept,
      { body: { jointId, conceptDescription: '¿Reforma?', answers, rule: 'qualified' } },
      as,
    );
    const { conceptId } = created.body;
    for (const [unit, token] of [
      ['101', ana.token],
      ['102', as.token],
    ] as const) {
      const body = { jointId, apartmentId: unit, conceptId, voteId: 1 };
      expect((await app.call(castVote, { body }, { token })).status).toBe(201);
    }
    await toggle(conceptId, 0);
    // 75 of 100 in favour, with 35 in the room: the count of a mixed assembly.
    const closed = await outcome(conceptId);
    expect(closed).toMatchObject({
      status: 'rejected',
      share: 0.35,
      mode: 'mixed',
      base: { apartments: 3, coefficient: 100 },
    });
    await mode('inPerson');
    expect(await outcome(conceptId)).toEqual(closed);
    // A reopening in person does not bring the vote from home into the room.
    await toggle(conceptId, 1);
    expect(await outcome(conceptId)).toMatchObject({ status: 'open', share: 0.35, mode: 'mixed' });
    await toggle(conceptId, 0);
    expect(await outcome(conceptId)).toMatchObject({ status: 'rejected', share: 0.35, mode: 'mixed' });
    await mode('virtual');
    expect(await outcome(conceptId)).toMatchObject({ status: 'rejected', share: 0.35, mode: 'mixed' });
    // Closings older than the rule store the mode of the assembly, and announced the sum of all votes.
    const storeMode = (base_mode: 'inPerson' | 'mixed') =>
      app.store.db
        .updateTable('concept')
        .set({ base_mode })
        .where('joint_id', '=', jointId)
        .where('concept_id', '=', conceptId)
        .execute();
    await storeMode('inPerson');
    const { result } = await readVoteReport(app.store.db, { jointId, conceptId });
    expect(result.outcome).toMatchObject({ status: 'approved', share: 0.75, mode: 'inPerson' });
    const acta = writeActa(await readActa(app.store.db, { jointId }, () => undefined));
    const texts = acta.blocks.flatMap(textsOfRows).map((row) => row.join(' '));
    expect(texts.join('\n')).toContain('75,0000');
    await storeMode('mixed');
  });
});
