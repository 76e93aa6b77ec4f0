import { setTimeout as sleep } from 'node:timers/promises';
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
import { type Lane, type LaneRoom, StoreLanes } from './lanes.ts';
import type { Answer, Found, SqliteConnection, Step, WorksAnswer } from './sqlite-steps.ts';
import { faultOfSqlite, StoreFault } from './store-fault.ts';

/** How long a write waits for another process's lock, which is a checkpoint's or a copy's, before it is refused. */
const PATIENCE_MS = 5000;
const ONE: LaneRoom = { votes: 1, registrations: 1, reads: 1, lists: 1, reports: 1, checks: 1 };
/** How often it looks whether the lock is free; meanwhile others use the connection. */
const LOOK_MS = 50;

/**
 * Kysely's SQLite with a driver of our own, for what its driver leaves open: the connection is in a thread of its own; a
 * transaction that writes takes the write lock at its begin (one that reads first and then writes is refused at once
 * where another process wrote in between, whatever `busy_timeout` says); waiting for the lock stops nobody else; and
 * what failed first is what is thrown.
 */
export function sqliteDialect(turns: Turns, lane: Lane = 'reads'): Dialect {
  return {
    createDriver: () => new SqliteStoreDriver(turns, lane),
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

/** Many rows as the one parameter of an `insert`, which is done for each; what comes behind each row is the same. */
export class RowList {
  readonly rows: Uint8Array;
  readonly more: readonly unknown[];

  constructor(rows: Uint8Array, more: readonly unknown[]) {
    this.rows = rows;
    this.more = more;
  }
}

function stepOf({ sql, parameters }: CompiledQuery): Step {
  const [first] = parameters;
  return first instanceof RowList
    ? { do: 'insert', sql, rows: first.rows, more: first.more }
    : { do: 'run', sql, parameters };
}

class SqliteStoreDriver implements Driver {
  readonly #turns: Turns;
  readonly #lane: Lane;

  constructor(turns: Turns, lane: Lane) {
    this.#turns = turns;
    this.#lane = lane;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteTurn> {
    await this.#turns.take(this.#lane);
    return new SqliteTurn(this.#turns, this.#lane);
  }

  async releaseConnection(): Promise<void> {
    this.#turns.giveBack();
  }

  /** `read only` sees the store as of its first statement and waits for nobody. */
  async beginTransaction(turn: SqliteTurn, { accessMode }: TransactionSettings): Promise<void> {
    turn.begin(accessMode === 'read only' ? 'begin' : 'begin immediate');
  }

  async commitTransaction(turn: SqliteTurn): Promise<void> {
    await turn.commit();
  }

  async rollbackTransaction(turn: SqliteTurn): Promise<void> {
    await turn.rollback();
  }

  async destroy(): Promise<void> {
    // Behind all that was asked.
    await this.#turns.take('checks');
    await this.#turns.connection.close();
    this.#turns.giveBack();
  }
}

/** The file's one connection, which is had by one at a time: by the first lane in which somebody waits. */
export class Turns {
  readonly connection: SqliteConnection;
  readonly #faults: FaultLog;
  readonly #patience: number;
  readonly lanes = new StoreLanes(ONE);

  /** @param patience milliseconds: how long a write waits for another process's lock */
  constructor(connection: SqliteConnection, faults: FaultLog, patience = PATIENCE_MS) {
    this.connection = connection;
    this.#faults = faults;
    this.#patience = patience;
  }

  /** Does steps of whoever has the turn. */
  async do(steps: readonly Step[]): Promise<Answer> {
    return this.#noted(await this.connection.do(steps));
  }

  /** The same of a beginning. */
  async doPatiently(steps: readonly Step[], lane: Lane): Promise<Answer> {
    return this.#patiently(
      lane,
      () => this.connection.do(steps),
      ({ found }) => found.length === 0,
    );
  }

  /** The same of works, whose transaction is done where the connection is. */
  async run(lane: Lane, ask: () => Promise<WorksAnswer>): Promise<WorksAnswer> {
    await this.take(lane);
    try {
      return await this.#patiently(lane, ask, () => true);
    } finally {
      this.giveBack();
    }
  }

  /** Waits while another process has the lock, and lets others go first meanwhile. */
  async #patiently<A extends { error?: unknown }>(
    lane: Lane,
    ask: () => Promise<A>,
    nothingIsDone: (answer: A) => boolean,
  ): Promise<A> {
    let until = Number.POSITIVE_INFINITY;
    for (;;) {
      const answer = await ask();
      const isToWait = isBusy(answer.error) && nothingIsDone(answer);
      if (!isToWait || performance.now() >= until) return this.#noted(answer);
      // From the first refusal on: the first work of a thread waits for its code to be loaded, which is no lock.
      if (until === Number.POSITIVE_INFINITY) until = performance.now() + this.#patience;
      this.giveBack();
      await sleep(LOOK_MS);
      // A refusal here would give back twice what was taken once.
      await this.lanes.take(lane, true);
    }
  }

  take(lane: Lane): Promise<void> {
    return this.lanes.take(lane);
  }

  giveBack(): void {
    this.lanes.giveBack();
  }

  #noted<A extends { error?: unknown }>(answer: A): A {
    const fault = faultOfSqlite(answer.error);
    if (fault instanceof StoreFault) this.#faults.note(fault);
    return { ...answer, error: fault };
  }
}

