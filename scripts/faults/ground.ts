import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreAddress } from '../../server/platform/db/connect.ts';
import type { ServerSetup } from '../../server/testing/process.ts';
import type { Random } from '../../server/testing/random.ts';
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '../../server/testing/setup/postgres-server.ts';
import { defined } from '../../shared/defined.ts';
import { Balancer } from './ground/balancer.ts';
import { type Prepared, prepareStore } from './ground/prepare.ts';
import { KeptServer } from './ground/servers.ts';
import type { Shown } from './screens.ts';

/** Setups for fault runs: database engine and number of server processes. */
export const grounds = {
  sqlite: { engine: 'SQLite', processes: 1 },
  postgres: { engine: 'PostgreSQL', processes: 1 },
  postgres3: { engine: 'PostgreSQL', processes: 3 },
} as const;
export type GroundKind = keyof typeof grounds;

/** Running servers of a fault run behind a load balancer, on a separate store. */
export interface Ground {
  kind: GroundKind;
  /** Path of the temporary folder of the run; removed at the end. */
  folder: string;
  address: StoreAddress;
  /** PostgreSQL server of the run. Null on SQLite. */
  postgres: PostgresServer | null;
  servers: readonly KeptServer[];
  balancer: Balancer;
  /** People and joints in the store. */
  prepared: Prepared;
  /** Sentences about the run, printed with the results. */
  remarks: string[];
  /** Further screens added by the fault, checked like all others. */
  lookers: Shown[];
  /** Functions that end processes started by the fault; called first at the end of the run. */
  leave: (() => unknown)[];
  /** Ends the servers and the balancer, and removes the store. Resources shared by all runs stay. */
  close: () => Promise<void>;
}

/** Further options of a fault for the start of the servers: environment, Node.js arguments, mail server. */
export type MoreSetup = Pick<ServerSetup, 'env' | 'nodeArgs' | 'smtpUrl'>;

interface Template {
  address: StoreAddress;
  prepared: Prepared;
}

/**
 * Starts servers for fault runs. Prepares a store of each database engine at the first use; each run gets a
 * copy.
 */
export class Stage {
  readonly #folder = mkdtempSync(join(tmpdir(), 'scaf-faults-'));
  #sqlite: Promise<Template> | null = null;
  #postgres: Promise<Template & { server: PostgresServer }> | null = null;

  /**
   * Starts servers on a copy of the prepared store.
   * @param setupOf returns additional options for the servers; the argument is the temporary folder of the run
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
