import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Writes of the health check, excluded from the changes that require a copy.
  await db.schema
    .alterTable('store_probe')
    .addColumn('writes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
