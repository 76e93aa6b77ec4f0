import type { Profile } from '../../shared/profiles.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';

/** Row of the table of owners. */
export interface OwnershipRow {
  jointId: number;
  apartmentId: string;
  since: Millis;
  until: Millis | null;
  name: string;
  document: string | null;
  /** Mail addresses and phones. */
  contacts: string[];
  isCurrent: boolean;
}

/** User with a link to a joint or one of its units. */
export interface UserRow {
  userId: number;
  createdAt: Millis;
  username: string;
  name: string;
  document: string | null;
  contacts: string[];
  profileId: Profile;
  isEnabled: boolean;
  units: { jointId: number; apartmentId: string }[];
  /** True with a link to another joint or to an event. */
  isElsewhere: boolean;
}

const listOf = (json: string | null): string[] => (json === null ? [] : JSON.parse(json));

/** Reads the owners of joints, current and former. */
export async function readOwnerships(db: Db, jointIds: readonly number[]): Promise<OwnershipRow[]> {
  const rows = await db
    .selectFrom('ownership as o')
    .innerJoin('apartment as a', (join) =>
      join.onRef('a.joint_id', '=', 'o.joint_id').onRef('a.apartment_id', '=', 'o.apartment_id'),
    )
    .select(['o.joint_id as jointId', 'o.apartment_id as apartmentId', 'o.since', 'o.until'])
    .select(['o.owner_name as name', 'o.owner_document as document', 'a.retired_at as retiredAt'])
    .select(['o.owner_emails as emails', 'o.owner_phones as phones'])
    .where('o.joint_id', 'in', [...jointIds])
    .execute();
  return rows.map(({ emails, phones, retiredAt, ...row }) => ({
    ...row,
    contacts: [...listOf(emails), ...listOf(phones)],
    isCurrent: row.until === null && retiredAt === null,
  }));
}

/** Reads the users with a link to the joints or to a unit there. */
export async function readUsers(db: Db, jointIds: readonly number[]): Promise<UserRow[]> {
  const here = [...jointIds];
  const users = await db
    .selectFrom('user_account')
    .select(['user_id as userId', 'username', 'name', 'email', 'document', 'profile_id as profileId'])
    .select(['created_at as createdAt', 'disabled_at as disabledAt'])
    .where((eb) =>
      eb.or([
        eb('user_id', 'in', eb.selectFrom('user_joint').select('user_id').where('joint_id', 'in', here)),
        eb('user_id', 'in', eb.selectFrom('user_apartment').select('user_id').where('joint_id', 'in', here)),
      ]),
    )
    .execute();
  const ids = (table: 'user_joint' | 'user_apartment') =>
    db.selectFrom(table).select('user_id').where('joint_id', 'not in', here).execute();
  const events = await db.selectFrom('user_event').select('user_id').execute();
  const away = [...(await ids('user_joint')), ...(await ids('user_apartment')), ...events];
  const elsewhere = new Set(away.map(({ user_id }) => user_id));
  const units = await db
    .selectFrom('user_apartment')
    .select(['user_id as userId', 'joint_id as jointId', 'apartment_id as apartmentId'])
    .distinct()
    .where('joint_id', 'in', here)
    .execute();
  return users.map(({ email, disabledAt, ...user }) => ({
    ...user,
    createdAt: Number(user.createdAt),
    contacts: email === null ? [] : [email],
    isEnabled: disabledAt === null,
    units: units.filter(({ userId }) => userId === user.userId),
    isElsewhere: elsewhere.has(user.userId),
  }));
}

/** Returns the ids of a root joint and its sectors; empty for an unknown joint. */
export async function readFamily(db: Db, rootId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('joint')
    .select('joint_id')
    .where((eb) => eb.or([eb('joint_id', '=', rootId), eb('parent_joint_id', '=', rootId)]))
    .orderBy('joint_id')
    .execute();
  return rows.map(({ joint_id }) => joint_id);
}
