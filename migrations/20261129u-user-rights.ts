import { type Kysely, sql } from 'kysely';

/** Adds the rights per joint of administrators. No administrator has a right at the start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table user_right (
    user_id integer not null references user_account (user_id),
    joint_id integer not null references joint (joint_id), right_name text not null,
    constraint user_right_pk primary key (user_id, joint_id, right_name)
  )`.execute(db);
}
