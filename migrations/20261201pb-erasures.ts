import { type Kysely, sql } from 'kysely';

/** Adds the kept list of erasures of personal data: record ids alone. A restore of an older copy applies the list again. */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create table erasure (
    erasure_key text primary key, joint_id integer not null, at bigint not null, erased_by text not null,
    record text not null, answer text not null
  )`.execute(db);
}
