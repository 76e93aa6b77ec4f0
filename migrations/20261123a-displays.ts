import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // When a session was last seen and on what device, in words: rounded to ten minutes, for the lists of open ones.
  await db.schema.alterTable('session').addColumn('seen_at', 'bigint').execute();
  await db.schema.alterTable('session').addColumn('device', 'text').execute();
  // Of a wall display: by a link or by a code ('link', 'code'), and the user who made it.
  await db.schema.alterTable('session').addColumn('display_by', 'text').execute();
  await db.schema
    .alterTable('session')
    .addColumn('made_by', 'integer', (c) => c.references('user_account.user_id'))
    .execute();
  await db.schema.createIndex('session_joint').on('session').column('joint_id').execute();

  // Six digits that open a wall for some minutes, as a keyed hash: the bare hash of six digits is no secret.
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
