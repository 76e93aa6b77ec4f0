import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Failures by key, shared by the processes of one PostgreSQL: unlogged, so that counting syncs nothing. The columns
  // and their order are rate-limiter-flexible's. SQLite has one process, which counts in memory.
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) {
    await sql`create unlogged table attempt_count (
      key text primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db);
    await sql`create index attempt_count_expire on attempt_count (expire)`.execute(db);
  }

  // Browsers that signed in as a user: not held up by whoever guesses that user's password beside them. Only the
  // hash of what their cookie holds.
  await db.schema
    .createTable('known_device')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('user_account.user_id'))
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('known_device_key', ['user_id', 'token_hash'])
    .execute();
  await db.schema.createIndex('known_device_token').on('known_device').columns(['token_hash']).execute();
}
