import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { Semaphore } from '../lib/semaphore.ts';
import { type Db, isSqlite, jsonLists } from './engine.ts';
import { type SerializedRows, slicesOf } from './pack-rows.ts';
import { type Fixed, insertFrom, putRows } from './ready-rows.ts';

/** Puts the rows that are at hand into their tables, within a transaction of the same database. */
export type PutRows = (trx: Db, fixed: Fixed) => Promise<void>;

/** As many columns as the widest set of rows has. */
const WIDTH = 20;
const STAGED = sql`temp.staged_row`;
const column = (index: number) => `c${index}`;

/** A connection's rows are staged one act after the other. */
const turnsOf = new WeakMap<Db, Semaphore>();

/**
 * Does an act that stores many rows at once so that nobody else waits long. SQLite's one writer is this process's
 * main thread: what a transaction takes, everybody waits. So the rows are put into a table of the connection's own
 * before, which nobody else sees or waits for and which is gone with the process, in slices of a few milliseconds;
 * the transaction only moves them from there, which takes a seventh. PostgreSQL, where nobody waits, takes the slices
 * as they are. Not to be called within a transaction.
 */
export async function withStagedRows<T>(
  db: Db,
  ready: SerializedRows,
  act: (put: PutRows) => Promise<T>,
): Promise<T> {
  if (!isSqlite(db)) return act((trx, fixed) => putRows(trx, ready, fixed));
  const turns = turnsOf.get(db) ?? new Semaphore(1, Number.POSITIVE_INFINITY);
  turnsOf.set(db, turns);
  const giveBack = await turns.take();
  try {
    await stage(db, ready);
    return await act((trx, fixed) => moveStaged(trx, ready, fixed));
  } finally {
    await empty(db).finally(giveBack);
  }
}

/** Without a condition SQLite drops the pages as they are. */
async function empty(db: Db): Promise<void> {
  await sql`delete from ${STAGED}`.execute(db);
}

async function stage(db: Db, ready: SerializedRows): Promise<void> {
  const columns = sql.join(Array.from({ length: WIDTH }, (_, index) => sql.ref(column(index))));
  // Not a file somewhere: what people owe is in it. Nothing happens where it is set already.
  await sql`pragma temp_store = memory`.execute(db);
  await sql`create temp table if not exists staged_row (${columns})`.execute(db);
  await empty(db);
  for (const { set, json } of slicesOf(ready)) {
    const types = Object.values(set.columns);
    const own = Object.fromEntries(types.map((type, index) => [column(index), type]));
    const names = sql.join(Object.keys(own).map((name) => sql.ref(name)));
    await sql`insert into ${STAGED} (${names}) select ${names} from ${jsonLists(db, json, own)} as given`.execute(
      db,
    );
    // Whoever votes goes first.
    await nextTurn();
  }
}

/** Each set's rows are the ones behind those of the set before. */
async function moveStaged(trx: Db, { sets }: SerializedRows, fixed: Fixed): Promise<void> {
  let before = 0;
  for (const set of sets) {
    const rows = set.slices.reduce((sum, slice) => sum + slice.rows, 0);
    if (rows === 0) continue;
    const picks = sql.join(
      Object.keys(set.columns).map((name, index) => sql`${sql.ref(column(index))} as ${sql.ref(name)}`),
    );
    const given = sql`(select ${picks} from ${STAGED} where rowid between ${before + 1} and ${before + rows} order by rowid)`;
    await insertFrom(trx, set, given, fixed);
    before += rows;
  }
}
