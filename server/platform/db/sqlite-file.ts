import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite, { type Database, type Statement } from 'better-sqlite3';
import { beOnlyServer } from './only-server.ts';
import { keepPrivate, makePrivateFile, SQLITE_FILE } from './private-files.ts';
import type { Answer, Found, SqliteConnection, Step } from './sqlite-steps.ts';
import { StoreError, unusableFolder } from './store-error.ts';

/**
 * Maximum milliseconds of SQLite's own wait for another process that restarts the log, even inside a read
 * transaction.
 */
const BUSY_MS = 20;
/**
 * Maximum number of cached prepared statements: about all statements of the application, except statements of
 * variable length.
 */
const REMEMBERED_STATEMENTS = 300;
/** Table of the connection for the rows of `withStagedRows`: with a column for each column of the widest table. */
const STAGE = `create temp table staged_row (stage integer not null, ${Array.from({ length: 32 }, (_, i) => `v${i}`)});
create index temp.staged_row_stage on staged_row (stage)`;

/**
 * The process's only connection to an SQLite store. Caches prepared statements: for the short statements of a vote,
 * preparing takes longer than running.
 */
export class SqliteFile {
  /** Paths of files readable by other users before the server restricted the permissions. */
  readonly repaired: readonly string[];
  readonly #file: Database;
  readonly #prepared = new Map<string, Prepared>();
  /** Open transaction, with the error if SQLite has rolled the transaction back; null outside of a transaction. */
  #transaction: { undoneBy: unknown } | null = null;
  #hasWritten = false;

  /**
   * Opens the store of a data folder.
   * @param dataDir null for a store in memory, with the tables of `schema`
   * @param isServers true for the only server on the folder
   * @throws StoreError if the store is unusable
   */
  constructor(dataDir: string | null, isServers: boolean, schema: readonly string[] = []) {
    if (dataDir === null) {
      this.repaired = [];
      this.#file = new BetterSqlite(':memory:');
      // Rows in this store lack the rows of their foreign keys.
      this.#file.pragma('foreign_keys = OFF');
      for (const text of schema) this.#file.exec(text);
      return;
    }
    try {
      if (isServers) beOnlyServer(dataDir);
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const path = join(dataDir, SQLITE_FILE);
      makePrivateFile(path);
      this.repaired = keepPrivate(dataDir);
      // The opening waits for another process that closes or copies the file.
      this.#file = new BetterSqlite(path, { timeout: 5000 });
      this.#file.pragma('journal_mode = WAL');
      // A commit is a synced commit: an acknowledged vote survives a power cut.
      this.#file.pragma('synchronous = FULL');
      this.#file.pragma('foreign_keys = ON');
      const synchronous = this.#file.pragma('synchronous', { simple: true });
      if (synchronous !== 2) throw new Error(`synchronous is ${synchronous}, not FULL (2)`);
      // Other requests would wait behind a lock here, so the dialect does the waiting.
      this.#file.pragma(`busy_timeout = ${BUSY_MS}`);
      this.#file.exec(STAGE);
    } catch (error) {
      throw error instanceof StoreError ? error : unusableFolder(dataDir, error);
    }
  }

  /** Opens an empty store in memory with the same tables, for trial runs that leave the real store unchanged. */
  scratch(): SqliteFile {
    const schema = this.#file
      .prepare(
        `select sql from sqlite_master where sql is not null and name not like 'sqlite_%'
         order by type <> 'table', rowid`,
      )
      .pluck()
      .all() as string[];
    return new SqliteFile(null, false, schema);
  }

