import { useEffect, useRef, useState } from 'react';
import type { Endpoint } from '../../shared/api.ts';
import { ApiError, type CallInput } from '../lib/api.ts';
import { beginReport, fetchJob, type JobProgress, reportPath } from '../lib/report-job.ts';
import { saveFile } from '../lib/save-file.ts';
import { toast } from '../ui/toast.tsx';

/** The specification's sentence (section 8). */
const FAILED = 'No se puede generar el informe en estos momentos. Intente nuevamente.';
/** What is ready within a second needs no bar. */
const QUICK_MS = 1000;
/** Refusals that say no more than that the program and its server do not agree. */
const INNER = ['badRequest', 'notAReport', 'notFound', 'jobNotFound', 'jobUnfinished'];

export interface Report {
  /** A report is being made. */
  isBusy: boolean;
  /** How far it is, once it takes longer than a moment; null before, and when it ended. */
  progress: JobProgress | null;
  /** Why the last one was not made, for the person; null when it was. */
  failure: string | null;
  cancel: () => void;
}

export interface ReportMaking extends Report {
  /** Makes a report and hands it to the browser, named by the server. One at a time. */
  make: <E extends Endpoint>(endpoint: E, input: Pick<CallInput<E>, 'params' | 'query'>) => Promise<void>;
  /** The same with a job that another call begins; resolves once it is known how it ended. */
  follow: (begin: () => Promise<{ jobId: string }>) => Promise<void>;
}

/**
 * Makes reports in the background: `const report = useReport()`, then
 * `report.make(assistanceReport, { params: { jointId }, query: { xlsx: true } })` where it is asked for, and
 * `<ReportProgress report={report} />` where the person looks. Whoever leaves the page calls it off. `failed` is said
 * where there is no better word for what went wrong.
 */
export function useReport(failed = FAILED): ReportMaking {
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
    // Whoever cancels sees it at once, whatever the network does.
    signal.addEventListener('abort', ended, { once: true });
    try {
      const file = await fetchJob(begin, {
        signal,
        onProgress: (told) => !signal.aborted && setProgress(told),
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
