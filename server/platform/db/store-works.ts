import { Kysely } from 'kysely';
import type { Db } from './engine.ts';
import { FaultLog } from './fault-log.ts';
import type { WorkRunner } from './serve-sqlite.ts';
import { sqliteDialect, Turns } from './sqlite-dialect.ts';
import { connectionTo, type SqliteFile } from './sqlite-file.ts';
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
  run: (trx: Db, input: Input) => Promise<Result>;
}

/** Any work, to be had by its name. */
// biome-ignore lint/suspicious/noExplicitAny: whoever has a work by its name does not know what it takes.
export type AnyWork = StoreWork<any, unknown>;

/** Does works on the connection of this thread. Whoever asks for one waits for other processes' locks, and says faults. */
export function runWorks(file: SqliteFile, works: readonly AnyWork[]): WorkRunner {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(new Turns(connectionTo(file), new FaultLog(), 0)) });
  const byName = new Map(works.map((work) => [work.name, work]));
  return async ({ work, input }) => {
    const known = byName.get(work);
    if (known === undefined) throw new Error(`The store's thread does not know the work ${work}.`);
    try {
      return await db.transaction().execute((trx) => known.run(trx, input));
    } catch (error) {
      throw error instanceof StoreFault ? error.cause : error;
    }
  };
}
