import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defined } from '../../shared/defined.ts';
import { workerScript } from '../platform/lib/worker-file.ts';
import { headersOf, TEST_SECRET, type TestApp, urlOf } from './app.ts';
import { freePort } from './free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Real server process on a separate port, as in production. */
export interface ServerProcess {
  /** Base address without a trailing slash: `http://127.0.0.1:…`. */
  url: string;
  /** Calls an endpoint over the network. Throws if the connection breaks before the answer. */
  call: TestApp['call'];
  /** Sends a signal (default SIGTERM) and waits for the exit. */
  end: (signal?: NodeJS.Signals) => Promise<void>;
  /** Sends a signal to the process without waiting for the exit. */
  signal: (signal: NodeJS.Signals) => void;
  /** Resolves at the end of the process with the exit code or the signal. */
  ended: Promise<number | NodeJS.Signals>;
  /** Returns the output of the process so far. */
  output: () => string;
}

export interface ServerSetup {
  dataDir: string;
  databaseUrl?: string;
  /** Port to listen on. Default: a free port. Pass the old port to restart a server. */
  port?: number;
  /** Address of the SMTP server for mails. Default: no mails. */
  smtpUrl?: string;
  /** Main file of a build. Default: the sources, or the build of `npm test`. */
  main?: string;
  /** Arguments for Node.js before the script. */
  nodeArgs?: readonly string[];
  /**
   * Further environment variables, for example a preload or a backup folder. Replaces other settings of the same
   * name.
   */
  env?: Record<string, string>;
  /** Most open files of the process. Default: as allowed by the system. */
  descriptors?: number;
  /** Runs the server under strace: logs the named system calls to the file. */
  trace?: { calls: string; file: string };
}

/**
 * Starts a server process for a test, from the build or from the sources. Resolves once the server accepts
 * calls.
 */
export async function startServer(setup: ServerSetup): Promise<ServerProcess> {
  const port = setup.port ?? (await freePort());
  const { trace } = setup;
  const { file, execArgv } =
    setup.main === undefined ? workerScript('../main', import.meta.url) : { file: setup.main, execArgv: [] };
  const node = [process.execPath, ...execArgv, ...(setup.nodeArgs ?? []), file];
  const limited =
    setup.descriptors === undefined
      ? node
      : ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(setup.descriptors), ...node];
  const [command = '', ...args] =
    trace === undefined
      ? limited
      : [
          'strace',
          '-f',
          '-e',
          `trace=${trace.calls}`,
          '-e',
          'signal=none',
          '-s',
          '24',
          '-o',
          trace.file,
          ...node,
        ];
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...defined({ SCAF_BUILT_WORKERS: process.env.SCAF_BUILT_WORKERS }),
      // Benchmarks measure a warm server.
      ...(process.env.VITEST === undefined ? {} : { SCAF_WARM: 'no' }),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: setup.dataDir,
      JWT_SECRET: TEST_SECRET,
      // Tests of copies set their own folder.
      BACKUP_DIR: 'no',
      ...defined({ DATABASE_URL: setup.databaseUrl }),
      ...(setup.smtpUrl === undefined
        ? {}
        : { SMTP_URL: setup.smtpUrl, MAIL_FROM: 'scaf@ejemplo.co', PUBLIC_URL: `http://localhost:${port}` }),
      ...setup.env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  // Kills the server if the test process exits.
  const endWithUs = () => void signal(child, trace !== undefined, 'SIGKILL');
  process.once('exit', endWithUs);
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, name) => {
      process.off('exit', endWithUs);
      resolve(code ?? name ?? 0);
    });
  });
  const output = await listening(child);
  return {
    url,
    ended,
    output,
    signal: (name) => signal(child, trace !== undefined, name),
    call: callOver(url),
    end: async (name = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      signal(child, trace !== undefined, name);
      await ended;
    },
  };
}

/** True if strace is installed and works on this machine. */
export async function canTrace(): Promise<boolean> {
  const child = spawn('strace', ['-f', '-e', 'trace=fsync', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Sends a signal to the server. Under strace: to the traced server, since strace itself would only detach. */
function signal(child: ChildProcess, traced: boolean, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  const children = `/proc/${child.pid}/task/${child.pid}/children`;
  const inner = traced && existsSync(children) ? Number(readFileSync(children, 'utf8').split(' ')[0]) : 0;
  process.kill(inner > 0 ? inner : child.pid, name);
}

/** Returns a function to call endpoints of a server at an address, with the interface of `TestApp.call`. */
export function callOver(url: string): TestApp['call'] {
  return async (endpoint, input = {}, as = {}) => {
    const callInput: { params?: unknown; query?: unknown; body?: unknown } = input;
    const response = await fetch(url + urlOf(endpoint.path, callInput.params, callInput.query), {
      method: endpoint.method,
      headers: {
        ...headersOf(as),
        ...(callInput.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...defined({ body: callInput.body === undefined ? undefined : JSON.stringify(callInput.body) }),
    });
    const text = await response.text();
    const body = text === '' ? null : JSON.parse(text);
    return { status: response.status, body, error: body, headers: Object.fromEntries(response.headers) };
  };
}

/**
 * Waits for the server's ready message. Returns a function for reading the output so far. Rejects with the output
 * if the process ends before.
 */
function listening(child: ChildProcess): Promise<() => string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const hear = (text: string) => {
      output = (output + text).slice(-20_000);
      if (output.includes('SCAF está listo')) resolve(() => output);
    };
    child.stdout?.setEncoding('utf8').on('data', hear);
    child.stderr?.setEncoding('utf8').on('data', hear);
    child.once('error', reject);
    child.once('exit', (code, name) =>
      reject(new Error(`The server ended with ${code ?? name}.\n${output}`)),
    );
  });
}
