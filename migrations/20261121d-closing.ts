import { type Kysely, sql } from 'kysely';

/**
 * Adds the base of a closing (coefficients, mode) to each question, so later corrections of the roll or the
 * assembly do not change the result.
 */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Total coefficient of the roll and mode of the assembly at the last closing: base of a majority of the whole roll.
  await db.schema.alterTable('concept').addColumn('base_total', 'bigint').execute();
  await db.schema.alterTable('concept').addColumn('base_mode', 'text').execute();
  await sql`update concept set
    base_total = (select coalesce(sum(u.coefficient), 0) from roll_unit as u
      where u.assembly_id = concept.assembly_id and u.joint_id = concept.joint_id),
    base_mode = (select a.mode from assembly as a where a.assembly_id = concept.assembly_id)
    where base_coefficient is not null`.execute(db);

  // Kind of the unit on the roll at voting time, beside the coefficient.
  await db.schema.alterTable('vote').addColumn('kind', 'text').execute();
  await sql`update vote set kind = (select u.kind from roll_unit as u where u.assembly_id = vote.assembly_id
    and u.joint_id = vote.joint_id and u.apartment_id = vote.apartment_id)`.execute(db);
}
