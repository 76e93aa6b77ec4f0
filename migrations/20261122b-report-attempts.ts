import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // How often a report's making began: it tells a process whether the lease is still its own, and bounds how many
  // processes one job can take down.
  await db.schema
    .alterTable('report_job')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
