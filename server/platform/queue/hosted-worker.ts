import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { workerScript } from '../lib/worker-file.ts';
import { workerLimits } from './limits.ts';
import type { FromHost, ToHost, WorkerKind } from './worker-host.ts';

/** Milliseconds between two looks at the helper process and the workers, while a worker is needed. */
const LOOK_MS = 5_000;
/** Looks without a sign of life before a stopped process is killed (for example after SIGSTOP). */
const MOST_SILENT = 3;

interface Events {
  message: [message: unknown];
  /** Event: the worker asks to continue with the next step. */
  step: [];
  /** Event: the worker could not start. */
  error: [error: Error];
  exit: [code: number | null, killedBy: NodeJS.Signals | null];
}

/**
 * Worker process, started by a small helper process (`worker-host.ts`). Starting from the server itself would block
 * the server for a time proportional to memory, and slow later writes to memory.
 */
export class HostedWorker extends EventEmitter<Events> {
  /** Process id; undefined until the worker runs. */
  pid: number | undefined;
  killed = false;
  connected = true;
  #looksStopped = 0;
  readonly #id: number;
  readonly #host: Host;

  constructor(id: number, host: Host) {
    super();
    this.#id = id;
    this.#host = host;
  }

  send(input: object): void {
    this.#host.say({ id: this.#id, input });
  }

  /** Lets the worker continue with the next step. */
  goOn(): void {
    this.#host.say({ id: this.#id, goOn: true });
  }

  kill(): void {
    this.killed = true;
    this.#host.say({ id: this.#id, kill: true });
  }

  /** Kills a worker found stopped at several looks: the waiting request gets an answer. */
  look(): void {
    this.#looksStopped = isStopped(this.pid) ? this.#looksStopped + 1 : 0;
    if (this.#looksStopped >= MOST_SILENT) this.kill();
  }

  /** Keeps this process alive for the worker if true. */
  ref(isNeeded: boolean): void {
    this.#host.need(this.#id, isNeeded);
  }
}

/** Connection to the helper process for starting workers. */
class Host {
  readonly #process: ChildProcess;
  readonly #workers = new Map<number, HostedWorker>();
  readonly #needed = new Set<number>();
  #last = 0;
  /** Number of looks since the last message of the helper process. */
  #silent = 0;
  #looks: NodeJS.Timeout | null = null;
  isGone = false;

  constructor() {
    const { file, execArgv } = workerScript('../../composition/host.worker', import.meta.url);
    const stdio: ('ignore' | 'inherit' | 'ipc')[] = ['ignore', 'ignore', 'inherit', 'ipc'];
    this.#process = fork(file, [], { execArgv, serialization: 'advanced', stdio });
    this.#process.on('message', (word: FromHost) => this.#hear(word));
    // The host never ran, so no exit event follows.
    this.#process.once('error', () => this.#end());
    this.#process.once('exit', () => this.#end());
    this.#wait();
  }

  start(kind: WorkerKind): HostedWorker {
    this.#last += 1;
    const worker = new HostedWorker(this.#last, this);
    this.#workers.set(this.#last, worker);
    this.need(this.#last, true);
    this.say({ id: this.#last, start: kind, priority });
    return worker;
  }

  say(word: ToHost): void {
    if (this.isGone) return;
    // Unsent messages are lost with the host.
    this.#process.send(word, () => undefined);
  }

  need(id: number, isNeeded: boolean): void {
    if (isNeeded) this.#needed.add(id);
    else this.#needed.delete(id);
    this.#wait();
  }

  #wait(): void {
    if (this.#needed.size > 0 && !this.isGone)
      this.#looks ??= setInterval(() => this.#look(), LOOK_MS).unref();
    else this.#stopLooking();
    for (const handle of [this.#process, this.#process.channel]) {
      if (this.#needed.size > 0) handle?.ref();
      else handle?.unref();
    }
  }

  /** Replaces a helper process without a sign of life. All waiting requests get an answer. */
  #look(): void {
    if (this.#silent >= MOST_SILENT) this.#process.kill('SIGKILL');
    this.#silent += 1;
    this.say({ id: 0, ping: true });
    for (const worker of this.#workers.values()) worker.look();
  }

  #stopLooking(): void {
    if (this.#looks !== null) clearInterval(this.#looks);
    this.#looks = null;
    this.#silent = 0;
  }

  #hear(word: FromHost): void {
    this.#silent = 0;
    const worker = this.#workers.get(word.id);
    if (worker === undefined) return;
    if ('pid' in word) worker.pid = word.pid;
    else if ('message' in word) worker.emit('message', word.message);
    else if ('step' in word) worker.emit('step');
    else if (!('pong' in word)) {
      this.#leave(word.id, worker);
      if (!('failed' in word)) worker.emit('exit', word.code, word.killedBy);
      // A worker that was given up has no listener.
      else if (worker.listenerCount('error') > 0) worker.emit('error', new Error(word.failed));
    }
  }

  #leave(id: number, worker: HostedWorker): void {
    worker.connected = false;
    this.#workers.delete(id);
    this.need(id, false);
  }

  /** Ends all workers, because the helper process ended. A new helper process may do their tasks. */
  #end(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.#stopLooking();
    for (const [id, worker] of [...this.#workers]) {
      this.#leave(id, worker);
      worker.emit('exit', null, 'SIGKILL');
    }
  }
}

/** True if the system tells that a process is stopped. */
function isStopped(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    // Field after the command in parentheses.
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.startsWith('T') === true;
  } catch {
    return false;
  }
}

let host: Host | null = null;

/** Priority of the workers of this process, as in `os.setPriority`. */
let priority: number = workerLimits.priority;

/** Sets the priority of the workers started from now on, as in `os.setPriority`. */
export function setWorkerPriority(value: number): void {
  priority = value;
}

function theHost(): Host {
  if (host === null || host.isGone) host = new Host();
  return host;
}

/**
 * Starts the helper process for workers early, at the start of the server: starting is cheapest while the
 * server uses little memory.
 */
export const startHost = (): void => void theHost();

/**
 * Starts a worker process through the helper process.
 * @param kind script and Node.js arguments of the worker
 */
export const startWorker = (kind: WorkerKind): HostedWorker => theHost().start(kind);
