/** Stores of simulated evenings: copies of a prepared store, on SQLite or PostgreSQL. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { StoreAddress } from '../../../server/platform/db/connect.ts';
import type { ServerSetup } from '../../../server/testing/process.ts';
import { createDatabase } from '../../../server/testing/setup/postgres-server.ts';
import { makeShim, whyNoShim } from '../shim.ts';
import { type Plan, preparePlan, whileStored } from './plan.ts';

export interface EveningStore {
  engine: 'sqlite' | 'postgres';
  plan: Plan;
  /** Number of server processes that use the store. */
  processes: number;
  setup: ServerSetup;
  address: StoreAddress;
  /**
   * Takes the database away: ends the connections, or fills the disk. Returns the function that restores the
   * database.
   */
  takeAway: () => Promise<() => void>;
  remove: () => Promise<void>;
}

/** Maker of stores for simulated evenings: each store is a copy of a prepared store. */
export interface StoreMaker {
  make: () => Promise<EveningStore>;
  /** Removes the prepared store after the last copy. */
  remove: () => Promise<void>;
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'scaf-evening-'));
const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true });

/**
 * Prepares an SQLite store for simulated evenings (random assemblies). Each copy is for a single server
 * process.
 */
export async function sqliteStores(): Promise<StoreMaker> {
  const prepared = folder();
  const plan = await whileStored({ dataDir: prepared, databaseUrl: null }, preparePlan);
  return {
    make: async () => {
      const dataDir = folder();
      copyFileSync(join(prepared, 'scaf.sqlite'), join(dataDir, 'scaf.sqlite'));
      const shim = whyNoShim() === null ? makeShim(dataDir) : null;
      return {
        engine: 'sqlite',
        plan,
        processes: 1,
        setup: { dataDir, env: shim?.env ?? {} },
        address: { dataDir, databaseUrl: null },
        takeAway: async () => {
          shim?.disk('full');
          return () => shim?.disk('ok');
        },
        remove: async () => {
          shim?.remove();
          removeFolder(dataDir);
        },
      };
    },
    remove: async () => removeFolder(prepared),
  };
}

/**
 * Prepares a PostgreSQL database for simulated evenings, each copy for two server processes.
 * @param url address of the database server, with the administrator's user
 */
export async function postgresStores(url: string): Promise<StoreMaker> {
  const prepared = await createDatabase(url);
  const plan = await whileStored({ dataDir: '', databaseUrl: prepared.url }, preparePlan);
  return {
    make: async () => {
      const dataDir = folder();
      const database = await createDatabase(url, { template: prepared.url });
      return {
        engine: 'postgres',
        plan,
        processes: 2,
        setup: { dataDir, databaseUrl: database.url },
        address: { dataDir, databaseUrl: database.url },
        takeAway: async () => {
          await endConnections(url, database.url);
          return () => undefined;
        },
        remove: async () => {
          await database.drop();
          removeFolder(dataDir);
        },
      };
    },
    remove: () => prepared.drop(),
  };
}

async function endConnections(admin: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  const name = new URL(database).pathname.slice(1);
  const statement = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
  await client.query(statement, [name]).finally(() => client.end());
}
