/** Built server as an operator starts the program: in a separate process, with its own data folder and port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite from 'better-sqlite3';
import { freePort } from '../../server/testing/free-port.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Main files: the shipped program, and the same server with the test client (scripts/lib/build.mjs). */
const MAINS = {
  shipped: join(ROOT, 'build', 'server', 'main.js'),
  tests: join(ROOT, 'build', 'tests', 'server', 'main.js'),
};
const START_MS = 90_000;

export class ServerProcess {
  readonly url: string;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'scaf-e2e-'));
  readonly #port: number;
  readonly #nodeOptions: string;
  readonly #smtpUrl: string;
  readonly #more: Readonly<Record<string, string>>;
  readonly #main: string;
  #child: ChildProcess | null = null;
  #output = '';

  private constructor(
    port: number,
    nodeOptions: string,
    smtpUrl: string,
    more: Readonly<Record<string, string>>,
    main: string,
  ) {
    this.#main = main;
    this.#more = more;
    this.#port = port;
    this.#nodeOptions = nodeOptions;
    this.#smtpUrl = smtpUrl;
    this.url = `http://127.0.0.1:${port}`;
  }

  /**
   * Starts a server on an empty data folder and waits for an answer. `nodeOptions`: value of NODE_OPTIONS; `smtpUrl`:
   * mail server, if any; `more`: further environment variables; `isShipped`: serves the client as shipped (default:
   * except in tests).
   */
  static async start({
    nodeOptions = '',
    smtpUrl = '',
    more = {},
    isShipped = process.env.VITEST === undefined,
  } = {}): Promise<ServerProcess> {
    const main = isShipped ? MAINS.shipped : MAINS.tests;
    if (!existsSync(main)) throw new Error(`There is no ${main}: run 'npm run build' first.`);
    // Fixed port: reused after a kill.
    const server = new ServerProcess(await freePort(), nodeOptions, smtpUrl, more, main);
    process.once('exit', () => server.#child?.kill('SIGKILL'));
    await server.start();
    return server;
  }

  /** Answers by unit number, read from the database: the API hides answers while a question is open. */
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

  /** Starts the server, or restarts on the same folder and port. Resolves when answering. */
  async start(): Promise<void> {
    this.#output = '';
    const child = spawn(process.execPath, [this.#main], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(this.#port),
        PUBLIC_URL: this.url,
        DATA_DIR: this.dataDir,
        BACKUP_DIR: 'no',
        // Empty means unset: hides the developer's shell variables.
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
        // The link is printed right after; both are complete once the health check answers.
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

  /** One-time link to create the first user, printed at the first start. */
  get firstUserLink(): string {
    const link = /\S+\/FirstUser#\S+/.exec(this.#output)?.[0];
    if (link === undefined) throw new Error(`No one-time link was printed:\n${this.#output}`);
    return link;
  }

  /** Text printed by the server since the last start, with errors. */
  get output(): string {
    return this.#output;
  }

  /** Kills the process without any cleanup, like a power cut. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Stops the server as an operator would. The data folder stays for inspection. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Stops the server, if running, and removes the data folder. */
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
