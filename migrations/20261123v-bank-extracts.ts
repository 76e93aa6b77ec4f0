import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // What a bank says of a payment beside its reference; null where it says nothing.
  await db.schema.alterTable('payment').addColumn('detail', 'text').execute();

  // How a joint reads files of payments whose columns somebody chose by hand.
  await db.schema
    .createTable('payment_layout')
    .addColumn('joint_id', 'integer', (c) => c.notNull().references('joint.joint_id'))
    // A hash of the header's words, or of the number of columns where there is no header.
    .addColumn('layout_key', 'text', (c) => c.notNull())
    // Columns with their roles, as JSON.
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('entered_at', 'bigint', (c) => c.notNull())
    .addColumn('entered_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_layout_pk', ['joint_id', 'layout_key'])
    .execute();
}
