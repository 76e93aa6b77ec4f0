import { type Kysely, sql } from 'kysely';

/** Month earlier than any month of the books: the method stored at the migration holds from the beginning. */
const SINCE_THE_BEGINNING = '1900-01';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Method of a joint's late interest, from a month on. A joint without a row: by days.
  await db.schema
    .createTable('interest_way')
    .addColumn('joint_id', 'integer', (c) => c.notNull().references('joint.joint_id'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('way', 'text', (c) => c.notNull())
    .addColumn('acta', 'text')
    .addColumn('entered_at', 'bigint', (c) => c.notNull())
    .addColumn('entered_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('interest_way_pk', ['joint_id', 'month'])
    .execute();
  // Joints with billing continue by whole months until a choice.
  await sql`insert into interest_way (joint_id, month, way, acta, entered_at, entered_by)
    select joint_id, ${sql.lit(SINCE_THE_BEGINNING)}, 'fullMonths', null, ${sql.lit(Date.now())}, 'system' from joint
    where uses_billing = 1 or joint_id in (select joint_id from billing_joint)`.execute(db);

  // Interest lines by days store the days. Existing lines are by whole months, at annual rates, to the centavo.
  const lines = () => db.schema.alterTable('interest_line');
  await lines()
    .addColumn('way', 'text', (c) => c.notNull().defaultTo('fullMonths'))
    .execute();
  await lines()
    .addColumn('rate_unit', 'text', (c) => c.notNull().defaultTo('annual'))
    .execute();
  await lines().addColumn('daily_rate', 'bigint').execute();
  await lines().addColumn('stretches', 'text').execute();
  await lines()
    .addColumn('to_peso', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  // An assembly's rate may be monthly. A ceiling names the certifying resolution.
  await db.schema.alterTable('joint_rate').addColumn('monthly_rate', 'integer').execute();
  await db.schema.alterTable('legal_rate').addColumn('resolution', 'text').execute();
  await db.schema.alterTable('legal_rate').addColumn('resolved_on', 'text').execute();
}
