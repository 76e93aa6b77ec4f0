import { useEffect, useRef, useState } from 'react';
import type { Endpoint } from '../../shared/api.ts';
import { ApiError, type CallInput } from '../lib/api.ts';
import { beginReport, fetchJob, type JobProgress, reportPath } from '../lib/report-job.ts';
import { saveFile } from '../lib/save-file.ts';
import { toast } from '../ui/toast.tsx';

/** Default error sentence of a report, from the specification (section 8). */
const REPORT_FAILED = 'No se puede generar el informe en estos momentos. Intente nuevamente.';
/** Time before the progress bar appears, ms. A faster report shows no bar. */
const QUICK_MS = 1000;
/**
 * Error codes without meaning for the person: client and server do not fit together. The default sentence is shown.
 */
const INNER = ['badRequest', 'notAReport', 'notFound', 'jobNotFound', 'jobUnfinished'];

/** State of a report in progress. */
export interface Report {
  /** True while a report is in progress. */
  isBusy: boolean;
  /** Progress of a report, shown if the report takes longer than a second. Null before and after. */
  progress: JobProgress | null;
  /** Error sentence of the last report for the person. Null after a success. */
  failure: string | null;
  cancel: () => void;
}

/** State of a report, with the functions to make reports. */
export interface ReportMaking extends Report {
  /** Makes a report and saves the file under the name given by the server. Only one report at a time. */
  make: <E extends Endpoint>(endpoint: E, input: Pick<CallInput<E>, 'params' | 'query'>) => Promise<void>;
  /** Follows a report job started by another call. Resolves at the end of the job. */
  follow: (begin: () => Promise<{ jobId: string }>) => Promise<void>;
}

/**
 * Makes reports in the background: `const report = useReport()`, then `report.make(assistanceReport, { params: {
 * jointId }, query: { xlsx: true } })` in the handler, and `<ReportProgress report={report} />` near the button.
 * Leaving the page cancels the report. `failed` is the fallback error sentence.
 */
export function useReport(failed = REPORT_FAILED): ReportMaking {
  const [isBusy, setBusy] = useState(false);
  const [isLate, setLate] = useState(false);
  const [progress, setProgress] = useState<JobProgress>({ state: 'queued', done: 0, total: 0 });
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const follow: ReportMaking['follow'] = async (begin) => {
    if (running.current !== null) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setProgress({ state: 'queued', done: 0, total: 0 });
    setFailure(null);
    setBusy(true);
    const late = setTimeout(() => setLate(true), QUICK_MS);
    const ended = () => {
      clearTimeout(late);
      running.current = null;
      setBusy(false);
      setLate(false);
    };
    // A cancel shows at once, even on a slow network.
    signal.addEventListener('abort', ended, { once: true });
    try {
      const file = await fetchJob(begin, {
        signal,
        onProgress: (progressNow) => !signal.aborted && setProgress(progressNow),
      });
      if (signal.aborted) return;
      saveFile(file);
      toast.success('El archivo está listo.');
    } catch (error) {
      if (!signal.aborted) setFailure(failureText(error, failed));
    } finally {
      if (!signal.aborted) ended();
    }
  };
  const make: ReportMaking['make'] = (endpoint, input) =>
    follow(() => beginReport(reportPath(endpoint, input)));
  return {
    isBusy,
    progress: isLate ? progress : null,
    failure,
    make,
    follow,
    cancel: () => running.current?.abort(),
  };
}

function failureText(error: unknown, failed: string): string {
  const isTold = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isTold && !INNER.includes(error.code) ? error.message : failed;
}
