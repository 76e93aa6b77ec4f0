import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite, { type Database, type Statement } from 'better-sqlite3';
import { beOnlyServer } from './only-server.ts';
import { keepPrivate, makePrivateFile, SQLITE_FILE } from './private-files.ts';
import type { Answer, Found, SqliteConnection, Step } from './sqlite-steps.ts';
import { StoreError, unusableFolder } from './store-error.ts';

/** For the moment in which another process begins its log anew, even in the middle of a transaction that reads. */
const BUSY_MS = 20;
/** Statements kept prepared: about what the application has, without the ones whose length varies. */
const REMEMBERED_STATEMENTS = 300;

/**
 * The one connection to an SQLite store, and what it is asked, step by step. A statement is prepared once, which for the
 * short ones of a vote takes longer than running it.
 */
export class SqliteFile {
  /** Files that others could read, and cannot any more. */
  readonly repaired: readonly string[];
  readonly #file: Database;
  readonly #prepared = new Map<string, Prepared>();
  /** Between a begin and its end; with why SQLite has undone it by itself, if it has. */
  #transaction: { undoneBy: unknown } | null = null;
  #hasWritten = false;

  /**
   * Opens the store of a data folder.
   * @param dataDir null for a store in memory, with a schema
   * @param isServers whether this process is to be the only server on the folder
   * @throws StoreError when it cannot be used
   */
  constructor(dataDir: string | null, isServers: boolean, schema: readonly string[] = []) {
    if (dataDir === null) {
      this.repaired = [];
      this.#file = new BetterSqlite(':memory:');
      // Rows stand there without what they name.
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
      // Whoever opens it waits for one who just closes it, or copies it.
      this.#file = new BetterSqlite(path, { timeout: 5000 });
      this.#file.pragma('journal_mode = WAL');
      // A commit is a synced commit: an acknowledged vote survives a power cut.
      this.#file.pragma('synchronous = FULL');
      this.#file.pragma('foreign_keys = ON');
      const synchronous = this.#file.pragma('synchronous', { simple: true });
      if (synchronous !== 2) throw new Error(`synchronous is ${synchronous}, not FULL (2)`);
      // From now on others would wait with whoever waits for a lock; the dialect waits in its own way.
      this.#file.pragma(`busy_timeout = ${BUSY_MS}`);
    } catch (error) {
      throw error instanceof StoreError ? error : unusableFolder(dataDir, error);
    }
  }

  /** Names of the schema's tables with their columns that need a value, by what a value of theirs is. */
  neededColumns(table: string): { name: string; value: number | string }[] {
    const columns = this.#file.pragma(`table_info(${table})`) as {
      name: string;
      type: string;
      notnull: number;
      dflt_value: unknown;
    }[];
    return columns
      .filter(({ notnull, dflt_value }) => notnull === 1 && dflt_value === null)
      .map(({ name, type }) => ({ name, value: /int/i.test(type) ? 0 : '' }));
  }

  /** Opens a store in memory with the same schema and no rows: what is done there costs the real one nothing. */
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

  /** Prepares what another file of the same schema has prepared. */
  prepareAs(other: SqliteFile): void {
    for (const text of other.#prepared.keys()) this.#prepare(text);
  }

  /** Statements that are prepared. */
  get prepared(): readonly string[] {
    return [...this.#prepared.keys()];
  }

  /** Does the steps in their order, up to the first that fails. Never throws. */
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

  /** Whether anything may have been committed since the last time that this was asked. */
  hasCommitted(): boolean {
    if (this.#file.inTransaction || !this.#hasWritten) return false;
    this.#hasWritten = false;
    return true;
  }

  /** Another number where another connection has written in between. */
  dataVersion(): unknown {
    return this.#file.pragma('data_version', { simple: true });
  }

  close(): void {
    this.#file.close();
  }

  #do(step: Step): Found {
    // What could not be undone before must not take in what others store.
    if (this.#transaction === null && this.#file.inTransaction) this.#file.exec('rollback');
    if (step.do === 'rollback') {
      this.#transaction = null;
      // A full disk, for one, has made SQLite undo it already.
      if (this.#file.inTransaction) this.#file.exec('rollback');
      return NOTHING;
    }
    // Its further statements would be stored alone.
    if (this.#transaction?.undoneBy !== undefined) throw this.#transaction.undoneBy;
    if (step.do === 'run') return this.#run(step.sql, step.parameters);
    if (step.do === 'insert') return this.#insert(step.sql, step.rows, step.more);
    this.#file.exec(step.do);
    this.#transaction = step.do === 'commit' ? null : { undoneBy: undefined };
    return NOTHING;
  }

  #run(sql: string, parameters: readonly unknown[]): Found {
    const { statement, columns } = this.#prepare(sql);
    if (!statement.readonly) this.#hasWritten = true;
    if (!statement.reader) return { ...NOTHING, ...statement.run(parameters) };
    const values: unknown[] = [];
    for (const row of statement.all(parameters) as unknown[][]) for (const value of row) values.push(value);
    return { ...NOTHING, columns, values };
  }

  #insert(sql: string, rows: Uint8Array, more: readonly unknown[]): Found {
    const { statement } = this.#prepare(sql);
    this.#hasWritten = true;
    const lists = JSON.parse(Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).toString());
    // All of them or none, as with a single statement.
    this.#file.transaction(() => {
      for (const list of lists as unknown[][]) statement.run(...list, ...more);
    })();
    return { ...NOTHING, changes: lists.length };
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.#file.prepare<unknown[]>(text);
    // As lists: an object for each row takes thrice as long to cross to another thread.
    const columns = statement.reader ? statement.raw().columns() : [];
    const prepared = { statement, columns: columns.map(({ name }) => name) };
    if (CHANGES_SCHEMA.test(text)) this.#prepared.clear();
    // The first in the map's order is the one that was prepared first.
    const [first] = this.#prepared.keys();
    if (this.#prepared.size >= REMEMBERED_STATEMENTS && first !== undefined) this.#prepared.delete(first);
    this.#prepared.set(text, prepared);
    return prepared;
  }
}

/** The connection for whoever is in the same thread. */
export const connectionTo = (file: SqliteFile): SqliteConnection => ({
  do: async (steps) => file.do(steps),
  close: async () => file.close(),
});

/** A statement that is kept, with the names of its columns, which hold for the schema as it was then. */
interface Prepared {
  statement: Statement<unknown[]>;
  columns: string[];
}

const CHANGES_SCHEMA = /^\s*(alter|create|drop)\b/i;

const NOTHING: Found = { columns: [], values: [], changes: 0, lastInsertRowid: 0 };
