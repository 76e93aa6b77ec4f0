import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Months without an entered legal ceiling: a joint charges no late interest.
  await db.schema
    .createTable('interest_free_month')
    .addColumn('joint_id', 'integer', (c) => c.notNull().references('joint.joint_id'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('entered_at', 'bigint', (c) => c.notNull())
    .addColumn('entered_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('interest_free_month_pk', ['joint_id', 'month'])
    .execute();
}
