import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // 1 after too many wrong announcements of the network.
  await db.schema
    .alterTable('arrival')
    .addColumn('is_doubted', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
