import { API_BASE, type Endpoint } from '../../shared/api.ts';
import { type ErrorCode, errors } from '../../shared/errors.ts';
import { cancelJob, getJob, getJobFile, type ReportJob, startJob } from '../../shared/reports/jobs.api.ts';
import { ApiError, buildUrl, type CallInput, call, type Download, download } from './api.ts';
import { resend, sleep } from './resend.ts';

/** From one look at a job to the next: soon at first, since most reports take less than a second. */
const LOOKS_MS = [250, 350, 500, 700, 1000];
/** Nothing is waited for without an end: for so long may the server be away. */
const AWAY_MS = 120_000;
/** Tens of megabytes over a hall's network. */
const FILE_TIMEOUT_MS = 300_000;

/** How far a report is. */
export type JobProgress = Pick<ReportJob, 'state' | 'done' | 'total'>;

/** The path after the base by which a report is asked for. */
export function reportPath<E extends Endpoint>(
  endpoint: E,
  input: Pick<CallInput<E>, 'params' | 'query'>,
): string {
  const { params, query }: { params?: unknown; query?: unknown } = input;
  return buildUrl(endpoint.path, Object(params), Object(query)).slice(API_BASE.length);
}

/** Asks for a report that is made in the background. */
export const beginReport = (path: string): Promise<{ jobId: string }> => call(startJob, { body: { path } });

/**
 * Follows a job that `begin` asks for, and fetches its file. Outlasts a lost connection of a minute or two; a signal
 * that is aborted calls the job off. Throws ApiError with what the report's own GET would have refused with.
 */
export async function fetchJob(
  begin: () => Promise<{ jobId: string }>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: JobProgress) => void },
): Promise<Download> {
  // Not ended by the signal: a job that was begun must be known, to be called off.
  const { jobId } = await begin();
  const params = { jobId };
  const away = { signal, forMs: AWAY_MS };
  try {
    for (let look = 0; ; look += 1) {
      await sleep(LOOKS_MS[Math.min(look, LOOKS_MS.length - 1)] ?? 0, signal);
      const job = await resend(() => call(getJob, { params, signal }), away);
      if (job.state === 'done') break;
      if (job.state === 'failed' || job.state === 'cancelled') throw failureOf(job);
      onProgress(job);
    }
    return await resend(() => download(getJobFile, { params, signal, timeoutMs: FILE_TIMEOUT_MS }), away);
  } catch (error) {
    if (signal.aborted) await call(cancelJob, { params }).catch(() => undefined);
    throw error;
  }
}

function failureOf({ problem }: ReportJob): ApiError {
  const code: ErrorCode =
    problem !== null && Object.hasOwn(errors, problem) ? (problem as ErrorCode) : 'internal';
  const [status, message] = errors[code];
  return new ApiError(status, code, message);
}
