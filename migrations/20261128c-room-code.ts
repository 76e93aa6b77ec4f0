import type { Kysely } from 'kysely';

/** Whether owners who register themselves show by a code that they are in the room, and the secret that it is made of. */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('assembly')
    .addColumn('room_code', 'text', (c) => c.notNull().defaultTo('no'))
    .execute();
  await db.schema.alterTable('assembly').addColumn('room_secret', 'text').execute();
}
