import { expect, it } from 'vitest';
import { applyConcept, applySnapshot, applyVote, type LiveJoint } from '../../../client/lib/live/merge.ts';
import { changeAssembly, getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { sqliteApp } from '../../testing/app.ts';
import { firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Follower, followJoint, listen } from '../../testing/live.ts';

const units = unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA');

/** Returns the results of the questions on a screen after all received events. */
function outcomesOf({ snapshot, heard }: Follower & { snapshot: Parameters<typeof applySnapshot>[1] }) {
  let joint: LiveJoint = applySnapshot(null, snapshot);
  for (const { name, event } of heard) {
    if (name === 'concept') joint = applyConcept(joint, event);
    if (name === 'vote') joint = applyVote(joint, event);
  }
  return joint.concepts.map(({ outcome }) => outcome);
}

it('an outcome changed by another act is pushed to followers', async () => {
  const app = await sqliteApp();
  const url = await listen(app);
  const evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
  const { jointId, operator } = evening;
  const as = { token: operator };
  const params = { jointId };
  const shown = async () => (await app.call(getSnapshot, { params }, as)).body.concepts;
  await evening.register(['101', '102', '103']);
  const question = await evening.ask('¿Aprueba?');
  for (const apartmentId of ['101', '102']) {
    await app.call(castVote, { body: { ...params, apartmentId, conceptId: question, voteId: 1 } }, as);
  }
  await app.call(toggleConcept, { body: { ...params, conceptId: question, active: 0 } }, as);
  const follower = await followJoint(url, operator, jointId);
  expect(outcomesOf(follower)[1]?.status).toBe('approved');

  // Closed question: removing a vote changes the outcome.
  const where = { params: { ...params, conceptId: question }, query: { apartmentId: '101' } };
  expect((await app.call(removeRegistrations, where, as)).status).toBe(204);
  await eventually(() => outcomesOf(follower)[1]?.status).toBe('rejected');
  expect(outcomesOf(follower)[1]).toEqual((await shown())[1]?.outcome);

  // Open question: the mode decides the votes that count for a qualified majority.
  const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));
  const body = { ...params, conceptDescription: '¿Aprueba?', answers, rule: 'qualified' as const };
  await app.call(createConcept, { body }, as);
  await eventually(() => outcomesOf(follower)[2]?.mode).toBe('inPerson');
  await app.call(changeAssembly, { params, body: { mode: 'mixed', wentOn: ['kindAfterVote'] } }, as);
  await eventually(() => outcomesOf(follower)[2]?.mode).toBe('mixed');
  // A question closed before keeps the outcome.
  expect(outcomesOf(follower)[1]?.mode).toBe('inPerson');
  follower.close();
  await app.close();
});
