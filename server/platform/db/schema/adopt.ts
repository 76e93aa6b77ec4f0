import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { baselineSchema, before } from '../../../../migrations/before.ts';
import { BASELINE, migrations } from '../../../../migrations/index.ts';
import { openMemory } from '../connect.ts';
import type { Db } from '../engine.ts';
import { StoreError } from '../store-error.ts';
import { schemaLines } from './lines.ts';

/** Returns the names of the applied migrations, in order; none for an empty store. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** Returns the hash of a store's schema, to compare with `baselineSchema`. */
export const schemaHash = async (db: Db): Promise<string> =>
  createHash('sha256')
    .update((await schemaLines(db)).join('\n'))
    .digest('hex');

interface FormerStore {
  db: Db;
  engine: 'sqlite' | 'postgres';
}

const isNew = (names: readonly string[]) => names.length === 0 || names.includes(BASELINE);

/**
 * Gives a store of the last version before 1.0 the name of the baseline in place of the names of all earlier migrations.
 * @throws StoreError for a store of another version or with another schema; the store is unchanged
 */
export async function adoptFormer({ db, engine }: FormerStore): Promise<void> {
  if (isNew(await listAppliedMigrations(db))) return;
  await db.transaction().execute((trx) => rename(trx, engine));
}

/**
 * Tries the adoption of a store in a transaction rolled back at the end.
 * @throws StoreError for a store of another version or with another schema
 */
export async function tryAdoption({ db, engine }: FormerStore): Promise<void> {
  if (isNew(await listAppliedMigrations(db))) return;
  const trx = await db.startTransaction().execute();
  try {
    await rename(trx, engine);
  } finally {
    await trx.rollback().execute();
  }
}

async function rename(trx: Db, engine: FormerStore['engine']): Promise<void> {
  if (engine === 'postgres') {
    // Several processes may start at once: the others wait here.
    await sql`lock table kysely_migration`.execute(trx);
    // Stores older than 28 November 2026 have the former name of the key.
    await sql`alter index if exists brief_key_pkey rename to idempotency_key_pkey`.execute(trx);
  }
  const applied = await listAppliedMigrations(trx);
  if (isNew(applied)) return;
  if (applied.join() !== before.migrations.join()) {
    throw new StoreError(
      `Estos datos son de una versión anterior a 1.0. Actualice primero a ${before.version}.`,
      false,
    );
  }
  const differences = await schemaDifferences(trx, engine);
  if (differences.length > 0) {
    throw new StoreError(
      `Las tablas de estos datos no son las de la versión ${before.version}: ${differences.slice(0, 3).join('; ')}. Deshaga el cambio en la base de datos, o restaure una copia anterior al cambio, y vuelva a iniciar.`,
      false,
    );
  }
  await sql`delete from kysely_migration where name <> ${before.migrations[0]}`.execute(trx);
  await sql`update kysely_migration set name = ${BASELINE}`.execute(trx);
}

/**
 * Returns the differences to the schema of the baseline, in Spanish: the missing lines, and the added columns, constraints and
 * triggers of SCAF's tables. Other tables and added indexes, for example of a monitor, are no differences.
 */
async function schemaDifferences(trx: Db, engine: FormerStore['engine']): Promise<string[]> {
  if ((await schemaHash(trx)) === baselineSchema[engine]) return [];
  const [lines, expected] = [await schemaLines(trx), await baselineLines(trx, engine)];
  const ownTables = new Set(expected.map(tableOf));
  const isOwn = (line: string) => tableOf(line) !== '' && ownTables.has(tableOf(line));
  const without = (all: string[], others: string[]) => all.filter((line) => !others.includes(line));
  return [
    ...without(expected, lines).map((line) => `falta «${line.slice(0, 200)}»`),
    ...without(lines, expected)
      .filter(isOwn)
      .map((line) => `sobra «${line.slice(0, 200)}»`),
  ];
}

/** Returns the table of a column, constraint or trigger in a line of the schema; empty for other lines. */
const tableOf = (line: string): string =>
  /^(\w+):|^create trigger .*? on (\w+)/i.exec(line)?.slice(1).find(Boolean) ?? '';

/** Returns the schema of a new baseline. PostgreSQL makes the baseline in a temporary schema of the transaction. */
async function baselineLines(trx: Db, engine: FormerStore['engine']): Promise<string[]> {
  if (engine === 'sqlite') {
    const memory = await openMemory();
    try {
      await migrations[BASELINE]?.up(memory.db);
      return await schemaLines(memory.db);
    } finally {
      await memory.close();
    }
  }
  await sql`savepoint before_comparison`.execute(trx);
  await sql`create schema scaf_comparison`.execute(trx);
  await sql`set local search_path to scaf_comparison`.execute(trx);
  await migrations[BASELINE]?.up(trx);
  const lines = await schemaLines(trx);
  await sql`rollback to savepoint before_comparison`.execute(trx);
  return lines;
}
