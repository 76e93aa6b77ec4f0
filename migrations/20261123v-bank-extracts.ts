import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Bank text of a payment besides the reference; null if missing.
  await db.schema.alterTable('payment').addColumn('detail', 'text').execute();

  // Column roles of a joint's payment files, chosen by hand.
  await db.schema
    .createTable('payment_layout')
    .addColumn('joint_id', 'integer', (c) => c.notNull().references('joint.joint_id'))
    // Hash of the header, or of the number of columns without a header.
    .addColumn('layout_key', 'text', (c) => c.notNull())
    // Columns with their roles, as JSON.
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('entered_at', 'bigint', (c) => c.notNull())
    .addColumn('entered_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_layout_pk', ['joint_id', 'layout_key'])
    .execute();
}
