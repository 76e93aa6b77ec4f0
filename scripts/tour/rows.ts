/** Finds the differences of a store between two moments. */
import { sql } from 'kysely';
import type { Db } from '../../server/platform/db/engine.ts';

type Row = Readonly<Record<string, unknown>>;

/** All rows of a store by table, each row by the primary key. */
type Contents = ReadonlyMap<string, ReadonlyMap<string, Row>>;

/** Row that is new, or the changed columns of a row. */
export interface RowChange {
  table: string;
  kind: 'new' | 'changed';
  /** Values that are not null; for a changed row, the key and the changed columns. */
  values: Row;
}

/** Table to skip: sessions record the minute of each request, and the minute is no effect of an act. */
const CLOCKED = 'session';

/** Reads every row of an SQLite store. Use only for small stores. */
export async function readContents(db: Db): Promise<Contents> {
  const tables = await db.introspection.getTables();
  const read = tables
    .filter(({ name }) => name !== CLOCKED)
    .map(async ({ name }) => {
      const { rows: columns } = await sql<{ name: string; pk: number }>`
      select name, pk from pragma_table_info(${name})`.execute(db);
      const key = columns.filter(({ pk }) => pk > 0).map((column) => column.name);
      const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(db);
      return [name, new Map(rows.map((row) => [keyOf(row, key), row]))] as const;
    });
  return new Map(await Promise.all(read));
}

/** Compares two readings of a store and returns the new and the changed rows, by table. */
export function changedRows(before: Contents, after: Contents): RowChange[] {
  return [...after].flatMap(([table, rows]) =>
    [...rows].flatMap(([key, row]): RowChange[] => {
      const old = before.get(table)?.get(key);
      if (old === undefined) return [{ table, kind: 'new', values: withoutNulls(row) }];
      const changed = Object.entries(row).filter(([name, value]) => !isSame(value, old[name]));
      return changed.length === 0 ? [] : [{ table, kind: 'changed', values: Object.fromEntries(changed) }];
    }),
  );
}

const keyOf = (row: Row, key: readonly string[]): string =>
  JSON.stringify(key.length === 0 ? row : key.map((name) => row[name]));

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
