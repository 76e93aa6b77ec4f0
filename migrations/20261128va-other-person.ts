import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // 1 if a correction gave the unit to another person; null for other versions, and in older rows.
  await db.schema.alterTable('roll_entry').addColumn('other_person', 'integer').execute();
}
