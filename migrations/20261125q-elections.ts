import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  const clustered = db.getExecutor().adapter instanceof SqliteAdapter ? sql`without rowid` : sql``;

  // Election of several seats: number of seats and method; null for other questions.
  await db.schema.alterTable('concept').addColumn('seats', 'integer').execute();
  await db.schema.alterTable('concept').addColumn('method', 'text').execute();
  // List of candidates in order, as JSON; null for other answers.
  await db.schema.alterTable('answer').addColumn('names', 'text').execute();
  // Ballot with several names: ascending answer numbers ('1,4,7'); null with a single answer.
  await db.schema.alterTable('vote').addColumn('choices', 'text').execute();

  // Notes on an election after a closing: drawn lots, acceptances and refusals.
  await db.schema
    .createTable('election_note')
    .addColumn('assembly_id', 'integer', (c) => c.notNull())
    .addColumn('joint_id', 'integer', (c) => c.notNull())
    .addColumn('concept_id', 'integer', (c) => c.notNull())
    // Interval of the closing: a reopened question starts without notes.
    .addColumn('interval', 'integer', (c) => c.notNull())
    // Values: lot, acceptance.
    .addColumn('kind', 'text', (c) => c.notNull())
    // Lot: ascending numbers of the tied answers. Acceptance: 'answer:place'.
    .addColumn('subject', 'text', (c) => c.notNull())
    // Lot: numbers in the drawn order. Acceptance: accepted or declined.
    .addColumn('value', 'text', (c) => c.notNull())
    // Lot: method of drawing.
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
