/** The built server as an operator starts it: a process of its own, on a data folder and a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite from 'better-sqlite3';
import { freePort } from '../../server/testing/free-port.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const MAIN = join(ROOT, 'build', 'server', 'main.js');
const START_MS = 90_000;

export class ServerProcess {
  readonly url: string;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'scaf-e2e-'));
  readonly #port: number;
  readonly #nodeOptions: string;
  readonly #smtpUrl: string;
  readonly #more: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;
  #output = '';

  private constructor(
    port: number,
    nodeOptions: string,
    smtpUrl: string,
    more: Readonly<Record<string, string>>,
  ) {
    this.#more = more;
    this.#port = port;
    this.#nodeOptions = nodeOptions;
    this.#smtpUrl = smtpUrl;
    this.url = `http://127.0.0.1:${port}`;
  }

  /**
   * A server on an empty data folder, answering; `nodeOptions` as Node.js reads them from its environment,
   * `smtpUrl` where its mails go, if anywhere, `more` what else its environment says.
   */
  static async start({ nodeOptions = '', smtpUrl = '', more = {} } = {}): Promise<ServerProcess> {
    if (!existsSync(MAIN)) throw new Error(`There is no ${MAIN}: run 'npm run build' first.`);
    // Chosen beforehand: the same one is used again after a kill.
    const server = new ServerProcess(await freePort(), nodeOptions, smtpUrl, more);
    process.once('exit', () => server.#child?.kill('SIGKILL'));
    await server.start();
    return server;
  }

  /** Answer of each unit that voted, as the store has it: staff get no answers while a question is open. */
  storedAnswers({ jointId, conceptId }: { jointId: number; conceptId: number }): Record<string, number> {
    const store = new BetterSqlite(join(this.dataDir, 'scaf.sqlite'), { readonly: true });
    try {
      const of = 'select apartment_id, answer_id from vote where joint_id = ? and concept_id = ?';
      const rows = store.prepare<[number, number], { apartment_id: string; answer_id: number }>(of);
      return Object.fromEntries(rows.all(jointId, conceptId).map((row) => [row.apartment_id, row.answer_id]));
    } finally {
      store.close();
    }
  }

  /** Starts it, again on the same folder and port; resolves when it answers. */
  async start(): Promise<void> {
    this.#output = '';
    const child = spawn(process.execPath, [MAIN], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(this.#port),
        PUBLIC_URL: this.url,
        DATA_DIR: this.dataDir,
        BACKUP_DIR: 'no',
        // Set to nothing is not set: what the developer's shell has must not reach it.
        DATABASE_URL: '',
        JWT_SECRET: '',
        TRUST_PROXY: '',
        SMTP_URL: this.#smtpUrl,
        MAIL_FROM: this.#smtpUrl === '' ? '' : 'SCAF <asambleas@ejemplo.co>',
        LOG_LEVEL: 'error',
        NODE_OPTIONS: this.#nodeOptions,
        SCAF_CONTACT_EMAIL: '',
        SCAF_CONTACT_PHONE: '',
        ...this.#more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why}\n${this.#output}`));
      const tooLong = setTimeout(() => fail('The server was not ready in time.'), START_MS);
      const listen = (text: string) => {
        this.#output += text;
        if (!this.#output.includes('SCAF está listo')) return;
        clearTimeout(tooLong);
        // The link is printed right after; both are there once the health check answers.
        fetch(`${this.url}/SCAF/api/health`).then(() => resolve(), reject);
      };
      child.stdout?.setEncoding('utf8').on('data', listen);
      child.stderr?.setEncoding('utf8').on('data', listen);
      child.once('exit', (code) => {
        clearTimeout(tooLong);
        fail(`The server ended with ${code}.`);
      });
    });
  }

  /** The one-time link that a first start prints. */
  get firstUserLink(): string {
    const link = /\S+\/FirstUser#\S+/.exec(this.#output)?.[0];
    if (link === undefined) throw new Error(`No one-time link was printed:\n${this.#output}`);
    return link;
  }

  /** What it printed since it was started last: faults are among it. */
  get output(): string {
    return this.#output;
  }

  /** As a power cut: nothing is said, nothing is closed. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** As an operator ends it; the data stays for whoever wants to look at it. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Ends it, if it runs, and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
