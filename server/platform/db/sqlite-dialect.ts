import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Statement } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { FaultLog } from './fault-log.ts';
import { faultOfSqlite, StoreFault } from './store-fault.ts';

/** How long a write waits for another process's lock, which is a checkpoint's or a copy's, before it is refused. */
const PATIENCE_MS = 5000;
/** How often it looks whether the lock is free; meanwhile others use the connection. */
const LOOK_MS = 50;
/** Statements kept prepared: about what the application has, without the ones whose length varies. */
const REMEMBERED_STATEMENTS = 300;

/**
 * Kysely's SQLite with a driver of our own, for what its driver leaves open: a transaction that writes takes the
 * write lock at its begin (one that reads first and then writes is refused at once where another process wrote in
 * between, whatever `busy_timeout` says); waiting for the lock stops nobody else; what failed first is what is
 * thrown; and a statement is prepared once, which for the short ones of a vote takes longer than running it.
 */
export function sqliteDialect(file: Database, faults: FaultLog): Dialect {
  return {
    createDriver: () => new SqliteStoreDriver(file, faults),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** SQLite undoes a change of the schema like any other: pending migrations run in one transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The file's one connection, which is had by one at a time, in the order of asking. */
class SqliteStoreDriver implements Driver, DatabaseConnection {
  readonly #file: Database;
  readonly #faults: FaultLog;
  readonly #prepared = new Map<string, Statement<unknown[]>>();
  readonly #waiting: (() => void)[] = [];
  #taken = false;
  /** Between a begin and its end; with why SQLite has undone it by itself, if it has. */
  #transaction: { undoneBy: unknown } | null = null;

  constructor(file: Database, faults: FaultLog) {
    this.#file = file;
    this.#faults = faults;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#take();
    return this;
  }

  async releaseConnection(): Promise<void> {
    this.#giveBack();
  }

  /** `read only` sees the store as of its first statement and waits for nobody. */
  async beginTransaction(_: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    await this.#patiently(() => this.#file.exec(accessMode === 'read only' ? 'begin' : 'begin immediate'));
    this.#transaction = { undoneBy: null };
  }

  async commitTransaction(): Promise<void> {
    this.#run(() => this.#file.exec('commit'));
    this.#transaction = null;
  }

  async rollbackTransaction(): Promise<void> {
    this.#transaction = null;
    try {
      // A full disk, for one, has made SQLite undo it already.
      if (this.#file.inTransaction) this.#file.exec('rollback');
    } catch (error) {
      // The caller is to hear why it rolls back, and not that this failed as well.
      this.#noted(error);
    }
  }

  async destroy(): Promise<void> {
    this.#file.close();
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const run = (): QueryResult<R> => {
      const statement = this.#prepare(sql);
      if (statement.reader) return { rows: statement.all(parameters) as R[] };
      const { changes, lastInsertRowid } = statement.run(parameters);
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
    };
    return this.#transaction === null ? this.#patiently(run) : this.#run(run);
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Nothing here reads row by row.');
  }

  /** A transaction that SQLite itself has undone takes no further statement: it would be stored alone. */
  #run<T>(work: () => T): T {
    const transaction = this.#transaction;
    if (transaction !== null && transaction.undoneBy !== null) throw transaction.undoneBy;
    try {
      return work();
    } catch (error) {
      const fault = this.#noted(error);
      if (transaction !== null && !this.#file.inTransaction) transaction.undoneBy = fault;
      throw fault;
    }
  }

  #noted(error: unknown): unknown {
    const fault = faultOfSqlite(error);
    if (fault instanceof StoreFault) this.#faults.note(fault);
    return fault;
  }

  /** Outside of a transaction: waits while another process has the lock, and lets others go first meanwhile. */
  async #patiently<T>(work: () => T): Promise<T> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        // One that could not be undone before must not take in what others store.
        if (this.#file.inTransaction) this.#file.exec('rollback');
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw this.#noted(error);
      }
      this.#giveBack();
      await sleep(LOOK_MS);
      await this.#take();
    }
  }

  #prepare(text: string): Statement<unknown[]> {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.#file.prepare<unknown[]>(text);
    // The first in the map's order is the one that was prepared first.
    const [first] = this.#prepared.keys();
    if (this.#prepared.size >= REMEMBERED_STATEMENTS && first !== undefined) this.#prepared.delete(first);
    this.#prepared.set(text, statement);
    return statement;
  }

  async #take(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
  }

  #giveBack(): void {
    const next = this.#waiting.shift();
    // It stays taken when the next one has it: nobody may come between.
    if (next === undefined) this.#taken = false;
    else next();
  }
}

function isBusy(error: unknown): boolean {
  const fault = faultOfSqlite(error);
  return fault instanceof StoreFault && fault.kind === 'busy';
}
