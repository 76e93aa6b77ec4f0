import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Code in the QR on a wall for announcing arrivals; null: disabled.
  await db.schema.alterTable('assembly').addColumn('join_code', 'text').execute();
  await db.schema.createIndex('assembly_join_code').unique().on('assembly').column('join_code').execute();

  // Phones that announced a unit and a document, with the desk's decision. Rows end with the assembly.
  await db.schema
    .createTable('arrival')
    .addColumn('arrival_id', 'text', (c) => c.primaryKey())
    .addColumn('assembly_id', 'integer', (c) => c.notNull().references('assembly.assembly_id'))
    // Keyed hash of the phone's secret.
    .addColumn('ticket_hash', 'text', (c) => c.notNull().unique())
    // Unit and document as typed; null after the desk's decision.
    .addColumn('typed_unit', 'text')
    .addColumn('document', 'text')
    // Matching unit of the roll; null if there is no match.
    .addColumn('apartment_id', 'text')
    // Three digits, also shown on the phone.
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    // waiting, confirmed, refused, replaced.
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    // Confirmed arrival: badge for the session, and time of the first session.
    .addColumn('code', 'text')
    .addColumn('taken_at', 'bigint')
    .addCheckConstraint(
      'arrival_state',
      sql`state in ('waiting', 'confirmed', 'refused', 'replaced') and (state = 'waiting' or document is null)`,
    )
    .execute();
  await db.schema.createIndex('arrival_assembly').on('arrival').columns(['assembly_id', 'state']).execute();
}
