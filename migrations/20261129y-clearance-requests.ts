import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/**
 * Adds the requests of a paz y salvo, a row for each unit and day, and the key of the codes on the paper. The key is made
 * once for the store, so that every process and every copy of the store checks the same codes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table clearance_request (
    joint_id integer not null,
    apartment_id text not null,
    requested_on text not null,
    requested_by text not null,
    primary key (joint_id, apartment_id, requested_on)
  )`.execute(db);
  await sql`create table paper_key (secret text not null primary key)`.execute(db);
  await sql`insert into paper_key (secret) values (${randomBytes(32).toString('hex')})`.execute(db);
}
