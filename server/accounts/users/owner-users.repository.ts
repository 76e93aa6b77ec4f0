import { sql } from 'kysely';
import { Profile } from '../../../shared/profiles.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { usernameKey } from '../passwords/credentials.repository.ts';
import type { UnitRef } from './user-links.repository.ts';

/** A user of an owner, as far as it tells whose it is. */
export interface OwnerUser {
  userId: number;
  username: string;
  name: string;
  email: string | null;
  /** Capital letters and digits alone; null where nobody told it. */
  document: string | null;
  disabled: boolean;
}

/** Owners' users with one of these documents, addresses (in lower case) or numbers, enabled or not, the oldest first. */
export async function listOwnerUsers(
  db: Db,
  { documents, emails, userIds }: { documents: string[]; emails: string[]; userIds: number[] },
): Promise<OwnerUser[]> {
  const texts = (values: readonly string[]) =>
    db
      .selectFrom(
        jsonTable(
          db,
          values.map((value) => ({ value })),
          { value: 'text' },
        ).as('g'),
      )
      .select('g.value');
  const ids = jsonTable(
    db,
    userIds.map((value) => ({ value })),
    { value: 'integer' },
  );
  const rows = await db
    .selectFrom('user_account')
    .select(['user_id as userId', 'username', 'name', 'email', 'document', 'disabled_at'])
    .where('profile_id', '=', Profile.owner)
    .where((eb) =>
      eb.or([
        eb('document', 'in', texts(documents)),
        eb(eb.fn<string>('lower', ['email']), 'in', texts(emails)),
        eb('user_id', 'in', db.selectFrom(ids.as('g')).select('g.value')),
      ]),
    )
    .orderBy('user_id')
    .execute();
  return rows.map(({ disabled_at, ...user }) => ({ ...user, disabled: disabled_at !== null }));
}

/** An owner's user to be made; it has no password before its first sign-in. */
export interface NewOwnerUser {
  username: string;
  name: string;
  email: string | null;
  document: string | null;
}

/** Makes those users whose name nobody has, and tells by their name which numbers they got. */
export async function insertOwnerUsers(
  trx: Db,
  users: readonly NewOwnerUser[],
  at: Millis,
): Promise<Map<string, number>> {
  if (users.length === 0) return new Map();
  const rows = users.map((user) => ({ ...user, username_key: usernameKey(user.username) }));
  const given = jsonTable<(typeof rows)[number]>(trx, rows, {
    username: 'text',
    username_key: 'text',
    name: 'text',
    email: 'text',
    document: 'text',
  });
  const made = await trx
    .insertInto('user_account')
    .columns(['username', 'username_key', 'name', 'email', 'document', 'profile_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom(given.as('g'))
        .select(['g.username', 'g.username_key', 'g.name', 'g.email', 'g.document'])
        .select(sql<Profile>`cast(${Profile.owner} as integer)`.as('profile_id'))
        .select(sql<number>`cast(${at} as bigint)`.as('created_at'))
        // SQLite takes what follows a table for a join's ON, unless there is a WHERE between them.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning(['user_id', 'username'])
    .execute();
  return new Map(made.map((row) => [row.username, row.user_id]));
}

/** Links users to units in assemblies, beside what they are linked to. */
export async function addUnits(trx: Db, links: readonly (UnitRef & { userId: number })[]): Promise<void> {
  if (links.length === 0) return;
  const columns = { userId: 'integer', jointId: 'integer', apartmentId: 'text' } as const;
  await trx
    .insertInto('user_apartment')
    .columns(['user_id', 'joint_id', 'apartment_id', 'service'])
    .expression((eb) =>
      eb
        .selectFrom(jsonTable<(typeof links)[number]>(trx, links, columns).as('g'))
        .distinct()
        .select(['g.userId', 'g.jointId', 'g.apartmentId'])
        .select(sql<'assembly'>`cast('assembly' as text)`.as('service'))
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes an owner's document and address with their user, where it has none. */
export async function completeOwnerUser(
  trx: Db,
  { userId, email, document }: { userId: number; email: string | null; document: string | null },
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set((eb) => ({
      email: eb.fn.coalesce('email', sql<string | null>`cast(${email} as text)`),
      document: eb.fn.coalesce('document', sql<string | null>`cast(${document} as text)`),
    }))
    .where('user_id', '=', userId)
    .execute();
}
