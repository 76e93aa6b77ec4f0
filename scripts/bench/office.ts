/** Whoever asks for a report in a bench, follows it as the screen does and fetches its file. */
import { API_BASE } from '../../shared/api.ts';
import type { ReportJob } from '../../shared/reports/jobs.api.ts';

export interface Made {
  seconds: number;
  pages: number;
  bytes: number;
  /** How many different progresses were seen. */
  shown: number;
}

export class Office {
  readonly #origin: string;
  readonly #token: string;
  readonly #path: string;
  readonly #lookMs: number;

  /** @param lookMs how often it looks whether the report is made */
  constructor(origin: string, token: string, path: string, lookMs = 500) {
    this.#origin = origin;
    this.#token = token;
    this.#path = path;
    this.#lookMs = lookMs;
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
    for (;;) {
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
    const file = await this.#call('GET', `/reports/jobs/${jobId}/file`);
    const pages = file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
    return { seconds, pages, bytes: file.length, shown };
  }

  /** Asks for something that is answered as JSON. */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    return JSON.parse((await this.#call(method, path, body)).toString());
  }

  async #call(method: string, path: string, body?: object): Promise<Buffer> {
    const response = await fetch(this.#origin + API_BASE + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  }
}
