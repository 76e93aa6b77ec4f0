import { sql } from 'kysely';
import type { Erasure } from '../../shared/personal/personal.api.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import type { ErasedRecord } from './person.ts';

/** Most erasures listed. */
const MOST_ERASURES = 200;

/** Erasure in the kept list: ids of records, without personal data. */
export interface StoredErasure {
  key: string;
  rootId: number;
  at: Millis;
  actor: string;
  record: ErasedRecord;
  answer: Erasure;
}

/** Stores an erasure in the kept list. */
export async function insertErasure(
  trx: Db,
  { key, rootId, at, actor, record, answer }: StoredErasure,
): Promise<void> {
  await trx
    .insertInto('erasure')
    .values({
      erasure_key: key,
      joint_id: rootId,
      at,
      erased_by: actor,
      record: JSON.stringify(record),
      answer: JSON.stringify(answer),
    })
    .execute();
}

/** Reads the kept list of erasures, oldest first. Empty for a store older than the list. */
export async function readErasures(db: Db): Promise<StoredErasure[]> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'erasure')) return [];
  const rows = await db.selectFrom('erasure').selectAll().orderBy('at').orderBy('erasure_key').execute();
  return rows.map((row) => ({
    key: row.erasure_key,
    rootId: row.joint_id,
    at: Number(row.at),
    actor: row.erased_by,
    record: JSON.parse(row.record),
    answer: JSON.parse(row.answer),
  }));
}

/** Lists the answers of the last erasures of a root joint, newest first. */
export async function listAnswers(db: Db, rootId: number): Promise<Erasure[]> {
  const rows = await db
    .selectFrom('erasure')
    .select('answer')
    .where('joint_id', '=', rootId)
    .orderBy('at', 'desc')
    .orderBy('erasure_key')
    .limit(MOST_ERASURES)
    .execute();
  return rows.map(({ answer }) => JSON.parse(answer));
}

/** Returns the names of the databases set aside beside a PostgreSQL database. @param name name of the database in use */
export async function listDatabasesAside(db: Db, name: string): Promise<string[]> {
  const { rows } = await sql<{ datname: string }>`select datname from pg_database
    where starts_with(datname, ${`${name}_antes_`}) order by datname`.execute(db);
  return rows.map(({ datname }) => datname);
}
