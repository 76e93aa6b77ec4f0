import { type ChildProcess, fork } from 'node:child_process';
import type { Duplex } from 'node:stream';

/**
 * Number of the pipe (file descriptor) between a worker and the helper process: the worker asks before each
 * step and may have to pause.
 */
export const STEP_FD = 4;

/** Kind of worker: script and Node.js arguments. Workers of an equal kind can replace each other. */
export interface WorkerKind {
  /** Path of the script. */
  file: string;
  /** Arguments of Node.js. */
  execArgv: string[];
}

/**
 * Message of the server to the helper process that runs the workers. `id` is the worker; `ping` asks for a
 * sign of life; `priority` of the worker's process is as in `os.setPriority`.
 */
export type ToHost = { id: number } & (
  | { ping: true }
  | { start: WorkerKind; priority: number }
  | { input: object }
  | { goOn: true }
  | { kill: true }
);

/** Message of the helper process to the server about a worker. `pong` answers a ping. */
export type FromHost = { id: number } & (
  | { pong: true }
  | { pid: number }
  | { message: unknown }
  | { step: true }
  | { failed: string }
  | { code: number | null; killedBy: NodeJS.Signals | null }
);

/**
 * Main loop of the helper process between server and workers: starts and ends the workers, and passes
 * messages on.
 */
export function hostWorkers(): void {
  const workers = new Map<number, ChildProcess>();
  const say = (word: FromHost): void => void process.send?.(word, undefined, undefined, () => undefined);
  // Workers end because their channels close with the host.
  process.once('disconnect', () => process.exit());
  // Ignores a terminal's interrupt, sent to all processes: the server ends the workers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

  const start = (id: number, { file, execArgv }: WorkerKind, priority: number): void => {
    const worker = fork(file, [String(priority)], {
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
    });
    workers.set(id, worker);
    worker.on('message', (message) => say({ id, message }));
    worker.once('error', (error) => {
      workers.delete(id);
      say({ id, failed: error.message });
    });
    worker.once('exit', (code, killedBy) => {
      workers.delete(id);
      say({ id, code, killedBy });
    });
    const steps = stepsOf(worker);
    steps?.on('error', () => undefined);
    steps?.on('data', () => say({ id, step: true }));
    if (worker.pid !== undefined) say({ id, pid: worker.pid });
  };

  process.on('message', (word: ToHost) => {
    if ('ping' in word) {
      say({ id: word.id, pong: true });
      return;
    }
    if ('start' in word) {
      start(word.id, word.start, word.priority);
      return;
    }
    const worker = workers.get(word.id);
    if (worker === undefined) return;
    if ('kill' in word) worker.kill('SIGKILL');
    else if ('goOn' in word) stepsOf(worker)?.write('.');
    // A killed worker may not be noticed yet; 'exit' follows.
    else worker.send(word.input, (error) => error && worker.kill('SIGKILL'));
  });
}

const stepsOf = (worker: ChildProcess): Duplex | null => worker.stdio[STEP_FD] as Duplex | null;
