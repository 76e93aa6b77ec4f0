import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** Acts of the trail that open a question, and that close one. */
const OPENING = ['conceptCreated', 'conceptActivated'];
const CLOSING = ['conceptDeactivated', 'conceptDeleted'];

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const clustered = sqlite ? sql`without rowid` : sql``;

  // From an opening of a question to its closing; a question that is opened again has one more.
  await db.schema
    .createTable('question_interval')
    .addColumn('assembly_id', 'integer', (c) => c.notNull().references('assembly.assembly_id'))
    .addColumn('joint_id', 'integer', (c) => c.notNull())
    .addColumn('concept_id', 'integer', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    // As the trail names who did it; null where the trail does not tell.
    .addColumn('opened_by', 'text')
    // Why it was opened again; null at the first opening, and where no reason was given.
    .addColumn('reason', 'text')
    .addColumn('closed_at', 'bigint')
    .addColumn('closed_by', 'text')
    // How many of the votes that stood at the closing were cast in the interval; null while it is open, and before this.
    .addColumn('votes', 'integer')
    // What the closing said, as JSON; null while it is open, where a deletion ended it, and before this.
    .addColumn('result', 'text')
    .addPrimaryKeyConstraint('question_interval_pk', ['assembly_id', 'joint_id', 'concept_id', 'number'])
    .modifyEnd(clustered)
    .execute();

  // In which capacity somebody attends; null: nobody said, and by_proxy tells a proxy from an owner.
  await db.schema.alterTable('attendance').addColumn('capacity', 'text').execute();
  // What a registration from home was identified by: account, link or code; null at the desk, and before this.
  await db.schema.alterTable('attendance').addColumn('identified_by', 'text').execute();
  // Name of the revisor fiscal of a joint, kept on the root joint; null where it has none.
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

/** Intervals of questions that exist, from what was kept at each opening and closing, and from the trail. */
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
        ...{ assembly_id, joint_id, concept_id },
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
    // Questions from before openings were kept have their first opening and last closing alone.
    if (rows.length === 0) open(concept.opened_at);
    if (concept.active === 0 && concept.closed_at !== null) close(concept.closed_at);
    await db.insertInto('question_interval').values(rows).execute();
  }
}
