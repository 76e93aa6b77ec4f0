import { type Kysely, sql } from 'kysely';

/** Adds the acceptances of the transmission contract by joints. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table data_contract (
    joint_id integer not null references joint (joint_id), version integer not null, person text not null,
    accepted_at bigint not null, accepted_by text not null, primary key (joint_id, version)
  )`.execute(db);
}
