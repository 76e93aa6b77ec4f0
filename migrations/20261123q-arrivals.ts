import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // The code that a wall shows as a QR while people may announce themselves by it; null: nobody may.
  await db.schema.alterTable('assembly').addColumn('join_code', 'text').execute();
  await db.schema.createIndex('assembly_join_code').unique().on('assembly').column('join_code').execute();

  // Phones that announced a unit and a document, and what the desk decided. Rows end with the assembly.
  await db.schema
    .createTable('arrival')
    .addColumn('arrival_id', 'text', (c) => c.primaryKey())
    .addColumn('assembly_id', 'integer', (c) => c.notNull().references('assembly.assembly_id'))
    // A keyed hash of the phone's own secret.
    .addColumn('ticket_hash', 'text', (c) => c.notNull().unique())
    // Unit and document as they were typed; null once the desk has decided.
    .addColumn('typed_unit', 'text')
    .addColumn('document', 'text')
    // The unit of the roll that is meant; null where there is none such.
    .addColumn('apartment_id', 'text')
    // Three digits that the phone shows too.
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    // waiting, confirmed, refused, replaced.
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    // Of a confirmed one: the badge whose session it gets, and when it got the first.
    .addColumn('code', 'text')
    .addColumn('taken_at', 'bigint')
    .addCheckConstraint(
      'arrival_state',
      sql`state in ('waiting', 'confirmed', 'refused', 'replaced') and (state = 'waiting' or document is null)`,
    )
    .execute();
  await db.schema.createIndex('arrival_assembly').on('arrival').columns(['assembly_id', 'state']).execute();
}