  /** Prepares the statements already prepared in another file with the same tables. */
  prepareAs(other: SqliteFile): void {
    for (const text of other.#prepared.keys()) this.#prepare(text);
  }

  /** SQL texts of the prepared statements. */
  get prepared(): readonly string[] {
    return [...this.#prepared.keys()];
  }

  /** Runs steps (SQL statements) in order, up to the first failure. Never throws. */
  do(steps: readonly Step[]): Answer {
    const found: Found[] = [];
    try {
      for (const step of steps) found.push(this.#do(step));
      return { found };
    } catch (error) {
      if (this.#transaction !== null && !this.#file.inTransaction) this.#transaction.undoneBy ??= error;
      return { found, error };
    }
  }

  /** Runs a statement inside a transaction of this thread. @throws the error of SQLite */
  run(sql: string, parameters: readonly unknown[]): Found {
    const { statement, columns } = this.#prepare(sql);
    if (!statement.readonly) this.#hasWritten = true;
    if (!statement.reader) return { ...NO_ROWS, ...statement.run(parameters) };
    const values: unknown[] = [];
    for (const row of statement.all(parameters) as unknown[][]) for (const value of row) values.push(value);
    return { ...NO_ROWS, columns, values };
  }

  /** True if a commit is possible since the last call. */
  hasCommitted(): boolean {
    if (this.#file.inTransaction || !this.#hasWritten) return false;
    this.#hasWritten = false;
    return true;
  }

  /** Returns a number that changes after a write by another connection. */
  dataVersion(): unknown {
    return this.#file.pragma('data_version', { simple: true });
  }

  close(): void {
    this.#file.close();
  }

  #do(step: Step): Found {
    // A transaction still open after a failed rollback must not include writes of others.
    if (this.#transaction === null && this.#file.inTransaction) this.#file.exec('rollback');
    if (step.do === 'rollback') {
      this.#transaction = null;
      // SQLite has already undone the transaction, for example on a full disk.
      if (this.#file.inTransaction) this.#file.exec('rollback');
      return NO_ROWS;
    }
    // Further statements would be stored without the transaction.
    if (this.#transaction?.undoneBy !== undefined) throw this.#transaction.undoneBy;
    if (step.do === 'run') return this.run(step.sql, step.parameters);
    if (step.do === 'insert') return this.#insert(step.sql, step.rows, step.more);
    this.#prepare(step.do).statement.run();
    this.#transaction = step.do === 'commit' ? null : { undoneBy: undefined };
    return NO_ROWS;
  }

  #insert(sql: string, rows: Uint8Array, more: readonly unknown[]): Found {
    const { statement } = this.#prepare(sql);
    this.#hasWritten = true;
    const lists = JSON.parse(Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).toString());
    // All rows or no row, like a single statement.
    this.#file.transaction(() => {
      for (const list of lists as unknown[][]) statement.run(...list, ...more);
    })();
    return { ...NO_ROWS, changes: lists.length };
  }

  #prepare(text: string): Prepared {
    const cached = this.#prepared.get(text);
    if (cached !== undefined) return cached;
    const statement = this.#file.prepare<unknown[]>(text);
    // Lists: objects per row take three times as long to cross to another thread.
    const columns = statement.reader ? statement.raw().columns() : [];
    const prepared = { statement, columns: columns.map(({ name }) => name) };
    if (CHANGES_SCHEMA.test(text)) this.#prepared.clear();
    // The first in the map's order was prepared first.
    const [first] = this.#prepared.keys();
    if (this.#prepared.size >= REMEMBERED_STATEMENTS && first !== undefined) this.#prepared.delete(first);
    this.#prepared.set(text, prepared);
    return prepared;
  }
}

/**
 * Wraps an open SQLite file as a `SqliteConnection` for code in the same thread. Used in commands and in
 * the SQLite thread itself.
 */
export const connectionTo = (file: SqliteFile): SqliteConnection => ({
  do: async (steps) => file.do(steps),
  close: async () => file.close(),
});

/** Cached prepared statement with the names of its result columns, valid for the tables at that time. */
interface Prepared {
  statement: Statement<unknown[]>;
  columns: string[];
}

const CHANGES_SCHEMA = /^\s*(alter|create|drop)\b/i;

const NO_ROWS: Found = { columns: [], values: [], changes: 0, lastInsertRowid: 0 };
