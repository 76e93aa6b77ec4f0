import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Number of votes of the former interval set aside by the reopening; null in a first interval and in older rows.
  await db.schema.alterTable('question_interval').addColumn('set_aside', 'integer').execute();
  // 1 if the closing counted more than represented; null while open, and in older rows.
  await db.schema.alterTable('question_interval').addColumn('unverified', 'integer').execute();
}
