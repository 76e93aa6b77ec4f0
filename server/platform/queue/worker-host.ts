import { type ChildProcess, fork } from 'node:child_process';
import type { Duplex } from 'node:stream';

/** The file descriptor by which a worker asks, between two steps, whether it may go on, and is answered. */
export const STEP_FD = 4;

/** What a worker runs, and what Node.js is told for it: two of a kind can do each other's work. */
export interface WorkerKind {
  file: string;
  execArgv: string[];
}

/** What the host of workers is told, of one worker each. */
export type ToHost = { id: number } & (
  | { start: WorkerKind }
  | { input: object }
  | { goOn: true }
  | { kill: true }
);

/** What it tells. */
export type FromHost = { id: number } & (
  | { pid: number }
  | { message: unknown }
  | { step: true }
  | { failed: string }
  | { code: number | null; killedBy: NodeJS.Signals | null }
);

/** The whole life of the host: a small process that starts the server's workers and passes on what they say. */
export function hostWorkers(): void {
  const workers = new Map<number, ChildProcess>();
  const say = (word: FromHost): void => void process.send?.(word, undefined, undefined, () => undefined);
  // Its workers' channels close with it, and they end.
  process.once('disconnect', () => process.exit());
  // A terminal's interrupt goes to all its processes: workers end when the server says so.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

  const start = (id: number, { file, execArgv }: WorkerKind): void => {
    const worker = fork(file, [], {
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
    if ('start' in word) {
      start(word.id, word.start);
      return;
    }
    const worker = workers.get(word.id);
    if (worker === undefined) return;
    if ('kill' in word) worker.kill('SIGKILL');
    else if ('goOn' in word) stepsOf(worker)?.write('.');
    // One that was killed has not always been heard of by now: 'exit' tells how it ended.
    else worker.send(word.input, (error) => error && worker.kill('SIGKILL'));
  });
}

const stepsOf = (worker: ChildProcess): Duplex | null => worker.stdio[STEP_FD] as Duplex | null;
