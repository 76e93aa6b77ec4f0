import { Kysely, sql } from 'kysely';
import { type Db, readAsOfNow } from './engine.ts';
import type { Lane } from './lanes.ts';
import type { TransactionRunner } from './serve-sqlite.ts';
import { type SameThreadFile, sameThreadDialect } from './sqlite-dialect.ts';
import type { TransactionAnswer, TransactionCall } from './sqlite-steps.ts';
import { StoreFault } from './store-fault.ts';
import type { Tables } from './tables.ts';

/**
 * Function of a feature, run by the store as a whole in a transaction, called by name. On SQLite the
 * function runs in the thread of the store: a single message each way instead of a message per statement.
 * Input and result are plain data. `run` must not use the clock or random values, and returns refusals
 * instead of throwing a Problem.
 */
export interface StoreTransaction<Input, Result> {
  /** Unique name, for the thread of the connection to find the transaction. */
  name: string;
  /** Lane (priority of database calls). Default: 'reads'. */
  lane?: Lane;
  /** True if the transaction only reads, from a snapshot, and so delays no writer. */
  onlyReads?: true;
  run: (trx: Db, input: Input) => Promise<Result>;
  /**
   * Runs usual inputs on SQLite: synchronous, with the same rows and result as `run`. Null for another input: the caller
   * undoes the changes, and `run` decides.
   */
  runUsual?: (file: SameThreadFile, input: Input) => Result | null;
}

/**
 * Store transaction with any input and result, as type for lists with the transactions of several features.
 */
// biome-ignore lint/suspicious/noExplicitAny: a transaction found by its name has an unknown input.
export type AnyTransaction = StoreTransaction<any, unknown>;

/**
 * Runs a `StoreTransaction` in a new transaction of the database, in the calling thread, and returns the
 * result.
 * @param input makes the input, called when the transaction is about to run
 */
export function transactOn<Input, Result>(
  db: Db,
  { onlyReads, run }: StoreTransaction<Input, Result>,
  input: () => Input,
): Promise<Result> {
  const act = (trx: Db) => run(trx, input());
  return onlyReads ? readAsOfNow(db, act) : db.transaction().execute(act);
}

/**
 * Returns the query builder (Kysely) for an SQLite file of the same thread. The caller must wait for locks of other
 * processes and log errors.
 */
export const dbOn = (file: SameThreadFile): Db => new Kysely<Tables>({ dialect: sameThreadDialect(file) });

/**
 * Returns a function to run store transactions on an SQLite file of the calling thread. The
 * transactions of a call share a database transaction, so the disk is written once. A failed transaction
 * stores no rows and leaves the others intact. The caller waits for locks of other processes and logs
 * errors.
 * @param transactions all transactions to be called by name
 */
export function runTransactions(
  file: SameThreadFile,
  transactions: readonly AnyTransaction[],
): TransactionRunner {
  const db = dbOn(file);
  const byName = new Map(transactions.map((transaction) => [transaction.name, transaction]));
  const transactionOf = ({ name }: TransactionCall): AnyTransaction => {
    const transaction = byName.get(name);
    if (transaction === undefined) throw new Error(`The store's thread has no transaction ${name}.`);
    return transaction;
  };
  return async (words) => {
    const all = words.map((word) => ({ transaction: transactionOf(word), input: word.input }));
    const act = async (trx: Db): Promise<TransactionAnswer[]> => {
      const answers: TransactionAnswer[] = [];
      for (const { transaction, input } of all)
        answers.push(await apart(trx, () => transaction.run(trx, input)));
      return answers;
    };
    const usual = runUsual(file, all);
    if (usual !== null) return usual;
    try {
      const [only] = all;
      if (all.length === 1 && only !== undefined)
        return [{ result: await transactOn(db, only.transaction, () => only.input) }];
      const onlyRead = all.every(({ transaction }) => transaction.onlyReads);
      return await (onlyRead ? readAsOfNow(db, act) : db.transaction().execute(act));
    } catch (error) {
      throw error instanceof StoreFault ? error.cause : error;
    }
  };
}

/**
 * Runs store transactions by `runUsual`, in a common transaction of SQLite. Null after a rollback if an input is unusual, or
 * if a statement failed: `run` then fails for the same cause.
 * @throws the error of the begin or of the commit
 */
function runUsual(
  file: SameThreadFile,
  all: readonly { transaction: AnyTransaction; input: unknown }[],
): TransactionAnswer[] | null {
  if (all.some(({ transaction }) => transaction.runUsual === undefined)) return null;
  const begun = file.do([{ do: 'begin immediate' }]);
  if (begun.error !== undefined) throw begun.error;
  const answers: TransactionAnswer[] = [];
  let isUsual = false;
  try {
    isUsual = all.every(({ transaction, input }) => {
      const result = transaction.runUsual?.(file, input) ?? null;
      answers.push({ result });
      return result !== null;
    });
  } catch {}
  const { error } = isUsual ? file.do([{ do: 'commit' }]) : { error: undefined };
  if (isUsual && error === undefined) return answers;
  file.do([{ do: 'rollback' }]);
  if (error !== undefined) throw error;
  return null;
}

/**
 * Runs a part of a transaction in a savepoint; on failure undoes only the part and returns the error.
 * @throws StoreFault if the database failed
 */
export async function apart<T>(
  trx: Db,
  part: () => Promise<T>,
): Promise<{ result: T | undefined; error?: unknown }> {
  await sql`savepoint part`.execute(trx);
  let answer: Awaited<ReturnType<typeof apart<T>>>;
  try {
    answer = { result: await part() };
  } catch (error) {
    if (error instanceof StoreFault) throw error;
    answer = { result: undefined, error };
    await sql`rollback to part`.execute(trx);
  }
  await sql`release part`.execute(trx);
  return answer;
}
