import {
  type CompiledQuery,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Millis, Tables } from './tables.ts';

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

/** Named place of a value in the text of a `readyQuery`. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Makes a query with a text that is built and compiled once per engine. For the short statements of a vote, building
 * the text takes longer than running the statement.
 * @param build builds the query from the places of the values; the text must not depend on the values
 * @returns function to run the query with values
 */
export function readyQuery<Values extends object, Row = unknown>(
  build: (
    db: Kysely<Tables>,
    values: { [Name in keyof Values]: RawBuilder<Values[Name]> },
  ) => { compile: (db: Kysely<Tables>) => CompiledQuery<Row> },
): (db: Kysely<Tables>, values: Values) => Promise<QueryResult<Row>> {
  const texts = new Map<unknown, CompiledQuery<Row>>();
  const places = new Proxy({} as { [Name in keyof Values]: RawBuilder<Values[Name]> }, {
    get: (_, name) => sql.val(new Place(String(name))),
  });
  return async (db, values) => {
    const engine = db.getExecutor().adapter.constructor;
    const text = texts.get(engine) ?? build(db, places).compile(db);
    texts.set(engine, text);
    const parameters = text.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.name as keyof Values] : parameter,
    );
    return db.executeQuery({ ...text, parameters });
  };
}
