import { cancelJob, getJob, getJobFile, previewReport, startJob } from '../../../shared/reports/jobs.api.ts';
import { whileClientWaits } from '../http/client-gone.ts';
import type { Mount } from '../http/mount.ts';
import { type JobNeeds, jobsService } from './jobs.service.ts';

/** Adds the endpoints of background reports and of report previews on screen. */
export function mountJobs(mount: Mount, needs: JobNeeds): void {
  const jobs = jobsService(needs);
  mount(startJob, ({ body }, { principal }) => jobs.start(body.path, principal));
  mount(previewReport, ({ query }, { principal, request }) =>
    whileClientWaits(request, (signal) => jobs.preview(query.path, principal, signal)),
  );
  mount(getJob, ({ params }, { principal }) => jobs.get(params.jobId, principal));
  mount(getJobFile, ({ params }, { principal }) => jobs.file(params.jobId, principal));
  mount(cancelJob, async ({ params }, { principal }) => {
    await jobs.cancel(params.jobId, principal);
    return null;
  });
}
