import type { ErrorCode } from '../../../shared/errors.ts';
import type { JobState } from '../../../shared/reports/jobs.api.ts';
import type { Db } from '../db/engine.ts';
import { updates } from '../db/queries.ts';
import type { Millis } from '../db/tables.ts';
import { type Lease, LeasedRows } from './leases.repository.ts';
import type { Task } from './tasks.ts';

/** Background job as shown to the user: report, state, progress and result. */
export interface StoredJob {
  /** API path of the report. */
  path: string;
  state: JobState;
  /** Number of steps done. */
  done: number;
  /** Number of all steps; 0 before the start. */
  total: number;
  /** File name of the result; null before the end. */
  name: string | null;
  mediaType: string | null;
  /** Error code of a failed job; null for others. */
  problem: string | null;
  /** Time of the deletion of the result, epoch ms; null before the end. */
  keptUntil: Millis | null;
}

/**
 * Stores a background job as waiting.
 * @param job `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function insertJob(
  trx: Db,
  job: { jobId: string; actor: string; path: string; task: Task; at: Millis },
): Promise<void> {
  await trx
    .insertInto('report_job')
    .values({
      job_id: job.jobId,
      actor: job.actor,
      path: job.path,
      task: JSON.stringify(job.task),
      state: 'queued',
      done: 0,
      total: 0,
      created_at: job.at,
    })
    .execute();
}

/**
 * Returns the number of unfinished jobs: `all` in total, `own` for the user.
 * @param actor author as in the audit trail: 'user:12'
 */
export async function countUnfinished(db: Db, actor: string): Promise<{ all: number; own: number }> {
  const rows = await db
    .selectFrom('report_job')
    .select('actor')
    .where('state', 'in', ['queued', 'running'])
    .execute();
  return { all: rows.length, own: rows.filter((row) => row.actor === actor).length };
}

/**
 * Finds a job of the user. Undefined for another user's job or an expired job.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export function findJob(
  db: Db,
  { jobId, actor, at }: { jobId: string; actor: string; at: Millis },
): Promise<StoredJob | undefined> {
  return db
    .selectFrom('report_job')
    .select(['path', 'state', 'done', 'total', 'file_name as name', 'media_type as mediaType', 'problem'])
    .select('kept_until as keptUntil')
    .where('job_id', '=', jobId)
    .where('actor', '=', actor)
    .where((eb) => eb.or([eb('kept_until', 'is', null), eb('kept_until', '>', at)]))
    .executeTakeFirst();
}

/**
 * Cancels an unfinished job. Returns false if the job is finished.
 * @param ended `at`: time of the cancelling; `keptUntil`: time to delete the entry; both epoch ms
 */
export async function cancelUnfinished(
  db: Db,
  jobId: string,
  ended: { at: Millis; keptUntil: Millis },
): Promise<boolean> {
  return updates(
    db
      .updateTable('report_job')
      .set({ state: 'cancelled', ended_at: ended.at, kept_until: ended.keptUntil, leased_until: null })
      .where('job_id', '=', jobId)
      .where('state', 'in', ['queued', 'running']),
  );
}

/**
 * Sets the expiry of a finished job's file to `at` (epoch ms), for example now to delete the file early.
 * Changes no waiting or running job.
 */
export async function endKeeping(db: Db, jobId: string, at: Millis): Promise<void> {
  await db
    .updateTable('report_job')
    .set({ kept_until: at })
    .where('job_id', '=', jobId)
    .where('state', 'in', ['done', 'failed'])
    .execute();
}

/** Leases of background jobs: a server process reserves a job before running, so no job runs twice. */
export const jobRows = new LeasedRows({ table: 'report_job', id: 'job_id', held: 'running' });

/** Background job for a server process to reserve and run now. */
export interface DueJob extends Lease {
  id: string;
  /** Task for the worker to run, as JSON. */
  task: string;
}

/**
 * Returns the jobs that a process may take now, longest waiting first.
 * @param at current time, epoch ms
 */
export const dueJobs = (db: Db, at: Millis): Promise<DueJob[]> =>
  db
    .selectFrom('report_job')
    .select(['job_id as id', 'attempts', 'task'])
    .where(jobRows.isDue(at))
    .orderBy('created_at')
    .orderBy('job_id')
    .limit(5)
    .execute();

/**
 * Postpones a background job reserved by the process until a time (epoch ms). Afterwards any process may
 * take the job.
 */
export const putJobOff = (db: Db, lease: Lease, until: Millis) =>
  jobRows.change(db, lease, { done: 0, total: 0, leased_until: until });

/** Marks a reserved background job as done and stores name, type and expiry of the file. */
export const endDone = (
  db: Db,
  lease: Lease,
  file: { name: string; mediaType: string; at: Millis; keptUntil: Millis },
) =>
  jobRows.change(db, lease, {
    state: 'done',
    file_name: file.name,
    media_type: file.mediaType,
    ended_at: file.at,
    kept_until: file.keptUntil,
    leased_until: null,
  });

/** Marks a reserved background job as failed, with the error code and the expiry of the entry. */
export const endFailed = (
  db: Db,
  lease: Lease,
  { problem, at, keptUntil }: { problem: ErrorCode; at: Millis; keptUntil: Millis },
) =>
  jobRows.change(db, lease, {
    state: 'failed',
    problem,
    ended_at: at,
    kept_until: keptUntil,
    leased_until: null,
  });

/**
 * Returns the ids of jobs with an expired file.
 * @param at current time, epoch ms
 */
export async function expiredJobs(db: Db, at: Millis): Promise<string[]> {
  const rows = await db
    .selectFrom('report_job')
    .select('job_id')
    .where('kept_until', '<=', at)
    .limit(20)
    .execute();
  return rows.map((row) => row.job_id);
}

/** Deletes a job. */
export async function deleteJob(db: Db, jobId: string): Promise<void> {
  await db.deleteFrom('report_job').where('job_id', '=', jobId).execute();
}
