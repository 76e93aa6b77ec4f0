import { SqliteAdapter, sql } from 'kysely';
import type { Db } from '../engine.ts';

/**
 * Returns the schema of a store in words: a line for each column, constraint, index, trigger and function, in the order
 * of the text. Equal for stores with the same schema and another order of the columns. Without the tables of Kysely.
 */
export async function schemaLines(db: Db): Promise<string[]> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  return (await (isSqlite ? sqliteLines(db) : postgresLines(db))).sort();
}

async function sqliteLines(db: Db): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master
    where sql is not null and name not like 'sqlite\\_%' escape '\\' and tbl_name not like 'kysely\\_%' escape '\\'
  `.execute(db);
  return rows.flatMap(({ type, name, sql: text }) => {
    const squeezed = text
      .replaceAll('"', '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\( | (?=\))/g, (word) => word.trim())
      // Stores older than 28 November 2026 have the other order.
      .replaceAll(/ (default ('[^']*'|\S+)) not null/g, ' not null $1');
    return type === 'table' ? partsOf(squeezed).map((part) => `${name}: ${part}`) : [squeezed];
  });
}

/** Splits the statement of a table into the columns, the constraints, and the words after the last bracket. */
function partsOf(statement: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const sign of statement.slice(statement.indexOf('(') + 1)) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (depth === -1 || (depth === 0 && sign === ',')) {
      parts.push(part.trim());
      part = '';
      depth = Math.max(depth, 0);
    } else part += sign;
  }
  return [...parts, `end ${part.trim()}`];
}

async function postgresLines(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with relation as (
      select c.oid, c.relname, c.relkind, c.relpersistence from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely\\_%'
    )
    select concat_ws(' ', relname || ':', attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, 'default ' || pg_get_expr(adbin, adrelid), nullif(attidentity, ''),
      case relpersistence when 'u' then 'unlogged' end) as line
    from relation join pg_attribute on attrelid = relation.oid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind = 'r' and attnum > 0 and not attisdropped
    union all
    select relname || ': ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
    from relation join pg_constraint on conrelid = relation.oid where contype in ('p', 'u', 'f', 'c')
    union all
    select replace(pg_get_indexdef(oid), current_schema() || '.', '') from relation where relkind = 'i'
    union all
    select 'sequence ' || relname from relation where relkind = 'S'
    union all
    select replace(pg_get_triggerdef(pg_trigger.oid), current_schema() || '.', '')
    from relation join pg_trigger on tgrelid = relation.oid where not tgisinternal
    union all
    select proname || ' ' || prosrc from pg_proc where pronamespace = current_schema()::regnamespace and proname like 'scaf\\_%'
  `.execute(db);
  return rows.map(({ line }) => line);
}
