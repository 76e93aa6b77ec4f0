import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // One chain per joint and one of the sign-ins; each entry carries the hash of the one before.
  await db.schema
    .createTable('audit_entry')
    .addColumn('chain', 'text', (c) => c.notNull())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('act', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('previous_hash', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_entry_pk', ['chain', 'seq'])
    .execute();

  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) {
    // Where Socket.IO's PostgreSQL adapter keeps messages too large for NOTIFY.
    await sql`create table if not exists socket_io_attachments (
      id bigserial unique, created_at timestamptz default now(), payload bytea)`.execute(db);
  }
}
