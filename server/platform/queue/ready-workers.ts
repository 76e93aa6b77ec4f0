import type { HostedWorker } from './hosted-worker.ts';
import { workerLimits } from './limits.ts';
import type { WorkerKind } from './worker-host.ts';

/** Reports are asked for one after another; later than this, a worker's memory is worth more than half a second. */
const READY_MS = 15_000;

/** Workers that have ended a piece of work and wait for the next one. None of them keeps this process alive. */
export class ReadyWorkers {
  readonly #ready = new Map<HostedWorker, { name: string; leave: () => void }>();

  /** One that is ready, which is the caller's from now on. */
  take(kind: WorkerKind): HostedWorker | undefined {
    const name = nameOf(kind);
    for (const [worker, one] of this.#ready) {
      if (one.name !== name || !worker.connected) continue;
      one.leave();
      worker.ref(true);
      return worker;
    }
    return undefined;
  }

  /** Keeps one for a while. No more of a kind than may work at once: then the one that has waited longest ends. */
  keep(kind: WorkerKind, worker: HostedWorker): void {
    const name = nameOf(kind);
    const alike = [...this.#ready].filter(([, one]) => one.name === name);
    const [oldest] = alike[0] ?? [];
    if (oldest !== undefined && alike.length >= workerLimits.workers) this.#end(oldest);
    const timer = setTimeout(() => this.#end(worker), READY_MS).unref();
    const leave = () => {
      clearTimeout(timer);
      worker.off('exit', leave);
      this.#ready.delete(worker);
    };
    worker.once('exit', leave);
    worker.ref(false);
    this.#ready.set(worker, { name, leave });
  }

  #end(worker: HostedWorker): void {
    this.#ready.get(worker)?.leave();
    worker.kill();
  }
}

const nameOf = ({ file, execArgv }: WorkerKind): string => [...execArgv, file].join(' ');
