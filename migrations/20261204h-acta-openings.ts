import { type Kysely, sql } from 'kysely';

/**
 * Makes the table of the first openings of each published acta by a personal link. A stored first use is an opening of the acta
 * published last before it; a use before any publication opened no acta.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table acta_opening (
    assembly_id integer not null references assembly (assembly_id),
    publication_id integer not null references acta_publication (publication_id),
    token_hash text not null references owner_link (token_hash) on delete cascade, opened_at bigint not null,
    primary key (assembly_id, publication_id, token_hash)
  )`.execute(db);
  await sql`insert into acta_opening (assembly_id, publication_id, token_hash, opened_at)
    select l.assembly_id, max(p.publication_id), l.token_hash, l.first_used_at
    from owner_link l join acta_publication p
      on p.assembly_id = l.assembly_id and p.published_at <= l.first_used_at
    group by l.assembly_id, l.token_hash, l.first_used_at`.execute(db);
  await sql`alter table owner_link drop column first_used_at`.execute(db);
}
