import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Failures by key, shared by the processes on PostgreSQL. Unlogged: counting needs no sync. Columns and order are
  // required by rate-limiter-flexible. On SQLite the single process counts in memory.
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) {
    await sql`create unlogged table attempt_count (
      key text primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db);
    await sql`create index attempt_count_expire on attempt_count (expire)`.execute(db);
  }

  // Browsers of earlier sign-ins: not blocked by password guessing elsewhere. Stores only the hash of the cookie.
  await db.schema
    .createTable('known_device')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('user_account.user_id'))
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('known_device_key', ['user_id', 'token_hash'])
    .execute();
  await db.schema.createIndex('known_device_token').on('known_device').columns(['token_hash']).execute();
}
