import type { ReportJob } from '../../../shared/reports/jobs.api.ts';
import type { Store } from '../db/connect.ts';
import type { FileInPieces } from '../http/file-in-pieces.ts';
import { allowProfile, checkScope, type GuardSources } from '../http/guard.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { ReadyJson } from '../http/ready-json.ts';
import { reportFinder } from './asked-report.ts';
import type { BackgroundReports } from './background-reports.ts';
import { queueJob } from './job.ts';
import { dropJobFile, findJobFile } from './job-file.repository.ts';
import { KEPT_MS } from './job-runner.ts';
import { cancelUnfinished, endKeeping, findJob, type StoredJob } from './jobs.repository.ts';
import type { ReportRoute } from './report-route.ts';
import { makeReport } from './run-in-worker.ts';
import { PREVIEW } from './tasks.ts';

/** Parts needed for the endpoints of background reports. */
export interface JobNeeds {
  store: Store;
  guard: GuardSources;
  reports: BackgroundReports;
  /** Reports a user may request as background jobs. */
  routes: readonly ReportRoute[];
}

/**
 * Service of background reports: start a report, ask for the progress, fetch the file, cancel. A user has
 * access only to reports of the same user.
 */
export function jobsService({ store, guard, reports, routes }: JobNeeds) {
  const { db } = store;
  const askedReport = reportFinder(routes);

  /** Returns the task of a report's path, if the caller may call the report's own GET. */
  async function admitted(path: string, principal: Principal) {
    const report = askedReport(path, ({ access }) => allowProfile(access, principal));
    const { params, query } = report;
    const { access } = report.endpoint;
    const caller =
      'public' in access
        ? principal
        : await checkScope(access, principal, { params, query, body: undefined }, guard);
    await report.check?.(db, caller, { params, query });
    return report.taskFor(caller);
  }

  async function own(jobId: string, { actor }: Principal): Promise<StoredJob> {
    const job = await findJob(db, { jobId, actor, at: Date.now() });
    if (job === undefined) throw new Problem('jobNotFound');
    return job;
  }

  return {
    start: async (path: string, principal: Principal): Promise<{ jobId: string }> => {
      const task = await admitted(path, principal);
      return queueJob({ store, reports }, { path, task, actor: principal.actor });
    },

    /**
     * Makes the screen preview of a report at once, without a background job.
     * @returns a ReportPreview as JSON
     * @throws Problem notAReport for a report without preview
     */
    preview: async (path: string, principal: Principal, signal: AbortSignal): Promise<ReadyJson> => {
      const task = await admitted(path, principal);
      // The format is a query parameter, like `xlsx`.
      const query = { ...Object(task.query), xlsx: false, preview: true };
      const file = await makeReport(store.address, { ...task, query }, { signal, actor: principal.actor });
      if (file.mediaType !== PREVIEW) throw new Problem('notAReport');
      return new ReadyJson(file.bytes);
    },

    get: async (jobId: string, principal: Principal): Promise<ReportJob> => {
      const { state, done, total, name, problem, keptUntil } = await own(jobId, principal);
      const until = keptUntil === null ? null : new Date(keptUntil).toISOString();
      return { state, done, total, name, problem, keptUntil: until };
    },

    file: async (jobId: string, principal: Principal): Promise<FileInPieces> => {
      const { path, state, name, mediaType } = await own(jobId, principal);
      // A user who lost access to the joint since then may not read the file.
      await admitted(path, principal);
      if (state === 'queued' || state === 'running') throw new Problem('jobUnfinished');
      const file = state === 'done' ? await findJobFile(db, jobId) : null;
      if (file === null || name === null || mediaType === null) throw new Problem('jobNotFound');
      return { name, mediaType, ...file };
    },

    cancel: async (jobId: string, principal: Principal): Promise<void> => {
      const { state } = await own(jobId, principal);
      const at = Date.now();
      if (await cancelUnfinished(db, jobId, { at, keptUntil: at + KEPT_MS })) reports.callOff(jobId);
      else if (state !== 'cancelled') await endKeeping(db, jobId, at);
      // No process writes further pieces: a piece needs a running job.
      await dropJobFile(db, jobId);
    },
  };
}
