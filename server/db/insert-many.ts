import { sql } from 'kysely';
import { type Db, jsonTable } from './engine.ts';
import type { Tables } from './tables.ts';

/** Rows that go in with one statement: its JSON stays some hundreds of kilobytes. */
const ROWS = 2000;

/**
 * Inserts rows of plain values, however many, with few statements: 1,500 accounts' movements at once.
 * @param columns each column's name and type; a missing value is null.
 */
export async function insertMany<Row>(
  trx: Db,
  table: keyof Tables & string,
  rows: readonly Row[],
  columns: Record<keyof Row & string, 'integer' | 'bigint' | 'text'>,
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += ROWS) {
    const given = jsonTable(trx, rows.slice(from, from + ROWS), columns);
    await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${given} as given`.execute(trx);
  }
}
