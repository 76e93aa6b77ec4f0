/**
 * Bench: effect of making an expediente (evidence file) with a thousand votes on another assembly, and the time
 * needed.
 */
import { expedienteReport } from '../../shared/evidence/evidence.api.ts';
import { measureBeside } from './kit/beside.ts';
import { Hall, setQuestion } from './kit/hall.ts';
import { judge, say } from './kit/results.ts';

const VOTES = 1_000;
const VOTES_PER_SECOND = 200;

await measureBeside({
  title: `An assembly's pace beside an expediente of ${VOTES} votes`,
  size: { voters: 200, unitsEach: VOTES / 200, questions: 1 },
  prepare: async (origin, joint) => {
    const hall = new Hall(Number(new URL(origin).port), joint, VOTES_PER_SECOND);
    await hall.vote(VOTES / VOTES_PER_SECOND);
    hall.leave();
    if (hall.cast !== VOTES) throw new Error(`${hall.cast} votes stand.`);
    const [conceptId = 0] = joint.questions;
    const began = performance.now();
    await setQuestion(origin, joint.operator, { jointId: joint.jointId, conceptId, active: 0 });
    say(`Closing a question of ${VOTES} votes took ${(performance.now() - began).toFixed(0)} ms.`);
  },
  path: expedienteReport.path,
  tell: (jobs) => {
    const size = (Math.max(...jobs.map((job) => job.bytes)) / 1e6).toFixed(1);
    say(
      `The archive has ${size} MB; its progress showed ${jobs.map(({ shown }) => shown).join(', ')} figures.`,
    );
    judge(
      `an expediente of ${VOTES} votes, from asking to its stored file`,
      jobs.map(({ seconds }) => seconds),
      { atMost: 10 },
      ' s',
    );
  },
});
