import { type Kysely, sql } from 'kysely';

/**
 * Adds the rehearsals: the real joint of a trial joint (null for a real joint), and the table with the course of each
 * rehearsal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table joint add column rehearsal_of integer references joint (joint_id)`.execute(db);
  await sql`create table rehearsal (
    joint_id integer primary key references joint (joint_id), mode text not null, made_at bigint not null,
    made_by text not null, state text not null, attempts integer not null, leased_until bigint,
    step text not null, beat integer not null, counts text not null
  )`.execute(db);
}
