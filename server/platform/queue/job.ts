import { randomBytes } from 'node:crypto';
import { limits } from '../../../shared/limits.ts';
import type { Store } from '../db/connect.ts';
import { lockName } from '../db/engine.ts';
import { Problem } from '../http/problem.ts';
import type { BackgroundReports } from './background-reports.ts';
import { countUnfinished, insertJob } from './jobs.repository.ts';
import { workerLimits } from './limits.ts';
import type { Task } from './tasks.ts';

/** Seconds until a client should try again after a full queue. */
const AGAIN_AFTER = 15;

/**
 * Queues a background job for a user and starts the job soon. Returns the id of the job, to ask for the
 * progress.
 * @param job `path`: path of the report with the resulting file (a user without access to the report may
 * not fetch the file); `actor`: user with the job, 'user:12'
 * @throws Problem tooManyReports for the fifth unfinished job of a user; overloaded for too many jobs of
 * all users
 */
export async function queueJob(
  { store: { db }, reports }: { store: Store; reports: BackgroundReports },
  job: { path: string; task: Task; actor: string },
): Promise<{ jobId: string }> {
  const jobId = randomBytes(16).toString('hex');
  await db.transaction().execute(async (trx) => {
    await lockName(trx, 'report jobs');
    const { all, own } = await countUnfinished(trx, job.actor);
    if (own >= limits.tooManyReports.most) throw new Problem('tooManyReports', undefined, AGAIN_AFTER);
    if (all >= workerLimits.jobs) throw new Problem('overloaded', undefined, AGAIN_AFTER);
    await insertJob(trx, { jobId, ...job, at: Date.now() });
  });
  reports.nudge();
  return { jobId };
}
