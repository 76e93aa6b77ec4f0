import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // How many votes of the former interval its reopening set aside; null in a first interval and in older ones.
  await db.schema.alterTable('question_interval').addColumn('set_aside', 'integer').execute();
  // 1 if its closing counted more than was represented; null while open, and in older ones.
  await db.schema.alterTable('question_interval').addColumn('unverified', 'integer').execute();
}
