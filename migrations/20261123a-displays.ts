import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Last activity (rounded to ten minutes) and device of a session as text, for the list of open sessions.
  await db.schema.alterTable('session').addColumn('seen_at', 'bigint').execute();
  await db.schema.alterTable('session').addColumn('device', 'text').execute();
  // Wall display: opened by 'link' or 'code', and the user who created the session.
  await db.schema.alterTable('session').addColumn('display_by', 'text').execute();
  await db.schema
    .alterTable('session')
    .addColumn('made_by', 'integer', (c) => c.references('user_account.user_id'))
    .execute();
  await db.schema.createIndex('session_joint').on('session').column('joint_id').execute();

  // Six digits that open a wall for some minutes, as a keyed hash: a plain hash of six digits is easily reversed.
  await db.schema
    .createTable('display_code')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('joint_id', 'integer', (c) => c.notNull().references('joint.joint_id'))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('made_by', 'integer', (c) => c.notNull().references('user_account.user_id'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('opened', 'integer', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('display_code_joint').on('display_code').column('joint_id').execute();
}
