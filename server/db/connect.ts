import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely, Migrator, PostgresDialect, type SqliteDatabase, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { migrations } from '../../migrations/index.ts';
import type { Db } from './engine.ts';
import { FaultLog } from './fault-log.ts';
import { openPool, type Pace, poolForKysely } from './postgres-pool.ts';
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
  /** PostgreSQL's pool, for the live adapter's LISTEN; null on SQLite. */
  pool: pg.Pool | null;
  /** What failed in the store, said once for many times. */
  faults: FaultLog;
  close: () => Promise<void>;
}

/** The store cannot be used; the message is one Spanish sentence for whoever starts the server. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/**
 * Opens the store: PostgreSQL where a URL is given, else the SQLite file in the data folder.
 * @param pace `works` in a process whose statements nobody's request waits for: they may take longer.
 * @throws StoreError when it cannot be opened, with what to look at.
 */
export async function openStore(address: StoreAddress, pace: Pace = 'answers'): Promise<Store> {
  return address.databaseUrl === null
    ? openSqlite(address)
    : openPostgres({ ...address, databaseUrl: address.databaseUrl }, pace);
}

function openSqlite(address: StoreAddress): Store {
  const { dataDir } = address;
  try {
    mkdirSync(dataDir, { recursive: true });
    const file = new BetterSqlite(join(dataDir, 'scaf.sqlite'));
    file.pragma('journal_mode = WAL');
    // A commit is a synced commit: an acknowledged vote survives a power cut.
    file.pragma('synchronous = FULL');
    file.pragma('foreign_keys = ON');
    file.pragma('busy_timeout = 5000');
    const synchronous = file.pragma('synchronous', { simple: true });
    if (synchronous !== 2) throw new Error(`synchronous is ${synchronous}, not FULL (2)`);
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: rememberingStatements(file) }) });
    return {
      db,
      address,
      engine: 'sqlite',
      pool: null,
      faults: new FaultLog(),
      close: () => db.destroy(),
    };
  } catch (error) {
    throw new StoreError(
      `No se puede usar la carpeta de datos «${dataDir}»: revise que exista y que se pueda escribir en ella (${messageOf(error)}).`,
    );
  }
}

/** Statements kept prepared: about what the application has, without the ones whose length varies. */
const REMEMBERED_STATEMENTS = 300;

/** Kysely prepares anew at every call, which for the short queries of a vote takes longer than running them. */
function rememberingStatements(file: BetterSqlite.Database): SqliteDatabase {
  const prepared = new Map<string, BetterSqlite.Statement<unknown[]>>();
  return {
    prepare: (text) => {
      const known = prepared.get(text);
      if (known !== undefined) return known;
      const statement = file.prepare<unknown[]>(text);
      // The first in the map's order is the one that was prepared first.
      const [first] = prepared.keys();
      if (prepared.size >= REMEMBERED_STATEMENTS && first !== undefined) prepared.delete(first);
      prepared.set(text, statement);
      return statement;
    },
    close: () => {
      file.close();
    },
  };
}

// Counts and bigint columns stay numbers: all of them are below 2^53 by the checks at the door.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond exact numbers`);
  return value;
});
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

async function openPostgres(address: StoreAddress & { databaseUrl: string }, pace: Pace): Promise<Store> {
  const faults = new FaultLog();
  const pool = openPool(address.databaseUrl, { pace, faults });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolForKysely(pool) }) });
  try {
    const { rows } = await sql<{ synchronous_commit: string; fsync: string }>`
      select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync
    `.execute(db);
    if (rows[0]?.synchronous_commit === 'off' || rows[0]?.fsync === 'off') {
      throw new Error('synchronous_commit and fsync must not be off');
    }
    return { db, address, engine: 'postgres', pool, faults, close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    throw new StoreError(
      `No se puede usar la base de datos de DATABASE_URL: revise la dirección, el usuario y que esté encendida (${messageOf(error)}).`,
    );
  }
}

/** Brings the schema up to date. Several processes may start at once: the migrator takes a lock. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  // The migrator never throws: what went wrong is in its result.
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new StoreError(`No se pudo actualizar el esquema de la base de datos (${messageOf(error)}).`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
