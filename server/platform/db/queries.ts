import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Millis } from './tables.ts';

/** Converts a time of the database (epoch ms) to ISO 8601 for the API; null stays null. */
export const instantOf = (at: Millis | null): string | null =>
  at === null ? null : new Date(at).toISOString();

/** Runs a query and returns true if the query has a row. */
export async function finds(query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

/** Counts the rows of a query. */
export async function countOf<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number | bigint | string>().as('rows'));
  const { rows } = (await counted.executeTakeFirstOrThrow()) as { rows: number | bigint | string };
  return Number(rows);
}

/** Runs an update and returns true if a row was changed. */
export async function updates(query: {
  executeTakeFirst: () => Promise<{ numUpdatedRows: bigint }>;
}): Promise<boolean> {
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

/**
 * SQL condition to join two tables: equal values in the listed columns.
 * @param a alias of the first table; `b`: alias of the second
 */
export const sameIn = (a: string, b: string, columns: readonly string[]) =>
  sql<SqlBool>`${sql.join(
    columns.map((column) => sql`${sql.ref(`${a}.${column}`)} = ${sql.ref(`${b}.${column}`)}`),
    sql` and `,
  )}`;

/**
 * Builds an SQL condition that joins two tables (by alias) on the same unit of an assembly's roll (list of
 * units with owners).
 */
export const sameRollUnit = (a: string, b: string) =>
  sameIn(a, b, ['assembly_id', 'joint_id', 'apartment_id']);

/**
 * Builds an SQL condition that joins two tables (by alias) on the same unit of a joint (co-owned property).
 */
export const sameUnit = (a: string, b: string) => sameIn(a, b, ['joint_id', 'apartment_id']);

/**
 * Runs work on parts of a long list in sequence, because a database statement has a maximum number of
 * parameters.
 * @param most maximum number of rows for a call of `work`
 */
export async function inSlices<T>(
  rows: readonly T[],
  most: number,
  work: (slice: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += most) await work(rows.slice(from, from + most));
}
