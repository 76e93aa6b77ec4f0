import type { Kysely } from 'kysely';

/** Adds two columns: the requirement of a room code for owners who register online, and the secret of the code. */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('assembly')
    .addColumn('room_code', 'text', (c) => c.notNull().defaultTo('no'))
    .execute();
  await db.schema.alterTable('assembly').addColumn('room_secret', 'text').execute();
}
