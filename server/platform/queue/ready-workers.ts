import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { workerLimits } from './limits.ts';

/** What a worker runs, and what Node.js is told for it: two of a kind can do each other's work. */
export interface WorkerKind {
  file: string;
  execArgv: string[];
}

/** Reports are asked for one after another; later than this, a worker's memory is worth more than half a second. */
const READY_MS = 15_000;

/** Workers that have ended a piece of work and wait for the next one. None of them keeps this process alive. */
export class ReadyWorkers {
  readonly #ready = new Map<ChildProcess, { name: string; leave: () => void }>();

  /** One that is ready, which is the caller's from now on. */
  take(kind: WorkerKind): ChildProcess | undefined {
    const name = nameOf(kind);
    for (const [worker, one] of this.#ready) {
      if (one.name !== name || !worker.connected) continue;
      one.leave();
      for (const handle of handlesOf(worker)) handle.ref();
      return worker;
    }
    return undefined;
  }

  /** Keeps one for a while. No more of a kind than may work at once: then the one that has waited longest ends. */
  keep(kind: WorkerKind, worker: ChildProcess): void {
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
    for (const handle of handlesOf(worker)) handle.unref();
    this.#ready.set(worker, { name, leave });
  }

  #end(worker: ChildProcess): void {
    this.#ready.get(worker)?.leave();
    worker.kill('SIGKILL');
  }
}

const nameOf = ({ file, execArgv }: WorkerKind): string => [...execArgv, file].join(' ');

/** All by which a process waits for another one: the process itself, its channel and its pipes. */
function handlesOf(worker: ChildProcess): { ref: () => void; unref: () => void }[] {
  const pipes = worker.stdio.filter((pipe) => pipe !== null && pipe !== undefined) as unknown as Socket[];
  return [worker, ...(worker.channel ? [worker.channel] : []), ...pipes];
}
