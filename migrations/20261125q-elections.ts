import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  const clustered = db.getExecutor().adapter instanceof SqliteAdapter ? sql`without rowid` : sql``;

  // Of an election of several seats: how many, and how they are given; null on every other question.
  await db.schema.alterTable('concept').addColumn('seats', 'integer').execute();
  await db.schema.alterTable('concept').addColumn('method', 'text').execute();
  // Of a list: its names in order, as JSON; null on every other answer.
  await db.schema.alterTable('answer').addColumn('names', 'text').execute();
  // Of a ballot with several names: the numbers of all of them, growing ('1,4,7'); null where it has one answer.
  await db.schema.alterTable('vote').addColumn('choices', 'text').execute();

  // What was noted of an election after a closing: lots that were drawn, and who accepted or declined.
  await db.schema
    .createTable('election_note')
    .addColumn('assembly_id', 'integer', (c) => c.notNull())
    .addColumn('joint_id', 'integer', (c) => c.notNull())
    .addColumn('concept_id', 'integer', (c) => c.notNull())
    // The interval whose closing it is of: a question that is opened again begins without notes.
    .addColumn('interval', 'integer', (c) => c.notNull())
    // lot or acceptance.
    .addColumn('kind', 'text', (c) => c.notNull())
    // Of a lot the numbers of the answers that were tied, growing; of an acceptance 'answer:place'.
    .addColumn('subject', 'text', (c) => c.notNull())
    // Of a lot the numbers in the order that was drawn; of an acceptance accepted or declined.
    .addColumn('value', 'text', (c) => c.notNull())
    // Of a lot: how it was drawn.
    .addColumn('how', 'text')
    .addColumn('noted_by', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('election_note_pk', [
      'assembly_id',
      'joint_id',
      'concept_id',
      'interval',
      'kind',
      'subject',
    ])
    .modifyEnd(clustered)
    .execute();
}
