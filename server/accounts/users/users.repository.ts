import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { usernameKey } from '../passwords/credentials.repository.ts';

/** A stored user, without its links and without its password. */
export interface UserFacts {
  userId: number;
  username: string;
  name: string;
  email: string | null;
  profileId: Profile;
  /** Since when the user cannot sign in; null for a user that can. */
  disabledAt: Millis | null;
}

const columns = ['user_id', 'username', 'name', 'email', 'profile_id', 'disabled_at'] as const;

function toFacts(row: {
  user_id: number;
  username: string;
  name: string;
  email: string | null;
  profile_id: Profile;
  disabled_at: Millis | null;
}): UserFacts {
  return {
    userId: row.user_id,
    username: row.username,
    name: row.name,
    email: row.email,
    profileId: row.profile_id,
    disabledAt: row.disabled_at,
  };
}

export async function listUserFacts(db: Db): Promise<UserFacts[]> {
  const rows = await db.selectFrom('user_account').select(columns).orderBy('username_key').execute();
  return rows.map(toFacts);
}

export async function findUser(db: Db, userId: number): Promise<UserFacts | undefined> {
  const row = await db
    .selectFrom('user_account')
    .select(columns)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toFacts(row);
}

export async function findUserByName(db: Db, username: string): Promise<UserFacts | undefined> {
  // PostgreSQL refuses a NUL in any text, and no user has one in its name.
  if (username.includes('\0')) return undefined;
  const row = await db
    .selectFrom('user_account')
    .select(columns)
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
  return row && toFacts(row);
}

/** Stores a user and returns its id. Throws a unique violation where the user name is taken. */
export async function insertUser(
  db: Db,
  user: { username: string; name: string; email: string | null; profileId: Profile; passwordHash: string },
  at: Millis,
): Promise<number> {
  const { user_id } = await db
    .insertInto('user_account')
    .values({
      username: user.username,
      username_key: usernameKey(user.username),
      name: user.name,
      email: user.email,
      profile_id: user.profileId,
      password_hash: user.passwordHash,
      created_at: at,
      disabled_at: null,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

/** Stores a user's fields as they shall be, and takes the row's lock even where none changed. */
export async function updateUserFields(
  db: Db,
  user: { userId: number; name: string; email: string | null; profileId: Profile; disabledAt: Millis | null },
): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ name: user.name, email: user.email, profile_id: user.profileId, disabled_at: user.disabledAt })
    .where('user_id', '=', user.userId)
    .execute();
}

export async function setPassword(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ password_hash: passwordHash })
    .where('user_id', '=', userId)
    .execute();
}

/** Platform users who can sign in, other than one. */
export async function otherPlatformUsers(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('user_account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('profile_id', '=', Profile.full)
    .where('disabled_at', 'is', null)
    .where('user_id', '!=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Names of users, by their numbers. */
export async function readUserNames(db: Db, userIds: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (let i = 0; i < userIds.length; i += 500) {
    const rows = await db
      .selectFrom('user_account')
      .select(['user_id', 'name'])
      .where('user_id', 'in', userIds.slice(i, i + 500))
      .execute();
    for (const row of rows) names.set(row.user_id, row.name);
  }
  return names;
}
