import { type Kysely, sql } from 'kysely';

/** Links event receptionists (user profile 7) to events. Existing receptionists get all existing events. */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('user_event')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('user_account.user_id'))
    .addColumn('event_id', 'integer', (c) => c.notNull().references('event.event_id'))
    .addPrimaryKeyConstraint('user_event_pk', ['user_id', 'event_id'])
    .execute();
  await sql`insert into user_event (user_id, event_id)
    select u.user_id, e.event_id from user_account as u cross join event as e where u.profile_id = 7`.execute(
    db,
  );
}
