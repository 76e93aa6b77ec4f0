import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof SqliteAdapter ? sql`blob` : sql`bytea`;
  // Bytes of the papers of assemblies. The entry 'papersMade' of an assembly in the trail names the hashes.
  await db.schema
    .createTable('paper')
    // Hexadecimal SHA-256 of the bytes.
    .addColumn('sha256', 'text', (c) => c.primaryKey())
    .addColumn('bytes', bytes, (c) => c.notNull())
    .execute();
  // Order to make the papers of an assembly: at the end, and again after an act that changes the papers.
  await db.schema
    .createTable('paper_order')
    .addColumn('assembly_id', 'integer', (c) => c.primaryKey().references('assembly.assembly_id'))
    .addColumn('ordered_at', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('leased_until', 'bigint')
    .addColumn('problem', 'text')
    .execute();
  // Assemblies that ended before the migration get their papers at the next start.
  await sql`insert into paper_order (assembly_id, ordered_at, state, attempts, next_at)
    select assembly_id, coalesce(closed_at, archived_at), 'queued', 0, coalesce(closed_at, archived_at) from assembly
    where opened_at is not null and coalesce(closed_at, archived_at) is not null
      and exists (select 1 from audit_head as h where h.chain = 'joint:' || assembly.joint_id)`.execute(db);
}
