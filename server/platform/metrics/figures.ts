import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Counter, Gauge } from 'prom-client';
import type { Millis } from '../db/tables.ts';
import type { StoreFigures } from './store-figures.repository.ts';

/** Upper limits of the histogram of call durations, in seconds: from imperceptible to the client's timeout. */
const BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Milliseconds between two measurements of the event loop's delay: shorter costs more without new information. */
const RESOLUTION_MS = 20;
const NS = 1e9;

interface Answered {
  method: string;
  /** Pattern of the route, never the address itself, because an address may contain a secret code. */
  route: string;
  status: number;
  seconds: number;
}

/** Functions to read figures for monitoring at the time of a request for metrics. */
export interface Sources {
  readStore: () => Promise<StoreFigures>;
  /** Returns the number of live connections of this process: `hub` by Socket.IO, `feed` by plain WebSocket. */
  sockets: () => { hub: number; feed: number };
  /** Returns the start time of the newest backup, epoch milliseconds. Null without a backup. */
  newestCopy: () => Promise<Millis | null>;
}

/** Counters of the server process for monitoring, in the format of Prometheus (a monitoring program). */
export interface Metrics {
  /** Counts an answered call. */
  answered: (call: Answered) => void;
  /** Returns the metrics in the text format of Prometheus. */
  read: (sources: Sources) => Promise<{ mediaType: string; text: string }>;
  /** Ends the counting. */
  stop: () => void;
}

/** Starts counting answers and load of the server process for monitoring, until `stop`. */
export async function makeFigures(): Promise<Metrics> {
  // Loaded on demand: most servers run without metrics.
  const { Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registers = [new Registry()];
  const [registry] = registers as [InstanceType<typeof Registry>];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });

  const requests = new Counter({
    name: 'scaf_http_requests_total',
    help: 'Requests answered by this process, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'scaf_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    buckets: BOUNDS,
    registers,
  });
  const processor = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of this process.',
    registers,
  });
  const load = watchProcess(processor, gauge);
  const connections = gauge('scaf_live_connections', 'Live connections of this process.', 'kind');
  // Figures of the store, equal in every process: use a single process, or the maximum.
  const votes = gauge('scaf_votes', 'Votes that stand, in the store.');
  const unverified = gauge(
    'scaf_unverified_closings',
    'Closings of questions that counted more than was represented, in the store: 0 unless rows were changed by hand.',
  );
  const jobs = gauge('scaf_report_jobs', 'Background work in the store, by state.', 'state');
  const mail = gauge('scaf_mail_messages', 'Messages of the outbox, by state.', 'state');
  const newest = gauge(
    'scaf_newest_copy_timestamp_seconds',
    'When the newest copy of the store was begun; 0 where there is none.',
  );

  return {
    answered: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status });
      durations.observe(seconds);
    },
    read: async ({ readStore, sockets, newestCopy }) => {
      load.read();
      const { hub, feed } = sockets();
      connections.set({ kind: 'application' }, hub);
      connections.set({ kind: 'feed' }, feed);
      const store = await readStore();
      votes.set(store.votes);
      unverified.set(store.unverified);
      for (const [state, count] of store.jobs) jobs.set({ state }, count);
      for (const [state, count] of store.mail) mail.set({ state }, count);
      newest.set(((await newestCopy()) ?? 0) / 1000);
      return { mediaType: registry.contentType, text: await registry.metrics() };
    },
    stop: load.stop,
  };
}

/**
 * Watches the load of this process until `stop`: processor time, memory and lateness of the main thread.
 * @param gauge makes a gauge in the registry
 * @returns `read` puts the present load into the counter and the gauges
 */
function watchProcess(
  processor: Counter,
  gauge: (name: string, help: string, ...labelNames: string[]) => Gauge,
): { read: () => void; stop: () => void } {
  const lateness = gauge(
    'scaf_event_loop_delay_seconds',
    'How late the main thread was since the last reading.',
    'quantile',
  );
  const memory = gauge('process_resident_memory_bytes', 'Memory of this process.');
  const heap = gauge('scaf_heap_used_bytes', 'Memory that JavaScript objects take.');
  const start = gauge('process_start_time_seconds', 'When this process started, in Unix time.');
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  start.set(Date.now() / 1000 - process.uptime());

  function read(): void {
    const { rss, heapUsed } = process.memoryUsage();
    memory.set(rss);
    heap.set(heapUsed);
    const { user, system } = process.cpuUsage();
    processor.reset();
    processor.inc((user + system) / 1e6);
    // Resets with each reading: over the life of a process a bad minute would vanish.
    for (const per of [50, 90, 99]) lateness.set({ quantile: `${per / 100}` }, delay.percentile(per) / NS);
    // Before the first measure the maximum is 0, like the quantiles.
    lateness.set({ quantile: '1' }, delay.max / NS);
    delay.reset();
  }

  return { read, stop: () => void delay.disable() };
}
