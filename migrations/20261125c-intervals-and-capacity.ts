import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** Names of acts in the audit trail that open a question. `CLOSING`: acts that close a question. */
const OPENING = ['conceptCreated', 'conceptActivated'];
const CLOSING = ['conceptDeactivated', 'conceptDeleted'];

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const clustered = sqlite ? sql`without rowid` : sql``;

  // Interval between an opening and a closing of a question. Each reopening adds an interval.
  await db.schema
    .createTable('question_interval')
    .addColumn('assembly_id', 'integer', (c) => c.notNull().references('assembly.assembly_id'))
    .addColumn('joint_id', 'integer', (c) => c.notNull())
    .addColumn('concept_id', 'integer', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    // Author according to the trail; null if missing in the trail.
    .addColumn('opened_by', 'text')
    // Reason for reopening; null at the first opening or without a reason.
    .addColumn('reason', 'text')
    .addColumn('closed_at', 'bigint')
    .addColumn('closed_by', 'text')
    // Number of votes valid at the closing and cast in the interval; null while open, or before the migration.
    .addColumn('votes', 'integer')
    // Outcome of the closing, as JSON; null while open, if ended by a deletion, or before the migration.
    .addColumn('result', 'text')
    .addPrimaryKeyConstraint('question_interval_pk', ['assembly_id', 'joint_id', 'concept_id', 'number'])
    .modifyEnd(clustered)
    .execute();

  // Capacity of the attendee; null: not entered, and by_proxy distinguishes proxy and owner.
  await db.schema.alterTable('attendance').addColumn('capacity', 'text').execute();
  // Identification of a registration from home: account, link or code; null at the desk, or before the migration.
  await db.schema.alterTable('attendance').addColumn('identified_by', 'text').execute();
  // Name of the joint's revisor fiscal, stored in the root joint; null if the joint has no revisor fiscal.
  await db.schema.alterTable('joint').addColumn('fiscal_auditor', 'text').execute();

  await fillIntervals(db);
}

interface Interval {
  assembly_id: number;
  joint_id: number;
  concept_id: number;
  number: number;
  opened_at: number;
  opened_by: string | null;
  closed_at: number | null;
  closed_by: string | null;
}

/**
 * Fills the intervals of existing questions (open from, open until) from the stored openings and closings, and from
 * the audit trail.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above.
async function fillIntervals(db: Kysely<any>): Promise<void> {
  const concepts = await db
    .selectFrom('concept as c')
    .innerJoin('assembly as a', 'a.assembly_id', 'c.assembly_id')
    .select(['c.assembly_id', 'c.joint_id', 'c.concept_id', 'c.active', 'c.opened_at', 'c.closed_at'])
    .select('a.joint_id as root_id')
    .where('c.concept_id', '>', 1)
    .where('c.opened_at', 'is not', null)
    .execute();
  const moments = await db
    .selectFrom('presence')
    .select(['assembly_id', 'joint_id', 'concept_id', 'moment', 'at'])
    .orderBy('presence_id')
    .execute();
  const acts = await db
    .selectFrom('audit_entry')
    .select(['chain', 'at', 'actor', 'act'])
    .where('act', 'in', [...OPENING, ...CLOSING])
    .execute();
  const actors = new Map(acts.map(({ chain, at, actor, act }) => [`${chain} ${act} ${at}`, actor]));
  const actorOf = (rootId: number, names: readonly string[], at: number): string | null => {
    for (const name of names) {
      const actor = actors.get(`joint:${rootId} ${name} ${at}`);
      if (actor !== undefined) return actor;
    }
    return null;
  };
  for (const concept of concepts) {
    const { assembly_id, joint_id, concept_id, root_id } = concept;
    const theirs = moments.filter(
      (one) => one.assembly_id === assembly_id && one.joint_id === joint_id && one.concept_id === concept_id,
    );
    const rows: Interval[] = [];
    const open = (at: number) =>
      rows.push({
        assembly_id,
        joint_id,
        concept_id,
        number: rows.length + 1,
        opened_at: at,
        opened_by: actorOf(root_id, OPENING, at),
        closed_at: null,
        closed_by: null,
      });
    const close = (at: number) => {
      const last = rows.at(-1);
      if (last === undefined || last.closed_at !== null) return;
      last.closed_at = at;
      last.closed_by = actorOf(root_id, CLOSING, at);
    };
    for (const { moment, at } of theirs) (moment === 'opened' ? open : close)(at);
    // Older questions have only their first opening and last closing.
    if (rows.length === 0) open(concept.opened_at);
    if (concept.active === 0 && concept.closed_at !== null) close(concept.closed_at);
    await db.insertInto('question_interval').values(rows).execute();
  }
}
