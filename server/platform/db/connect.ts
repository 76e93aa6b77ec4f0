import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { migrations } from '../../../migrations/index.ts';
import type { Db } from './engine.ts';
import { FaultLog } from './fault-log.ts';
import type { StatementPace } from './postgres-pool.ts';
import { keepPrivate, makePrivateFile } from './private-files.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { mayPass } from './store-fault.ts';
import type { Tables } from './tables.ts';

/** Where a store is: what a worker needs to open it again for itself. */
export interface StoreAddress {
  dataDir: string;
  databaseUrl: string | null;
}

export interface Store {
  db: Db;
  address: StoreAddress;
  engine: 'sqlite' | 'postgres';
  /** Connections of the live adapter's own, which opens them when it is used; null on SQLite. */
  pool: pg.Pool | null;
  /** Files that others could read, and cannot any more. */
  repaired: readonly string[];
  /** What failed in the store, said once for many times. */
  faults: FaultLog;
  close: () => Promise<void>;
}

/** The store cannot be used; the message is one Spanish sentence for whoever starts the server. */
export class StoreError extends Error {
  override name = 'StoreError';
  /** Whether another start may go better, without anybody's help: a database that is away, a disk that is full. */
  readonly mayPass: boolean;

  constructor(message: string, mayPass = false) {
    super(message);
    this.mayPass = mayPass;
  }
}

/** The data folder is missing, is another's, or its disk refuses. */
export function unusableFolder(dataDir: string, cause: unknown): StoreError {
  return new StoreError(
    `No se puede usar la carpeta de datos «${dataDir}»: revise que exista y que se pueda escribir en ella (${messageOf(cause)}).`,
    mayPass(cause),
  );
}

/** For the moment in which another process begins its log anew, even in the middle of a transaction that reads. */
const BUSY_MS = 20;

/**
 * Opens the store: PostgreSQL where a URL is given, else the SQLite file in the data folder.
 * @param pace `works` in a process whose statements nobody's request waits for: they may take longer.
 * @throws StoreError when it cannot be opened, with what to look at.
 */
export async function openStore(address: StoreAddress, pace: StatementPace = 'answers'): Promise<Store> {
  return address.databaseUrl === null
    ? openSqlite(address)
    : openPostgres({ ...address, databaseUrl: address.databaseUrl }, pace);
}

function openSqlite(address: StoreAddress): Store {
  const { dataDir } = address;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = join(dataDir, 'scaf.sqlite');
    makePrivateFile(path);
    const repaired = keepPrivate(dataDir);
    // Whoever opens it waits for one who just closes it, or copies it.
    const file = new BetterSqlite(path, { timeout: 5000 });
    file.pragma('journal_mode = WAL');
    // A commit is a synced commit: an acknowledged vote survives a power cut.
    file.pragma('synchronous = FULL');
    file.pragma('foreign_keys = ON');
    const synchronous = file.pragma('synchronous', { simple: true });
    if (synchronous !== 2) throw new Error(`synchronous is ${synchronous}, not FULL (2)`);
    // From now on this would stop the whole process; the dialect waits in its own way.
    file.pragma(`busy_timeout = ${BUSY_MS}`);
    const faults = new FaultLog();
    const db = new Kysely<Tables>({ dialect: sqliteDialect(file, faults) });
    return {
      db,
      address,
      engine: 'sqlite',
      pool: null,
      repaired,
      faults,
      close: async () => {
        await db.destroy();
        // Kysely closes nothing that was never used.
        file.close();
      },
    };
  } catch (error) {
    throw unusableFolder(dataDir, error);
  }
}

async function openPostgres(
  address: StoreAddress & { databaseUrl: string },
  pace: StatementPace,
): Promise<Store> {
  // Only where it is used: loading it takes a tenth of a start.
  const { openLivePool, openPool, poolForKysely } = await import('./postgres-pool.ts');
  const faults = new FaultLog();
  const pool = openPool(address.databaseUrl, { pace, faults });
  const live = openLivePool(address.databaseUrl, { pace, faults });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolForKysely(pool, faults) }) });
  try {
    const { rows } = await sql<{ synchronous_commit: string; fsync: string }>`
      select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync
    `.execute(db);
    if (rows[0]?.synchronous_commit === 'off' || rows[0]?.fsync === 'off') {
      throw new Error('synchronous_commit and fsync must not be off');
    }
    const close = async (): Promise<void> => {
      live.drop();
      await Promise.all([live.end(), db.destroy()]);
    };
    return { db, address, engine: 'postgres', pool: live, repaired: [], faults, close };
  } catch (error) {
    await db.destroy();
    throw new StoreError(
      `No se puede usar la base de datos de DATABASE_URL: revise la dirección, el usuario y que esté encendida (${messageOf(error)}).`,
      true,
    );
  }
}

/**
 * Brings the schema up to date: all of the steps that are missing, or none of them when one fails. Several processes
 * may start at once: the migrator takes a lock.
 * @throws StoreError when a step failed; the store is as it was.
 */
export async function migrate(store: Store, steps: Record<string, Migration> = migrations): Promise<void> {
  // On a large PostgreSQL a step may take longer than any request may.
  const own = store.engine === 'postgres' ? await openStore(store.address, 'works') : store;
  const migrator = new Migrator({ db: own.db, provider: { getMigrations: async () => steps } });
  // The migrator never throws: what went wrong is in its result.
  const { error } = await migrator.migrateToLatest();
  if (own !== store) await own.close();
  if (error !== undefined) {
    throw new StoreError(
      `No se pudo actualizar el esquema de la base de datos, que queda como estaba (${messageOf(error)}).`,
      mayPass(error),
    );
  }
}

/** Whether an older version has used the store: steps are missing, and others are not. */
export async function isBehind({ db }: Store): Promise<boolean> {
  const steps = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).getMigrations();
  return steps.some(({ executedAt }) => executedAt) && steps.some(({ executedAt }) => !executedAt);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
