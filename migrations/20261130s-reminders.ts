import { type Kysely, sql } from 'kysely';

/**
 * Adds the authorised channels for reminders of debts, and the contacts (Ley 2300 de 2023). `person` is the key of a
 * person over all units of a joint; `authorised_on` and `revoked_on` are days, `at` epoch ms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table contact_channel (
    joint_id integer not null references joint (joint_id), channel_id integer not null, person text not null,
    channel text not null, address text not null, authorised_on text not null, proof text not null,
    revoked_on text, primary key (joint_id, channel_id)
  )`.execute(db);
  await sql`create table reminder (
    joint_id integer not null references joint (joint_id), reminder_id integer not null, person text not null,
    name text not null, units text not null, channel_id integer not null, at bigint not null, body text not null,
    made_by text not null, primary key (joint_id, reminder_id)
  )`.execute(db);
}
