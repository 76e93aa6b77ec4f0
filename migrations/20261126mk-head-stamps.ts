import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // Answer of a time-stamping authority for a signed head, or a pending request.
  await db.schema
    .createTable('head_stamp')
    .addColumn('stamp_id', 'text', (c) => c.primaryKey())
    .addColumn('chain', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('leased_until', 'bigint')
    .addColumn('problem', 'text')
    // Complete answer (RFC 3161, TimeStampResp), in base 64.
    .addColumn('answer', 'text')
    .addUniqueConstraint('head_stamp_head', ['chain', 'size'])
    .execute();
  // The heads of the last days are scanned every few seconds.
  await db.schema.createIndex('audit_head_at').on('audit_head').column('at').execute();
}
