/** Built server as an operator starts the program: in a separate process, with its own data folder and port. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite from 'better-sqlite3';
import { freePort } from '../../server/testing/free-port.ts';
import {
  type ServerProcess as RunningServer,
  type ServerSetup,
  startServer,
} from '../../server/testing/process.ts';
import { getHealth } from '../../shared/platform.api.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Main files: the shipped program, and the same server with the test client (scripts/lib/build.mjs). */
const MAINS = {
  shipped: join(ROOT, 'build', 'server', 'main.js'),
  tests: join(ROOT, 'build', 'tests', 'server', 'main.js'),
};

export class ServerProcess {
  readonly url: string;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'scaf-e2e-'));
  readonly #setup: ServerSetup;
  #running: RunningServer | null = null;
  #output = () => '';

  private constructor(port: number, main: string, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#setup = { dataDir: this.dataDir, port, main, env: { PUBLIC_URL: this.url, ...env } };
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
    const server = new ServerProcess(await freePort(), main, {
      // An empty secret is unset: the server makes its own.
      JWT_SECRET: '',
      SMTP_URL: smtpUrl,
      MAIL_FROM: smtpUrl === '' ? '' : 'SCAF <asambleas@ejemplo.co>',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: nodeOptions,
      ...more,
    });
    await server.start();
    return server;
  }

  /** Answers by unit number, read from the database: the API hides answers while a question is open. */
  storedAnswers({ jointId, conceptId }: { jointId: number; conceptId: number }): Record<string, number> {
    return this.#read((store) => {
      const of = 'select apartment_id, answer_id from vote where joint_id = ? and concept_id = ?';
      const rows = store.prepare<[number, number], { apartment_id: string; answer_id: number }>(of);
      return Object.fromEntries(rows.all(jointId, conceptId).map((row) => [row.apartment_id, row.answer_id]));
    });
  }

  /** Whole codes of a joint's valid badges by unit, read from the database: lists have masked codes. */
  storedBadges(jointId: number): Map<string, string> {
    return this.#read((store) => {
      const of =
        'select apartment_id, code from code where joint_id = ? and apartment_id is not null and revoked_at is null';
      const rows = store.prepare<[number], { apartment_id: string; code: string }>(of);
      return new Map(rows.all(jointId).map((row) => [row.apartment_id, row.code]));
    });
  }

  /** Whole code of a public id, read from the database. Undefined for another text. */
  storedCode(codeId: string | null | undefined): string | undefined {
    const of = 'select code from code where code_id = ?';
    return this.#read((store) => store.prepare<[string], { code: string }>(of).get(codeId ?? '')?.code);
  }

  /** Reads the server's database while the server runs. */
  #read<T>(work: (store: BetterSqlite.Database) => T): T {
    const store = new BetterSqlite(join(this.dataDir, 'scaf.sqlite'), { readonly: true });
    try {
      return work(store);
    } finally {
      store.close();
    }
  }

  /** Starts the server, or restarts on the same folder and port. Resolves when answering. */
  async start(): Promise<void> {
    this.#running = await startServer(this.#setup);
    this.#output = this.#running.output;
    // The link is printed right after the ready message; both are complete once the health check answers.
    await this.#running.call(getHealth);
  }

  /** One-time link to create the first user, printed at the first start. */
  get firstUserLink(): string {
    const link = /\S+\/FirstUser#\S+/.exec(this.output)?.[0];
    if (link === undefined) throw new Error(`No one-time link was printed:\n${this.output}`);
    return link;
  }

  /** Text printed by the server since the last start, with errors. */
  get output(): string {
    return this.#output();
  }

  /** Kills the process without any cleanup, like a power cut. */
  async kill(): Promise<void> {
    await this.#running?.end('SIGKILL');
  }

  /** Stops the server as an operator would. The data folder stays for inspection. */
  async stop(): Promise<void> {
    await this.#running?.end('SIGTERM');
  }

  /** Stops the server, if running, and removes the data folder. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
