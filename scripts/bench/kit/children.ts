/** Child processes of a bench: started with a message channel, one request at a time, ended with the bench. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../server/testing/free-port.ts';
import { SERVER_ARGS } from '../../lib/server-args.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function keep(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/**
 * Runs a bench in a temporary folder, and in the end stops every process started by the bench and removes
 * the folder.
 * @param work the bench; gets the folder, and a random secret for session tokens
 */
export async function inFolder<T>(work: (folder: string, secret: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  try {
    return await work(folder, randomBytes(48).toString('base64url'));
  } finally {
    await Promise.all([...running].map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a script of the bench folder as a child process that communicates by messages. */
export function startHelper(script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const file = fileURLToPath(new URL(`../${script}`, import.meta.url));
  return keep(fork(file, args, { cwd: root, execArgv: [], env: { ...process.env, ...env } }));
}

/**
 * Starts the built application as `npm start` does. Resolves with the port once the server listens. BENCH_NODE_ARGS
 * adds Node.js arguments, for example `--cpu-prof`.
 */
export async function startServer(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const more = (process.env.BENCH_NODE_ARGS ?? '').split(' ').filter(Boolean);
  const child = keep(
    spawn(process.execPath, [...SERVER_ARGS, ...more, 'build/server/main.js'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        BACKUP_DIR: 'no',
        ...env,
      },
    }),
  );
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2000);
      if (output.includes('SCAF está listo')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.\n${output}`)));
  });
  return { child, port };
}

/** Returns the next message of a child process. Rejects if the process ends or reports a failure first. */
export async function answerOf<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const gone = once(child, 'exit', ended).then(([code]): never => {
    throw new Error(`A helper of the bench ended with ${code}.`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', ended), gone]);
    if ('error' in message) throw new Error(message.error);
    return message;
  } finally {
    gone.catch(() => undefined);
    ended.abort();
  }
}

/** Seconds of processor time used by a process so far; NaN if the system does not report. */
export function cpuSeconds(child: ChildProcess): number {
  return secondsIn(`/proc/${child.pid}/stat`);
}

/** Seconds of processor time used by a process's main thread so far; NaN if the system does not report. */
export function mainSeconds(child: ChildProcess): number {
  return secondsIn(`/proc/${child.pid}/task/${child.pid}/stat`);
}

/**
 * Measures the use of a processor by a process during `work`: 1 is a whole processor.
 * @param secondsOf `cpuSeconds` for the whole process, `mainSeconds` for the main thread
 */
export async function partOf(
  secondsOf: (child: ChildProcess) => number,
  child: ChildProcess,
  work: () => Promise<unknown>,
): Promise<number> {
  const [before, began] = [secondsOf(child), performance.now()];
  await work();
  return (1000 * (secondsOf(child) - before)) / (performance.now() - began);
}

function secondsIn(file: string): number {
  if (!existsSync(file)) return Number.NaN;
  // Fields after the name (may contain spaces): user and system time are the twelfth and thirteenth, in hundredths.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/**
 * Seconds of processor time used by a process and all descendants, including ended processes; NaN if the system
 * does not report. Does not depend on other load.
 */
export function spentWithChildren(child: ChildProcess): number {
  if (child.pid === undefined || !existsSync('/proc/self/stat')) return Number.NaN;
  const statOf = (pid: string): number[] => {
    try {
      // Fields after the name (may contain spaces): state, parent; from the twelfth on hundredths of seconds.
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
      return text.split(' ').map(Number);
    } catch {
      return [];
    }
  };
  const sum = (times: readonly number[]) => times.reduce((all, one) => all + one, 0);
  const own = sum(statOf(String(child.pid)).slice(11, 15));
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: statOf(name) }));
  // Workers are children of their host; the times of ended workers are included in the host's.
  const below = (parent: number): number[] =>
    all
      .filter(({ stat }) => stat[1] === parent)
      .flatMap(({ pid, stat }) => [...stat.slice(11, 15), ...below(pid)]);
  return (own + sum(below(child.pid))) / 100;
}

/** Ends a child process as a service manager would (SIGTERM), and waits for the end. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
