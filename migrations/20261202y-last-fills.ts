import { type Kysely, SqliteAdapter, sql } from 'kysely';

/**
 * Fills the letterhead of months issued before letterheads, and the units of personal links made before the units. Gives the
 * keys and the sequence of the table of assembly files the table's name on PostgreSQL; SQLite has no names of keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const words = {
    administrator: '',
    address: '',
    phone: '',
    email: '',
    legalText: '',
    rate: null,
    logoId: null,
  };
  await sql`update billing_month set letterhead = ${JSON.stringify(words)}
    where state = 'issued' and letterhead is null`.execute(db);
  await sql`update owner_link set apartment_ids = '[]' where apartment_ids is null`.execute(db);
  if (db.getExecutor().adapter instanceof SqliteAdapter) return;
  await sql`alter table assembly_file rename constraint acta_file_pkey to assembly_file_pkey`.execute(db);
  await sql`alter table assembly_file
    rename constraint acta_file_assembly_id_fkey to assembly_file_assembly_id_fkey`.execute(db);
  await sql`alter sequence acta_file_file_id_seq rename to assembly_file_file_id_seq`.execute(db);
}
