import { type Kysely, sql } from 'kysely';

/** Adds the limits of powers kept at an assembly's convening, as JSON; null before, and for older assemblies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table assembly add column power_limits text`.execute(db);
}
