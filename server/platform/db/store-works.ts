import { Kysely, sql } from 'kysely';
import { type Db, readAsOfNow } from './engine.ts';
import { FaultLog } from './fault-log.ts';
import type { Lane } from './lanes.ts';
import type { WorkRunner } from './serve-sqlite.ts';
import { sqliteDialect, Turns } from './sqlite-dialect.ts';
import type { SqliteConnection, WorkAnswer, WorkWord } from './sqlite-steps.ts';
import { StoreFault } from './store-fault.ts';
import type { Tables } from './tables.ts';

/**
 * What a feature does in one transaction where the connection is, so that it is one message there and one back and not one
 * for each statement. What it is given and what it answers are plain data: they may cross over to another thread. It has no
 * clock and no chance of its own, and answers what it refuses instead of throwing a Problem, which would not cross.
 */
export interface StoreWork<Input, Result> {
  /** By which the store's thread knows it. */
  name: string;
  /** Left out: that of reads. */
  lane?: Lane;
  /** It only reads, as of one instant, and holds up nobody who writes. */
  onlyReads?: true;
  run: (trx: Db, input: Input) => Promise<Result>;
}

/** Any work, to be had by its name. */
// biome-ignore lint/suspicious/noExplicitAny: whoever has a work by its name does not know what it takes.
export type AnyWork = StoreWork<any, unknown>;

/** Does a work in a transaction of its own. */
export function transactOn<Input, Result>(
  db: Db,
  { onlyReads, run }: StoreWork<Input, Result>,
  input: () => Input,
): Promise<Result> {
  const act = (trx: Db) => run(trx, input());
  return onlyReads ? readAsOfNow(db, act) : db.transaction().execute(act);
}

/**
 * Does works on the connection of this thread. Those that come together share one transaction and its sync: one that fails
 * leaves nothing behind and harms no other. Whoever asks waits for other processes' locks, and says faults.
 */
export function runWorks(connection: SqliteConnection, works: readonly AnyWork[]): WorkRunner {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(new Turns(connection, new FaultLog(), 0)) });
  const byName = new Map(works.map((work) => [work.name, work]));
  const workOf = ({ work }: WorkWord): AnyWork => {
    const known = byName.get(work);
    if (known === undefined) throw new Error(`The store's thread does not know the work ${work}.`);
    return known;
  };
  return async (words) => {
    const all = words.map((word) => ({ work: workOf(word), input: word.input }));
    const act = async (trx: Db): Promise<WorkAnswer[]> => {
      const answers: WorkAnswer[] = [];
      for (const { work, input } of all) answers.push(await apart(trx, () => work.run(trx, input)));
      return answers;
    };
    try {
      const [only] = all;
      if (all.length === 1 && only !== undefined)
        return [{ result: await transactOn(db, only.work, () => only.input) }];
      const onlyRead = all.every(({ work }) => work.onlyReads);
      return await (onlyRead ? readAsOfNow(db, act) : db.transaction().execute(act));
    } catch (error) {
      throw error instanceof StoreFault ? error.cause : error;
    }
  };
}

/** Does a part of a transaction; where it fails, its statements alone are undone. @throws StoreFault where the store failed */
async function apart(trx: Db, part: () => Promise<unknown>): Promise<WorkAnswer> {
  await sql`savepoint part`.execute(trx);
  let answer: WorkAnswer;
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
