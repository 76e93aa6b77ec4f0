import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // A restored store has lower revisions than its clients. A new epoch makes clients start over.
  await db.schema
    .createTable('store_epoch')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('epoch', 'text', (c) => c.notNull().unique())
    .addColumn('began_at', 'bigint', (c) => c.notNull())
    // Time of the restored copy; null for the first epoch of a store.
    .addColumn('copied_at', 'bigint')
    .addColumn('reason', 'text')
    .execute();
  await db
    .insertInto('store_epoch')
    .values({ number: 1, epoch: randomUUID(), began_at: Date.now(), copied_at: null, reason: null })
    .execute();
}
