import { API_BASE, type Endpoint } from '../../shared/api.ts';
import { type ErrorCode, errorReply, errors } from '../../shared/errors.ts';
import { cancelJob, getJob, getJobFile, type ReportJob, startJob } from '../../shared/reports/jobs.api.ts';
import { ApiError, buildUrl, type CallInput, call, type Download, download } from './api.ts';
import { resend, sleep } from './resend.ts';

/** Pauses between polls of a report job, ms: short at first, because most reports take less than a second. */
const LOOKS_MS = [250, 350, 500, 700, 1000];
/** Time limit for an unreachable server during a report job, ms. */
const UNREACHABLE_MS = 120_000;
/** Time limit for the download of a report, ms: enough for tens of megabytes over a hall's network. */
const FILE_TIMEOUT_MS = 300_000;

/**
 * Progress of a background report: state, finished steps (`done`) and all steps (`total`, 0 while unknown).
 */
export type JobProgress = Pick<ReportJob, 'state' | 'done' | 'total'>;

/** Returns the path of a report with parameters and query, for `beginReport`. */
export function reportPath<E extends Endpoint>(
  endpoint: E,
  input: Pick<CallInput<E>, 'params' | 'query'>,
): string {
  const { params, query }: { params?: unknown; query?: unknown } = input;
  return buildUrl(endpoint.path, Object(params), Object(query)).slice(API_BASE.length);
}

/**
 * Starts a report as a background job on the server.
 * @param path path of the report, without the API base
 * @returns id of the job, to ask for the progress
 */
export const beginReport = (path: string): Promise<{ jobId: string }> => call(startJob, { body: { path } });

/**
 * Starts a background job on the server, asks for the progress until the end, and downloads the file.
 * Survives a lost connection of a minute or two. An abort of the signal cancels the job.
 * @param begin starts the job, for example `beginReport`
 * @param onProgress called after each answer about the progress
 * @throws ApiError as from the report's own endpoint
 */
export async function fetchJob(
  begin: () => Promise<{ jobId: string }>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: JobProgress) => void },
): Promise<Download> {
  // Without the signal: the id of a started job is needed to cancel the job.
  const { jobId } = await begin();
  const params = { jobId };
  const away = { signal, forMs: UNREACHABLE_MS };
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
  const { statusCode, message } = errorReply(code);
  return new ApiError(statusCode, code, message);
}
