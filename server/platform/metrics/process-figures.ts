import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metric } from './exposition.ts';

/** Upper bounds of the seconds that a call takes: from what nobody notices to the client's patience. */
const BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** How often the loop is asked for its delay, in milliseconds: finer costs more and tells nothing new. */
const RESOLUTION_MS = 20;
const NS = 1e9;

interface Answered {
  method: string;
  /** The route's pattern, never an address: that may hold a code. */
  route: string;
  status: number;
  seconds: number;
}

/** Counts what this process answers and how it fares, from its making until `stop`. */
export class ProcessFigures {
  readonly #requests = new Map<string, { method: string; route: string; status: string; count: number }>();
  readonly #buckets = BOUNDS.map(() => 0);
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #startedAt = Date.now() / 1000 - process.uptime();
  #count = 0;
  #seconds = 0;

  constructor() {
    this.#delay.enable();
  }

  answered({ method, route, status, seconds }: Answered): void {
    const key = `${method} ${status} ${route}`;
    const known = this.#requests.get(key) ?? { method, route, status: String(status), count: 0 };
    known.count += 1;
    this.#requests.set(key, known);
    for (const [at, bound] of BOUNDS.entries()) {
      if (seconds <= bound) this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
    }
    this.#count += 1;
    this.#seconds += seconds;
  }

  stop(): void {
    this.#delay.disable();
  }

  read(): Metric[] {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return [
      {
        name: 'scaf_http_requests_total',
        help: 'Requests answered by this process, by route and status.',
        type: 'counter',
        samples: [...this.#requests.values()].map(({ count, ...labels }) => ({ labels, value: count })),
      },
      {
        name: 'scaf_http_request_duration_seconds',
        help: 'Time from a request to the end of its answer.',
        type: 'histogram',
        samples: [
          ...BOUNDS.map((bound, at) => ({
            suffix: '_bucket',
            labels: { le: String(bound) },
            value: this.#buckets[at] ?? 0,
          })),
          { suffix: '_bucket', labels: { le: '+Inf' }, value: this.#count },
          { suffix: '_sum', value: this.#seconds },
          { suffix: '_count', value: this.#count },
        ],
      },
      this.#readDelay(),
      gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
      gauge('scaf_heap_used_bytes', 'Memory that JavaScript objects take.', heapUsed),
      {
        name: 'process_cpu_seconds_total',
        help: 'Processor time of this process.',
        type: 'counter',
        samples: [{ value: (user + system) / 1e6 }],
      },
      gauge('process_start_time_seconds', 'When this process started, in Unix time.', this.#startedAt),
    ];
  }

  /** Since it was last read: over a process' whole life a bad minute would vanish. */
  #readDelay(): Metric {
    const delay = this.#delay;
    const samples = [50, 90, 99].map((per) => ({
      labels: { quantile: String(per / 100) },
      value: delay.percentile(per) / NS,
    }));
    // Before the first measure the greatest one is 0, as the quantiles are.
    samples.push({ labels: { quantile: '1' }, value: delay.max / NS });
    delay.reset();
    return {
      name: 'scaf_event_loop_delay_seconds',
      help: 'How late the main thread was since the last reading.',
      type: 'gauge',
      samples,
    };
  }
}

/** A metric that is one number. */
export const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
});
