import type { HostedWorker } from './hosted-worker.ts';
import { workerLimits } from './limits.ts';
import type { WorkerKind } from './worker-host.ts';

/**
 * Milliseconds until an idle worker ends. Reports often come in a row; later the memory is worth more than the half
 * second of a start.
 */
const READY_MS = 15_000;

/**
 * Idle worker processes, ready for another task of the same kind. A worker ends after some idle seconds.
 * Idle workers do not keep the server process alive.
 */
export class ReadyWorkers {
  readonly #ready = new Map<HostedWorker, { name: string; leave: () => void }>();

  /** Takes an idle worker of the kind. Undefined if there is no idle worker. */
  take(kind: WorkerKind): HostedWorker | undefined {
    const name = workerKey(kind);
    for (const [worker, one] of this.#ready) {
      if (one.name !== name || !worker.connected) continue;
      one.leave();
      worker.ref(true);
      return worker;
    }
    return undefined;
  }

  /** Adds an idle worker for some seconds. With too many of a kind, the longest idle worker ends. */
  keep(kind: WorkerKind, worker: HostedWorker): void {
    const name = workerKey(kind);
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

const workerKey = ({ file, execArgv }: WorkerKind): string => [...execArgv, file].join(' ');
