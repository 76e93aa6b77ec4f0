import type { Kysely } from 'kysely';

/** Texts of an answer that count as a blank vote, compared without case, accents and extra spaces. */
const BLANK = ['blanco', 'en blanco', 'voto en blanco'];
const comparable = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Excludes the blank vote from winning an election. Earlier closings keep the outcome: `base_blank_apart` marks
 * closings that count the blank vote separately.
 */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('concept').addColumn('blank_answer_id', 'integer').execute();
  await db.schema.alterTable('concept').addColumn('base_blank_apart', 'integer').execute();

  const answers = await db
    .selectFrom('answer as a')
    .innerJoin('concept as c', (on) =>
      on
        .onRef('c.assembly_id', '=', 'a.assembly_id')
        .onRef('c.joint_id', '=', 'a.joint_id')
        .onRef('c.concept_id', '=', 'a.concept_id'),
    )
    .select(['a.assembly_id', 'a.joint_id', 'a.concept_id', 'a.answer_id', 'a.description'])
    .where('c.rule', '=', 'election')
    // Of two blank answers, the first (written last) wins.
    .orderBy('a.answer_id', 'desc')
    .execute();
  for (const { assembly_id, joint_id, concept_id, answer_id, description } of answers) {
    if (!BLANK.includes(comparable(description))) continue;
    await db
      .updateTable('concept')
      .set({ blank_answer_id: answer_id })
      .where('assembly_id', '=', assembly_id)
      .where('joint_id', '=', joint_id)
      .where('concept_id', '=', concept_id)
      .execute();
  }
}
