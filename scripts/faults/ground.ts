import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreAddress } from '../../server/platform/db/connect.ts';
import type { ServerSetup } from '../../server/testing/process.ts';
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '../../server/testing/setup/postgres-server.ts';
import { defined } from '../../shared/defined.ts';
import { Balancer } from './ground/balancer.ts';
import { type Prepared, prepareStore } from './ground/prepare.ts';
import { KeptServer } from './ground/servers.ts';
import type { Random } from './random.ts';
import type { Shown } from './screens.ts';

/** Engines with the number of server processes. */
export const grounds = {
  sqlite: { engine: 'SQLite', processes: 1 },
  postgres: { engine: 'PostgreSQL', processes: 1 },
  postgres3: { engine: 'PostgreSQL', processes: 3 },
} as const;
export type GroundKind = keyof typeof grounds;

/** Environment of a fault: servers behind a balancer, on a store of the row. */
export interface Ground {
  kind: GroundKind;
  /** Folder of the row; removed with the row. */
  folder: string;
  address: StoreAddress;
  /** The database server; null on SQLite. */
  postgres: PostgresServer | null;
  servers: readonly KeptServer[];
  balancer: Balancer;
  prepared: Prepared;
  /** Observations for the table. */
  remarks: string[];
  /** Screens added by a fault; checked like all others. */
  lookers: Shown[];
  /** Cleanup of processes started by a fault; run first at the end of the row. */
  leave: (() => unknown)[];
  /** Ends everything except resources of the stage, and removes the store. */
  close: () => Promise<void>;
}

/** Extra options for a fault's servers: environment, mail server. */
export type MoreSetup = Pick<ServerSetup, 'env' | 'nodeArgs' | 'smtpUrl'>;

interface Template {
  address: StoreAddress;
  prepared: Prepared;
}

/** Prepares a store of each engine once, on first use. Returns copies with running servers. */
export class Stage {
  readonly #folder = mkdtempSync(join(tmpdir(), 'scaf-faults-'));
  #sqlite: Promise<Template> | null = null;
  #postgres: Promise<Template & { server: PostgresServer }> | null = null;

  /**
   * @param setupOf extra options for the servers; the argument is the ground's folder
   * @throws Error if a server does not start
   */
  async open(
    kind: GroundKind,
    random: Random,
    setupOf: (folder: string) => MoreSetup | Promise<MoreSetup> = () => ({}),
  ): Promise<Ground> {
    const folder = mkdtempSync(join(this.#folder, 'row-'));
    const { processes } = grounds[kind];
    const { prepared, address, postgres, drop } =
      kind === 'sqlite' ? await this.#copyOfFile(folder) : await this.#copyOfDatabase(folder);
    const servers: KeptServer[] = [];
    try {
      const more = await setupOf(folder);
      for (let i = 0; i < processes; i += 1) {
        // On PostgreSQL, holds the private files of a process.
        const dataDir = kind === 'sqlite' ? address.dataDir : join(folder, `process-${i}`);
        mkdirSync(dataDir, { recursive: true, mode: 0o700 });
        const { databaseUrl } = address;
        const setup = { ...more, dataDir, ...defined({ databaseUrl: databaseUrl ?? undefined }) };
        servers.push(await KeptServer.start(setup));
      }
      const ports = servers.map(({ port }) => port);
      const balancer = await Balancer.start(ports, random);
      const leave: Ground['leave'] = [];
      const close = async () => {
        for (const end of leave) await end();
        await balancer.close();
        for (const server of servers) await server.stop();
        await drop();
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      };
      return {
        kind,
        folder,
        address,
        postgres,
        servers,
        balancer,
        prepared,
        remarks: [],
        lookers: [],
        leave,
        close,
      };
    } catch (error) {
      for (const server of servers) await server.stop();
      await drop();
      throw error;
    }
  }

  async close(): Promise<void> {
    const postgres = await this.#postgres?.catch(() => null);
    await postgres?.server.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #copyOfFile(folder: string) {
    this.#sqlite ??= this.#prepareFile();
    const { address, prepared } = await this.#sqlite;
    const dataDir = join(folder, 'data');
    cpSync(address.dataDir, dataDir, { recursive: true });
    const drop = async () => undefined;
    return { prepared, address: { dataDir, databaseUrl: null }, postgres: null, drop };
  }

  async #copyOfDatabase(folder: string) {
    this.#postgres ??= this.#prepareDatabase();
    const { address, prepared, server } = await this.#postgres;
    const template = address.databaseUrl ?? '';
    const { url, drop } = await createDatabase(server.url, { template });
    return { prepared, address: { dataDir: folder, databaseUrl: url }, postgres: server, drop };
  }

  async #prepareFile(): Promise<Template> {
    const address = { dataDir: join(this.#folder, 'sqlite'), databaseUrl: null };
    return { address, prepared: await prepareStore(address) };
  }

  async #prepareDatabase(): Promise<Template & { server: PostgresServer }> {
    const server = await startPostgres();
    const { url } = await createDatabase(server.url);
    const address = { dataDir: this.#folder, databaseUrl: url };
    return { address, server, prepared: await prepareStore(address) };
  }
}
