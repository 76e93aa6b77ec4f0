import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  // A restored store has lower revisions than its clients saw: they begin anew where the epoch is another.
  await db.schema
    .createTable('store_epoch')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('epoch', 'text', (c) => c.notNull().unique())
    .addColumn('began_at', 'bigint', (c) => c.notNull())
    // The instant of the copy that was restored; null of a store's first epoch.
    .addColumn('copied_at', 'bigint')
    .addColumn('reason', 'text')
    .execute();
  await db
    .insertInto('store_epoch')
    .values({ number: 1, epoch: randomUUID(), began_at: Date.now(), copied_at: null, reason: null })
    .execute();
}
