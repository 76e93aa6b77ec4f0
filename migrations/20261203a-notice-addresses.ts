import { type Kysely, sql } from 'kysely';

/**
 * Adds the addresses for notices of the owners of a root joint (Ley 675 de 2001, art. 39 par. 1), append-only. Numbers count within
 * the joint; the owner is stored as on the day of the record; `since` is a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table notice_address (
    joint_id integer not null references joint (joint_id), address_id integer not null, apartment_id text not null,
    owner_name text not null, owner_document text, kind text not null, value text not null, since text not null,
    proof text not null, entered_at bigint not null, entered_by text not null, primary key (joint_id, address_id)
  )`.execute(db);
}
