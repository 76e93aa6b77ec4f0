import { sql } from 'kysely';
import { Profile } from '../../../shared/profiles.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { usernameKey } from '../passwords/credentials.repository.ts';
import type { UnitRef } from './links.repository.ts';

/** User account with the profile owner, with the fields to recognize the owner in a table of units. */
export interface OwnerUser {
  userId: number;
  username: string;
  name: string;
  email: string | null;
  /** Identity document as capital letters and digits only; null if unknown. */
  document: string | null;
  /** True if an administrator disabled the user. */
  disabled: boolean;
}

/**
 * Finds users with the profile owner by identity document, by e-mail address (lower case) or by id. Includes disabled
 * users; oldest first.
 */
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

/** Fields of a new user for an owner. The user has no password before the first sign-in. */
export interface NewOwnerUser {
  /** Name to type at the sign-in. */
  username: string;
  /** Name of the owner. */
  name: string;
  /** E-mail address; null if unknown. */
  email: string | null;
  /** Identity document as capital letters and digits only; null if unknown. */
  document: string | null;
}

/**
 * Inserts users, except users with a taken name. Key: user name. Value: number of the new user.
 * @param at current time, epoch ms
 */
export async function insertOwnerUsers(
  trx: Db,
  users: readonly NewOwnerUser[],
  at: Millis,
): Promise<Map<string, number>> {
  if (users.length === 0) return new Map();
  const rows = users.map((user) => ({ ...user, username_key: usernameKey(user.username) }));
  const userTable = jsonTable<(typeof rows)[number]>(trx, rows, {
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
        .selectFrom(userTable.as('g'))
        .select(['g.username', 'g.username_key', 'g.name', 'g.email', 'g.document'])
        .select(sql<Profile>`cast(${Profile.owner} as integer)`.as('profile_id'))
        .select(sql<number>`cast(${at} as bigint)`.as('created_at'))
        // SQLite reads text after a table as the ON of a join, unless a WHERE is between.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning(['user_id', 'username'])
    .execute();
  return new Map(made.map((row) => [row.username, row.user_id]));
}

/** Links users to further units, for the service of assemblies. */
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

/** Stores an owner's identity document and e-mail address with the owner's user, each only if missing. */
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
