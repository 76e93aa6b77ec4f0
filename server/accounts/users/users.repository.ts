import { sql } from 'kysely';
import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import { inSlices } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { usernameKey } from '../passwords/credentials.repository.ts';
import { jointNames } from './links.repository.ts';

/** A stored user: fields of the account, without links and password. */
export interface UserFacts {
  userId: number;
  username: string;
  name: string;
  email: string | null;
  profileId: Profile;
  /** Instant of the disabling; null for an enabled user. */
  disabledAt: Millis | null;
}

const usersFrom = (db: Db) =>
  db
    .selectFrom('user_account')
    .select(['user_id as userId', 'username', 'name', 'email'])
    .select(['profile_id as profileId', 'disabled_at as disabledAt']);

/** Returns all users, by user name. */
export const listUserFacts = (db: Db): Promise<UserFacts[]> =>
  usersFrom(db).orderBy('username_key').execute();

/** Returns a user by number; undefined if unknown. */
export const findUser = (db: Db, userId: number): Promise<UserFacts | undefined> =>
  usersFrom(db).where('user_id', '=', userId).executeTakeFirst();

/** Returns a user by user name in any case; undefined if unknown. */
export async function findUserByName(db: Db, username: string): Promise<UserFacts | undefined> {
  // PostgreSQL refuses a NUL in text, and no user name contains NUL.
  if (username.includes('\0')) return undefined;
  return usersFrom(db).where('username_key', '=', usernameKey(username)).executeTakeFirst();
}

/**
 * Stores a user and returns the id. Throws a unique violation if the user name is taken.
 * @param at current time, epoch ms
 */
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

/**
 * Changes name, address, profile and state (enabled or disabled) of a user; locks the row even without a
 * change. An old name is stored with the time `at` (epoch ms), because old records show the name of the
 * time.
 */
export async function updateUserFields(
  db: Db,
  user: { userId: number; name: string; email: string | null; profileId: Profile; disabledAt: Millis | null },
  at: Millis,
): Promise<void> {
  await db
    .insertInto('user_former_name')
    .columns(['user_id', 'until', 'name'])
    .expression((eb) =>
      eb
        .selectFrom('user_account')
        .select(['user_id', sql<Millis>`cast(${at} as bigint)`.as('until'), 'name'])
        .where('user_id', '=', user.userId)
        .where('name', '<>', user.name),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable('user_account')
    .set({ name: user.name, email: user.email, profile_id: user.profileId, disabled_at: user.disabledAt })
    .where('user_id', '=', user.userId)
    .execute();
}

/** Stores the hash of a user's new password. */
export async function setPassword(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ password_hash: passwordHash })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Counts the staff users able to sign in, without the user `userId`. Zero means: the last staff user must
 * stay.
 */
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

/** User able to run an assembly. */
export type DeskUser = Pick<UserFacts, 'userId' | 'username' | 'name'>;

/**
 * Reads the users able to run an assembly, in the order of the names: platform staff, and operators and administrators with
 * the right in a joint of `jointIds`.
 */
export async function readDeskUsers(db: Db, jointIds: readonly number[]): Promise<DeskUser[]> {
  return db
    .selectFrom('user_account')
    .select(['user_id as userId', 'username', 'name'])
    .where((eb) =>
      eb.or([
        eb('profile_id', '=', Profile.full),
        eb.and([
          eb('profile_id', '=', Profile.operator),
          eb(
            'user_id',
            'in',
            eb
              .selectFrom('user_joint as j')
              .select('j.user_id')
              .where('j.service', '=', 'assembly')
              .where('j.joint_id', 'in', jointIds),
          ),
        ]),
        eb(
          'user_id',
          'in',
          eb
            .selectFrom('user_right as r')
            .select('r.user_id')
            .where('r.right_name', '=', 'assemblies')
            .where('r.joint_id', 'in', jointIds),
        ),
      ]),
    )
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .execute();
}

/** Names of a user, each with its last instant. The last entry is the present name. */
type NamesOfUser = { name: string; until: Millis }[];

/** Reads present and former names of users, by user id. */
async function readUserNames(db: Db, userIds: readonly number[]): Promise<Map<number, NamesOfUser>> {
  const names = new Map<number, NamesOfUser>();
  await inSlices(userIds, 500, async (some) => {
    const now = db.selectFrom('user_account').select(['user_id', 'name']).where('user_id', 'in', some);
    for (const row of await now.execute()) {
      names.set(row.user_id, [{ name: row.name, until: Number.POSITIVE_INFINITY }]);
    }
    const former = db
      .selectFrom('user_former_name')
      .select(['user_id', 'name', 'until'])
      .where('user_id', 'in', some)
      .orderBy('until', 'desc');
    for (const { user_id, ...name } of await former.execute()) names.get(user_id)?.unshift(name);
  });
  return names;
}

/**
 * Functions to name the authors of audit entries. A name is as of the time `at` in epoch ms, because names
 * change; without a time the present name. Codes are secret and have no name.
 */
export interface ActorNames {
  /** Returns the name of a user by the id as text; null if the user does not exist. */
  user: (userId: string, at?: Millis) => string | null;
  /** Converts an actor of the audit trail like `user:12` to the user's name. */
  actor: (actor: string, at?: Millis) => string;
}

/** Reads the names of the users in a list of authors ('user:12') of audit entries. */
export async function readActorNames(db: Db, actors: readonly string[]): Promise<ActorNames> {
  const users = actors.flatMap((actor) => /^(?:user|owner):(.+)$/.exec(actor)?.[1] ?? []);
  const ids = [...new Set(users)].map(Number).filter(Number.isSafeInteger);
  const names = await readUserNames(db, ids);
  const user = (userId: string, at: Millis = Number.MAX_SAFE_INTEGER) =>
    names.get(Number(userId))?.find(({ until }) => at <= until)?.name ?? null;
  return {
    user,
    actor: (actor, at) => {
      const [kind, id = ''] = actor.split(':', 2);
      if (kind === 'user' || kind === 'owner') return user(id, at) ?? `Usuario ${id}`;
      return kind === 'code' ? 'Asistente con código QR' : 'SCAF';
    },
  };
}

/**
 * Returns facts about a user (names, address, joints) not allowed in the user's password, see
 * `requireStrong`.
 */
export async function factsAbout(db: Db, userId: number): Promise<(string | null)[]> {
  const user = await findUser(db, userId);
  const joints = await jointNames(db, { userId, jointIds: [] });
  return [user?.username ?? null, user?.name ?? null, user?.email ?? null, ...joints];
}
