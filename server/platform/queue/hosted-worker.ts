import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { workerScript } from '../lib/worker-file.ts';
import type { FromHost, ToHost, WorkerKind } from './worker-host.ts';

interface Events {
  message: [message: unknown];
  /** It asks whether it may go on. */
  step: [];
  /** It could not be started. */
  error: [error: Error];
  exit: [code: number | null, killedBy: NodeJS.Signals | null];
}

/**
 * A worker's process, which the host starts (`worker-host.ts`): to fork this process would hold it up for as long as
 * its memory is large, and again at each page that it writes to afterwards.
 */
export class HostedWorker extends EventEmitter<Events> {
  /** Once it runs. */
  pid: number | undefined;
  killed = false;
  connected = true;
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

  /** Lets it go on after a step. */
  goOn(): void {
    this.#host.say({ id: this.#id, goOn: true });
  }

  kill(): void {
    this.killed = true;
    this.#host.say({ id: this.#id, kill: true });
  }

  /** Whether this process waits for it. */
  ref(isNeeded: boolean): void {
    this.#host.need(this.#id, isNeeded);
  }
}

/** The process that starts workers, as this one knows it. */
class Host {
  readonly #process: ChildProcess;
  readonly #workers = new Map<number, HostedWorker>();
  readonly #needed = new Set<number>();
  #last = 0;
  isGone = false;

  constructor() {
    const { file, execArgv } = workerScript('../../composition/host.worker', import.meta.url);
    const stdio: ('ignore' | 'inherit' | 'ipc')[] = ['ignore', 'ignore', 'inherit', 'ipc'];
    this.#process = fork(file, [], { execArgv, serialization: 'advanced', stdio });
    this.#process.on('message', (word: FromHost) => this.#hear(word));
    // It never ran, and so never ends.
    this.#process.once('error', () => this.#end());
    this.#process.once('exit', () => this.#end());
    this.#wait();
  }

  start(kind: WorkerKind): HostedWorker {
    this.#last += 1;
    const worker = new HostedWorker(this.#last, this);
    this.#workers.set(this.#last, worker);
    this.need(this.#last, true);
    this.say({ id: this.#last, start: kind });
    return worker;
  }

  say(word: ToHost): void {
    if (this.isGone) return;
    // What is not heard of any more ends with its host.
    this.#process.send(word, () => undefined);
  }

  need(id: number, isNeeded: boolean): void {
    if (isNeeded) this.#needed.add(id);
    else this.#needed.delete(id);
    this.#wait();
  }

  #wait(): void {
    for (const handle of [this.#process, this.#process.channel]) {
      if (this.#needed.size > 0) handle?.ref();
      else handle?.unref();
    }
  }

  #hear(word: FromHost): void {
    const worker = this.#workers.get(word.id);
    if (worker === undefined) return;
    if ('pid' in word) worker.pid = word.pid;
    else if ('message' in word) worker.emit('message', word.message);
    else if ('step' in word) worker.emit('step');
    else {
      this.#leave(word.id, worker);
      if (!('failed' in word)) worker.emit('exit', word.code, word.killedBy);
      // Nobody listens to one that was given up.
      else if (worker.listenerCount('error') > 0) worker.emit('error', new Error(word.failed));
    }
  }

  #leave(id: number, worker: HostedWorker): void {
    worker.connected = false;
    this.#workers.delete(id);
    this.need(id, false);
  }

  /** Its workers end with it: other ones may do their work. */
  #end(): void {
    if (this.isGone) return;
    this.isGone = true;
    for (const [id, worker] of [...this.#workers]) {
      this.#leave(id, worker);
      worker.emit('exit', null, 'SIGKILL');
    }
  }
}

let host: Host | null = null;

function theHost(): Host {
  if (host === null || host.isGone) host = new Host();
  return host;
}

/** Starts the host before the first worker is needed: while this process is small that takes the least. */
export const startHost = (): void => void theHost();

export const startWorker = (kind: WorkerKind): HostedWorker => theHost().start(kind);
