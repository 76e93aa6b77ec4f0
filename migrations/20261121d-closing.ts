import { type Kysely, sql } from 'kysely';

/** What a closing stood on stays with it, however the roll or the assembly is corrected afterwards. */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // The whole roll and the assembly's mode at the last closing: a majority of the whole roll is of that one.
  await db.schema.alterTable('concept').addColumn('base_total', 'bigint').execute();
  await db.schema.alterTable('concept').addColumn('base_mode', 'text').execute();
  await sql`update concept set
    base_total = (select coalesce(sum(u.coefficient), 0) from roll_unit as u
      where u.assembly_id = concept.assembly_id and u.joint_id = concept.joint_id),
    base_mode = (select a.mode from assembly as a where a.assembly_id = concept.assembly_id)
    where base_coefficient is not null`.execute(db);

  // The unit's kind beside its coefficient, as both were on the roll when the vote was cast.
  await db.schema.alterTable('vote').addColumn('kind', 'text').execute();
  await sql`update vote set kind = (select u.kind from roll_unit as u where u.assembly_id = vote.assembly_id
    and u.joint_id = vote.joint_id and u.apartment_id = vote.apartment_id)`.execute(db);
}
