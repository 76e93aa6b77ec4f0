import { type Kysely, sql } from 'kysely';

/**
 * Adds powers signed by owners on the phone: the unsigned power of a user with the hash of the code, the proof of a signed
 * power, and the rules of a joint.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table power_draft (
    assembly_id integer not null references assembly (assembly_id),
    user_id integer not null references user_account (user_id),
    asked_at bigint not null,
    content text not null,
    code_hash text,
    sent_at bigint,
    tries integer not null,
    primary key (assembly_id, user_id)
  )`.execute(db);
  await sql`create table power_proof (
    power_id integer not null primary key references power (power_id),
    content text not null,
    instructions text not null
  )`.execute(db);
  await sql`alter table joint add column phone_powers text not null default 'accepted'`.execute(db);
  await sql`alter table joint add column phone_power_hours integer`.execute(db);
}