/** The connection while somebody has it, for a statement or for a transaction. */
class SqliteTurn implements DatabaseConnection {
  readonly #turns: Turns;
  readonly #lane: Lane;
  #transaction: Transaction | null = null;

  constructor(turns: Turns, lane: Lane) {
    this.#turns = turns;
    this.#lane = lane;
  }

  begin(how: 'begin' | 'begin immediate'): void {
    this.#transaction = new Transaction(this.#turns, this.#lane, how);
  }

  async commit(): Promise<void> {
    const ended = await this.#transaction?.end('commit');
    if (ended?.error !== undefined) throw ended.error;
  }

  async rollback(): Promise<void> {
    // The caller is to hear why it rolls back, and not that this failed as well.
    await this.#transaction?.end('rollback');
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const step = stepOf(query);
    if (this.#transaction === null)
      return resultOf(foundBy(await this.#turns.doPatiently([step], this.#lane), 0));
    const { answer, index } = await this.#transaction.ask(step);
    return resultOf(foundBy(answer, index));
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Nothing here reads row by row.');
  }
}

/** What came of a message with several steps, and which of them one's own is. */
interface Share {
  answer: Answer;
  index: number;
}

/**
 * Statements that are asked at once are one message to the thread: what the first one fails with, the later ones fail
 * with too. The beginning goes with the first message.
 */
class Transaction {
  readonly #turns: Turns;
  readonly #lane: Lane;
  #toBegin: 'begin' | 'begin immediate' | null;
  #begun: Promise<Answer> | null = null;
  readonly #asked: { step: Step; resolve: (share: Share) => void }[] = [];
  #isOver = false;

  constructor(turns: Turns, lane: Lane, how: 'begin' | 'begin immediate') {
    this.#turns = turns;
    this.#lane = lane;
    this.#toBegin = how;
  }

  ask(step: Step): Promise<Share> {
    // It would be stored alone.
    if (this.#isOver) throw new Error('The transaction is over.');
    return new Promise((resolve) => {
      if (this.#asked.push({ step, resolve }) === 1) process.nextTick(() => void this.#send());
    });
  }

  /** @returns null where it never began */
  async end(how: 'commit' | 'rollback'): Promise<Answer | null> {
    this.#isOver = true;
    // Whoever did not wait for a statement has it inside all the same.
    void this.#send();
    const begun = await this.#begun;
    return begun === null || begun.found.length === 0 ? begun : this.#turns.do([{ do: how }]);
  }

  async #send(): Promise<void> {
    const asked = this.#asked.splice(0);
    if (asked.length === 0) return;
    const steps = asked.map(({ step }) => step);
    const isFirst = this.#toBegin !== null;
    const answer = await (this.#toBegin === null ? this.#later(steps) : this.#first(this.#toBegin, steps));
    asked.forEach(({ resolve }, index) => {
      resolve({ answer, index: isFirst ? index + 1 : index });
    });
  }

  #first(how: 'begin' | 'begin immediate', steps: readonly Step[]): Promise<Answer> {
    this.#toBegin = null;
    this.#begun = this.#turns.doPatiently([{ do: how }, ...steps], this.#lane);
    return this.#begun;
  }

  async #later(steps: readonly Step[]): Promise<Answer> {
    const begun = await this.#begun;
    return begun?.found.length === 0 ? begun : this.#turns.do(steps);
  }
}

/** What came of a step. @throws what it, or one before it, failed with */
function foundBy({ found: all, error }: Answer, index: number): Found {
  const found = all[index];
  if (found !== undefined) return found;
  // Of the thread the stack says nothing; here it says who asked.
  if (error instanceof Error) Error.captureStackTrace(error);
  throw error;
}

function resultOf<R>({ columns, values, changes, lastInsertRowid }: Found): QueryResult<R> {
  if (columns.length === 0) {
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }
  const rows: R[] = [];
  for (let at = 0; at < values.length; ) {
    const row: Record<string, unknown> = {};
    for (const name of columns) row[name] = plainBytes(values[at++]);
    rows.push(row as R);
  }
  return { rows };
}

/** Bytes lose on their way from another thread that they were a Buffer. */
const plainBytes = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

function isBusy(error: unknown): boolean {
  const fault = faultOfSqlite(error);
  return fault instanceof StoreFault && fault.kind === 'busy';
}
