/** Whoever asks for a report in a bench, follows it as the screen does and fetches its file. */
import type { ReportJob } from '../../../shared/reports/jobs.api.ts';
import { send, sendJson } from './calls.ts';

export interface Made {
  seconds: number;
  /** Of processor time, of the server with its workers; NaN where nobody tells. */
  work: number;
  /** Counted when it is asked for: that takes a tenth of a second of a process in which others vote. */
  readonly pages: number;
  bytes: number;
  /** How many different progresses were seen. */
  shown: number;
}

/** A job of the lowest priority on a machine that others use takes its time. */
const MOST_MS = 30 * 60_000;

export class Office {
  readonly #origin: string;
  readonly #token: string;
  readonly #path: string;
  readonly #lookMs: number;
  readonly #spent: () => number;

  /**
   * @param lookMs how often it looks whether the report is made
   * @param spent seconds of processor time so far
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

  /** Follows a job as the screen does until its file is there, and fetches that. */
  async follow(jobId: string, began: number): Promise<Made> {
    let shown = 0;
    let last = -1;
    const before = this.#spent();
    for (;;) {
      if (performance.now() - began > MOST_MS) throw new Error('The report is not made after half an hour.');
      await new Promise((resolve) => setTimeout(resolve, this.#lookMs));
      // A connection that was just closed for idleness: the screen asks again too.
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
      ...{ seconds, work, bytes: file.length, shown },
      get pages() {
        return file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
      },
    };
  }

  /** Asks for something that is answered as JSON. */
  ask<T>(method: string, path: string, body?: object): Promise<T> {
    const call = { method, path, token: this.#token, ...(body === undefined ? {} : { body }) };
    return sendJson(this.#origin, call);
  }
}
