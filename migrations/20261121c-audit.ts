import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // A chain per joint, and a chain for sign-ins. Each entry contains the hash of the former.
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
    // Messages too large for NOTIFY, stored by Socket.IO's PostgreSQL adapter.
    await sql`create table if not exists socket_io_attachments (
      id bigserial unique, created_at timestamptz default now(), payload bytea)`.execute(db);
  }
}
