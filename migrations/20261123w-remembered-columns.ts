import type { Kysely } from 'kysely';

/** Adds a table for the column roles chosen by hand, to apply to the joint's next sheet of the same import. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no schema but its own.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('remembered_columns')
    .addColumn('joint_id', 'integer', (column) => column.notNull().references('joint.joint_id'))
    .addColumn('sheet', 'text', (column) => column.notNull())
    // JSON list of headers with roles.
    .addColumn('columns', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('remembered_columns_key', ['joint_id', 'sheet'])
    .execute();
}
