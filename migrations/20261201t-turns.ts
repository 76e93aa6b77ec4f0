import { type Kysely, sql } from 'kysely';

/**
 * Adds the turns to speak of an assembly with the minutes of a joint's turn, and the proposals of the owners. Numbers count within the
 * assembly, `units` is a JSON list of ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table turn (
    assembly_id integer not null references assembly (assembly_id), turn_id integer not null,
    speaker text not null, units text not null, asked_at bigint not null, given_at bigint, ends_at bigint,
    extensions integer not null, ended_at bigint, primary key (assembly_id, turn_id)
  )`.execute(db);
  await sql`create unique index turn_one_speaker on turn (assembly_id)
    where given_at is not null and ended_at is null`.execute(db);
  await sql`create table proposal (
    assembly_id integer not null references assembly (assembly_id), proposal_id integer not null,
    author text not null, author_name text not null, units text not null, text text not null,
    written_at bigint not null, withdrawn_at bigint, joint_id integer, concept_id integer,
    primary key (assembly_id, proposal_id)
  )`.execute(db);
  await sql`alter table joint add column turn_minutes integer not null default 2`.execute(db);
}
