import { type Kysely, SqliteAdapter, sql } from 'kysely';

/**
 * Adds the table of the joints' colours and crests, a row for each joint with a colour or a crest; and the table of
 * personal links of mails to the results and the signed acta of an assembly, by the hash of the token.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = sql.raw(db.getExecutor().adapter instanceof SqliteAdapter ? 'blob' : 'bytea');
  await sql`create table joint_face (
    joint_id integer primary key references joint (joint_id), colour text,
    media_type text, width integer, height integer, bytes ${bytes}
  )`.execute(db);
  await sql`create table owner_link (
    token_hash text primary key, assembly_id integer not null references assembly (assembly_id),
    created_at bigint not null
  )`.execute(db);
}
