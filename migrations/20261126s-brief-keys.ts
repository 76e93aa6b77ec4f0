import { createHash } from 'node:crypto';
import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** Returns the first 53 bits of a SHA-256 digest, the largest integer that a JavaScript number can hold. */
const first53 = (digest: Buffer): number => digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) >> 3);

const COPIED_AT_ONCE = 500;

/**
 * Stores a request's idempotency key as a numeric hash, a third of the space of the former text. Existing keys stay
 * valid.
 */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const record = ['assembly_id', 'joint_id', 'concept_id', 'apartment_id'] as const;
  await db.schema
    .createTable('brief_key')
    // On SQLite `integer` makes the column the rowid.
    .addColumn('key_hash', isSqlite ? 'integer' : 'bigint', (c) => c.primaryKey())
    .addColumn('body_hash', 'bigint', (c) => c.notNull())
    .addColumn('reply', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('assembly_id', 'integer')
    .addColumn('joint_id', 'integer')
    .addColumn('concept_id', 'integer')
    .addColumn('apartment_id', 'text')
    .execute();
  const rows = await db.selectFrom('idempotency_key').selectAll().execute();
  const brief = rows.map(({ actor, key, body_hash, ...kept }) => ({
    ...kept,
    key_hash: first53(createHash('sha256').update(`${actor}\n${key}`).digest()),
    body_hash: first53(Buffer.from(body_hash, 'base64url')),
  }));
  for (let from = 0; from < brief.length; from += COPIED_AT_ONCE) {
    await db
      .insertInto('brief_key')
      .values(brief.slice(from, from + COPIED_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await db.schema.dropTable('idempotency_key').execute();
  await db.schema.alterTable('brief_key').renameTo('idempotency_key').execute();
  await db.schema
    .createIndex('idempotency_key_record')
    .on('idempotency_key')
    .columns([...record])
    .where(sql.ref('assembly_id'), 'is not', null)
    .execute();
}
