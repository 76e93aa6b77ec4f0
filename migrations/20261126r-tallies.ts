import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** Sum of the votes of a question by answer and kind of unit. */
interface Sum {
  key: { assembly_id: number; joint_id: number; concept_id: number; answer_id: number; kind: string };
  apartments: number;
  coefficient: number;
  in_room: number;
  ballots: number;
  ballot_coefficient: number;
  late: number;
}

/**
 * Adds a table with the sums of votes, updated with each stored or removed vote, so a live message costs the same
 * for any number of votes.
 */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  const clustered = db.getExecutor().adapter instanceof SqliteAdapter ? sql`without rowid` : sql``;
  const question = ['assembly_id', 'joint_id', 'concept_id'] as const;
  await db.schema
    .createTable('tally')
    .addColumn('assembly_id', 'integer', (c) => c.notNull())
    .addColumn('joint_id', 'integer', (c) => c.notNull())
    .addColumn('concept_id', 'integer', (c) => c.notNull())
    .addColumn('answer_id', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    // Ballots with the answer.
    .addColumn('apartments', 'integer', (c) => c.notNull())
    .addColumn('coefficient', 'bigint', (c) => c.notNull())
    .addColumn('in_room', 'bigint', (c) => c.notNull())
    // Ballots counted once with the answer: ballots with a single name, and ballots with several names by their last
    // name.
    .addColumn('ballots', 'integer', (c) => c.notNull())
    .addColumn('ballot_coefficient', 'bigint', (c) => c.notNull())
    // Part of the ballots cast since the reopening.
    .addColumn('late', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('tally_pk', [...question, 'answer_id', 'kind'])
    .modifyEnd(clustered)
    .execute();
  // Questions with one vote per owner: number and coefficient of an owner's ballots for an answer.
  await db.schema
    .createTable('owner_ballots')
    .addColumn('assembly_id', 'integer', (c) => c.notNull())
    .addColumn('joint_id', 'integer', (c) => c.notNull())
    .addColumn('concept_id', 'integer', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('answer_id', 'integer', (c) => c.notNull())
    .addColumn('ballots', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('owner_ballots_pk', [...question, 'owner', 'answer_id'])
    .modifyEnd(clustered)
    .execute();
  await db.schema
    .createTable('owner_tally')
    .addColumn('assembly_id', 'integer', (c) => c.notNull())
    .addColumn('joint_id', 'integer', (c) => c.notNull())
    .addColumn('concept_id', 'integer', (c) => c.notNull())
    .addColumn('answer_id', 'integer', (c) => c.notNull())
    .addColumn('votes', 'integer', (c) => c.notNull())
    .addColumn('divided', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('owner_tally_pk', [...question, 'answer_id'])
    .modifyEnd(clustered)
    .execute();

  // Questions with one vote per owner are counted at the next start, because the application identifies owners.
  const { rows } = await sql<Record<string, number> & { kind: string; choices: string | null }>`
    select v.assembly_id, v.joint_id, v.concept_id, v.answer_id, coalesce(v.kind, 'otro') as kind, v.choices,
      count(*) as apartments, cast(sum(v.coefficient) as bigint) as coefficient,
      cast(sum(case when v.remote = 0 then v.coefficient else 0 end) as bigint) as in_room,
      sum(case when v.at >= (select max(i.opened_at) from question_interval as i
        where i.assembly_id = v.assembly_id and i.joint_id = v.joint_id and i.concept_id = v.concept_id
          and i.number > 1) then 1 else 0 end) as late
    from vote as v
    group by v.assembly_id, v.joint_id, v.concept_id, v.answer_id, v.kind, v.choices`.execute(db);
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const last = Number(row.answer_id);
    for (const answer_id of row.choices === null ? [last] : row.choices.split(',').map(Number)) {
      const key = {
        assembly_id: Number(row.assembly_id),
        joint_id: Number(row.joint_id),
        concept_id: Number(row.concept_id),
        answer_id,
        kind: row.kind,
      };
      const name = JSON.stringify(key);
      const sum = sums.get(name) ?? {
        key,
        apartments: 0,
        coefficient: 0,
        in_room: 0,
        ballots: 0,
        ballot_coefficient: 0,
        late: 0,
      };
      sums.set(name, sum);
      sum.apartments += Number(row.apartments);
      sum.coefficient += Number(row.coefficient);
      sum.in_room += Number(row.in_room);
      if (answer_id !== last) continue;
      sum.ballots += Number(row.apartments);
      sum.ballot_coefficient += Number(row.coefficient);
      sum.late += Number(row.late);
    }
  }
  for (const { key, ...rest } of sums.values()) {
    await db
      .insertInto('tally')
      .values({ ...key, ...rest })
      .execute();
  }
}
