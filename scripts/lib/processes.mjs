/** Starts programs from node_modules, and ends a program with all child processes. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Top folder of the checkout. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const WINDOWS = process.platform === 'win32';
const running = new Set();

/**
 * Returns the command of a package's program as `[node, file]`, to start without a shell: a shell would swallow
 * signals.
 */
export function toolOf(root, packageName, program = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [process.execPath, join(folder, typeof bin === 'string' ? bin : bin[program])];
}

/** Returns the command of the npm running the script, or else of the npm on the PATH. */
export function npm() {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return [process.execPath, cli];
  return [WINDOWS ? 'npm.cmd' : 'npm'];
}

/**
 * Runs a program to the end. Shows the output, or returns the output if `quiet`. After `minutes`, kills the whole
 * process group, because a busy worker does not notice the end of its parent. `priority` is as in `os.setPriority`.
 */
export function run(
  [program, ...first],
  args,
  { cwd = ROOT, env = {}, quiet = false, minutes = 20, priority = 0 } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(program, [...first, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      detached: !WINDOWS,
      shell: WINDOWS && program.endsWith('.cmd'),
    });
    if (child.pid !== undefined && priority !== 0) setPriority(child.pid, priority);
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    running.add(child);
    const limit = setTimeout(() => {
      output += `\nIt had not ended after ${minutes} minutes and was stopped.`;
      if (!quiet) console.log(output);
      end(child, 'SIGTERM');
      setTimeout(() => end(child, 'SIGKILL'), 10_000).unref();
    }, minutes * 60_000);
    const settle = (code) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      settle(1);
    });
    child.once('close', (code) => settle(code ?? 1));
  });
}

function end(child, signal) {
  try {
    if (WINDOWS) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The program ended in the meantime.
  }
}

/**
 * While `work` runs, Ctrl+C and SIGTERM end the started programs (each in a separate process group), and then this
 * process. Afterwards removes the handlers, because a server has own handlers for the same signals.
 */
export async function endingTogether(work) {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      for (const child of running) end(child, 'SIGTERM');
      // A program that ignores the signal is killed.
      setTimeout(() => {
        for (const child of running) end(child, 'SIGKILL');
        process.exit(130);
      }, 3_000).unref();
      Promise.all([...running].map((child) => new Promise((done) => child.once('close', done)))).then(() =>
        process.exit(130),
      );
    };
    process.on(signal, handler);
    return [signal, handler];
  });
  try {
    return await work();
  } finally {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  }
}
