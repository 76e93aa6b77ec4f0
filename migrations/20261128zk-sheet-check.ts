import { type Kysely, sql } from 'kysely';

/** Adds the totals of a month's spreadsheet, to compare the bills with the sheet. Null for earlier months. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table billing_month add column sheet_check text`.execute(db);
}
