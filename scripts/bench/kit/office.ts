/** Client of a bench for report jobs: starts a report, polls as the screen does and downloads the file. */

import { defined } from '../../../shared/defined.ts';
import type { ReportJob } from '../../../shared/reports/jobs.api.ts';
import { send, sendJson } from './calls.ts';

export interface Made {
  seconds: number;
  /** Seconds of processor time used by the server with the workers; NaN if unknown. */
  work: number;
  /**
   * Number of PDF pages. Counted on demand, because counting takes a tenth of a second in the process of the
   * voters.
   */
  readonly pages: number;
  bytes: number;
  /** Number of distinct progress values received while the job ran. */
  shown: number;
}

/** Time limit of a job, ms: long, because the job has the lowest priority on a shared machine. */
const MOST_MS = 30 * 60_000;

export class Office {
  readonly #origin: string;
  readonly #token: string;
  readonly #path: string;
  readonly #lookMs: number;
  readonly #spent: () => number;

  /**
   * @param lookMs polling interval, ms
   * @param spent returns the seconds of processor time used by the server so far
   */
  constructor(origin: string, token: string, path: string, lookMs = 500, spent = () => Number.NaN) {
    this.#origin = origin;
    this.#token = token;
    this.#path = path;
    this.#lookMs = lookMs;
    this.#spent = spent;
  }

  async make(): Promise<Made> {
    const began = performance.now();
    const { jobId } = await this.ask<{ jobId: string }>('POST', '/reports/jobs', { path: this.#path });
    return this.follow(jobId, began);
  }

  /** Polls a job as the screen does until the file exists, and downloads the file. */
  async follow(jobId: string, began: number): Promise<Made> {
    let shown = 0;
    let last = -1;
    const before = this.#spent();
    for (;;) {
      if (performance.now() - began > MOST_MS) throw new Error('The report is not ready after half an hour.');
      await new Promise((resolve) => setTimeout(resolve, this.#lookMs));
      // An idle connection was just closed: the screen retries too.
      const job = await this.ask<ReportJob>('GET', `/reports/jobs/${jobId}`).catch(() => null);
      if (job === null) continue;
      if (job.done !== last) shown += 1;
      last = job.done;
      if (job.state === 'done') break;
      if (job.state !== 'queued' && job.state !== 'running') {
        throw new Error(`The job is ${job.state}: ${job.problem}.`);
      }
    }
    const seconds = (performance.now() - began) / 1000;
    const work = this.#spent() - before;
    const file = await send(this.#origin, {
      method: 'GET',
      path: `/reports/jobs/${jobId}/file`,
      token: this.#token,
    });
    return {
      seconds,
      work,
      bytes: file.length,
      shown,
      get pages() {
        return file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
      },
    };
  }

  /** Sends a call and returns the JSON answer. */
  ask<T>(method: string, path: string, body?: object): Promise<T> {
    const call = { method, path, token: this.#token, ...defined({ body }) };
    return sendJson(this.#origin, call);
  }
}
