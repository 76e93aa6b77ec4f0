import { type Kysely, sql } from 'kysely';

/** Lets the table of the files of a signed acta also hold the documents of a notice, with the time of a removal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table acta_file rename to assembly_file`.execute(db);
  await sql`alter table assembly_file add column purpose text not null default 'acta'`.execute(db);
  await sql`alter table assembly_file add column removed_at bigint`.execute(db);
  await sql`drop index acta_file_once`.execute(db);
  await sql`create unique index assembly_file_once on assembly_file (assembly_id, purpose, sha256)`.execute(
    db,
  );
}
