import type {
  JointRights,
  NewUser,
  User,
  UserChanges,
  UserRecord,
} from '../../../shared/accounts/users.api.ts';
import { defined } from '../../../shared/defined.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { Seen } from '../../../shared/seen.ts';
import { erasable } from '../../platform/audit/erasable.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import { type Db, isUniqueViolation, lockName, readAsOfNow } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem, refuseMoved } from '../../platform/http/problem.ts';
import { ensureRoom } from '../../platform/limits/limits.ts';
import { endTemporaries } from '../links/access-links.repository.ts';
import { hashing, hashPassword } from '../passwords/hashing.ts';
import { requireStrong } from '../passwords/strength.ts';
import { forgetDevices } from '../sessions/devices.repository.ts';
import type { AccountsContext } from '../sessions/sessions.service.ts';
import {
  jointNames,
  missingEvent,
  missingJoint,
  missingUnit,
  noLinks,
  readLinks,
  removeVoidRights,
  replaceEvents,
  replaceJoints,
  replaceRights,
  replaceUnits,
  type UserLinks,
} from './links.repository.ts';
import * as users from './users.repository.ts';
import { factsAbout } from './users.repository.ts';

const toRecord = ({ userId, disabledAt, ...facts }: users.UserFacts, links: UserLinks): UserRecord => ({
  userId: String(userId),
  ...facts,
  disabled: disabledAt !== null,
  ...links,
});

/** Converts the user id of a path to a number; undefined if the text cannot be a user id. */
export function userIdOf(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined;
}

/** Lists, creates and changes users of the platform, with their links to joints, units and events. */
export function usersService({ store: { db }, sessions }: AccountsContext) {
  async function list(): Promise<UserRecord[]> {
    return readAsOfNow(db, async (trx) => {
      const links = await readLinks(trx);
      return (await users.listUserFacts(trx)).map((facts) =>
        toRecord(facts, links.get(facts.userId) ?? noLinks()),
      );
    });
  }

  /** Finds a user by user name. @throws Problem userNotFound */
  async function find(username: string): Promise<User> {
    const facts = await users.findUserByName(db, username);
    if (facts === undefined) throw new Problem('userNotFound');
    const { userId, name, email, profileId } = facts;
    return { userId: String(userId), username: facts.username, name, email, profileId };
  }

  /**
   * Creates a user with links, in a single transaction.
   * @throws Problem weakPassword, usernameTaken, jointNotFound, apartmentNotFound, eventNotFound
   */
  async function create(principal: Principal, newUser: NewUser): Promise<UserRecord> {
    const joints = await jointNames(db, { userId: null, jointIds: jointsIn(newUser) });
    requireStrong(newUser.password, [newUser.username, newUser.name, newUser.email ?? null, ...joints]);
    const passwordHash = await hashing.run(principal.actor, () => hashPassword(newUser.password));
    const at = Date.now();
    const { username, name, profileId } = newUser;
    try {
      return await db.transaction().execute(async (trx) => {
        const fields = { username, name, email: newUser.email ?? null, profileId, passwordHash };
        await ensureRoom(trx, 'tooManyUsers', { table: 'user_account' });
        const userId = await users.insertUser(trx, fields, at);
        const links = await storeLinks(trx, userId, withOwnRights(newUser, newUser.profileId));
        const person = { username: erasable(username), name: erasable(name) };
        const data = { userId, ...person, profileId, ...links };
        await appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor: principal.actor, at }, 'userCreated', data);
        return recordOf(trx, userId);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new Problem('usernameTaken');
      throw error;
    }
  }

  /**
   * Changes the sent fields of a user, in a single transaction. A sent list replaces the links of the same kind. A
   * new password, another profile, a disabling or the loss of a right ends the user's sessions.
   * @throws Problem userNotFound, weakPassword, jointNotFound, apartmentNotFound, factsMoved; forbidden if afterwards no
   * platform user could sign in
   */
  async function change(
    principal: Principal,
    userIdText: string,
    { seen, ...changes }: UserChanges & { seen?: Seen<UserChanges> },
  ): Promise<UserRecord> {
    const userId = userIdOf(userIdText);
    if (userId === undefined) throw new Problem('userNotFound');
    const { password } = changes;
    if (password !== undefined) {
      const { name, email } = changes;
      const joints = await jointNames(db, { userId: null, jointIds: jointsIn(changes) });
      const personalFacts = await factsAbout(db, userId);
      requireStrong(password, [...personalFacts, name ?? null, email ?? null, ...joints]);
    }
    const passwordHash =
      password === undefined ? null : await hashing.run(principal.actor, () => hashPassword(password));
    const at = Date.now();
    const { record, ended } = await db.transaction().execute(async (trx) => {
      // Two platform users that disable each other at once would leave no platform user.
      await lockName(trx, 'users');
      const before = await users.findUser(trx, userId);
      if (before === undefined) throw new Problem('userNotFound');
      if (seen !== undefined) refuseMoved(await recordOf(trx, userId), changes, seen);
      const wasDisabled = before.disabledAt !== null;
      const after = {
        userId,
        name: changes.name ?? before.name,
        email: changes.email === undefined ? before.email : changes.email,
        profileId: changes.profileId ?? before.profileId,
        disabled: changes.disabled ?? wasDisabled,
      };
      const staysPlatform = after.profileId === Profile.full && !after.disabled;
      const wasPlatform = before.profileId === Profile.full && !wasDisabled;
      if (wasPlatform && !staysPlatform && (await users.otherPlatformUsers(trx, userId)) === 0) {
        throw new Problem('lastPlatformUser');
      }
      const disabledAt = after.disabled ? (before.disabledAt ?? at) : null;
      await users.updateUserFields(trx, { ...after, disabledAt }, at);
      if (passwordHash !== null) {
        await users.setPassword(trx, userId, passwordHash);
        await endTemporaries(trx, userId, at);
        await forgetDevices(trx, userId);
      }
      const held = (await readLinks(trx, userId)).get(userId)?.rights ?? [];
      const links = await storeLinks(trx, userId, withOwnRights(changes, after.profileId));
      const ends =
        passwordHash !== null ||
        after.profileId !== before.profileId ||
        (after.disabled && !wasDisabled) ||
        (links.rights !== undefined && losesRight(held, links.rights));
      const ids = ends ? await sessions.revokeUserIn(trx, userId) : [];
      const { name, profileId, disabled } = after;
      await appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor: principal.actor, at }, 'userChanged', {
        userId,
        username: erasable(before.username),
        ...defined({
          name: name === before.name ? undefined : erasable(name),
          email: after.email === before.email ? undefined : 'changed',
          profileId: profileId === before.profileId ? undefined : profileId,
          disabled: disabled === wasDisabled ? undefined : disabled,
          password: passwordHash === null ? undefined : 'changed',
        }),
        ...links,
      });
      return { record: await recordOf(trx, userId), ended: ids };
    });
    sessions.ended(ended);
    sessions.reachChanged(String(userId));
    return record;
  }

  return { list, find, create, change };
}

/** Returns the sent links; for another profile than administrator with an empty list of rights. */
const withOwnRights = <Links extends Partial<UserLinks>>(links: Links, profileId: Profile): Links =>
  profileId === Profile.admin ? links : { ...links, rights: [] };

/** True if a right of a joint is missing afterwards. */
function losesRight(before: readonly JointRights[], after: readonly JointRights[]): boolean {
  const stays = new Set(after.flatMap(({ jointId, rights }) => rights.map((name) => `${jointId} ${name}`)));
  return before.some(({ jointId, rights }) => rights.some((name) => !stays.has(`${jointId} ${name}`)));
}

/** Returns the ids of all joints in the sent links of a user, linked as a whole or by a unit. */
const jointsIn = (links: Partial<UserLinks>): number[] => [
  ...(links.assemblyJoints ?? []),
  ...(links.billingJoints ?? []),
  ...(links.rights ?? []).map(({ jointId }) => jointId),
  ...[...(links.assemblyApartments ?? []), ...(links.billingApartments ?? [])].map(({ jointId }) => jointId),
];

async function recordOf(trx: Db, userId: number): Promise<UserRecord> {
  const facts = await users.findUser(trx, userId);
  if (facts === undefined) throw new Problem('userNotFound');
  return toRecord(facts, (await readLinks(trx, userId)).get(userId) ?? noLinks());
}

/**
 * Stores the sent lists of links and returns the stored lists. A list replaces the user's links of the same kind. A right ends
 * with the link to the joint, and is then missing in the returned rights.
 */
async function storeLinks(trx: Db, userId: number, links: Partial<UserLinks>): Promise<Partial<UserLinks>> {
  const { assemblyJoints, billingJoints, assemblyApartments, billingApartments, events, rights } = links;
  const joint = await missingJoint(trx, [
    ...(assemblyJoints ?? []),
    ...(billingJoints ?? []),
    ...(rights ?? []).map(({ jointId }) => jointId),
  ]);
  if (joint !== undefined) throw new Problem('jointNotFound', { jointId: joint });
  const unit = await missingUnit(trx, [...(assemblyApartments ?? []), ...(billingApartments ?? [])]);
  if (unit !== undefined) {
    throw new Problem('apartmentNotFound', { jointId: unit.jointId, apartmentId: unit.apartmentId });
  }
  const event = await missingEvent(trx, events ?? []);
  if (event !== undefined) throw new Problem('eventNotFound', { eventId: event });
  if (assemblyJoints !== undefined) await replaceJoints(trx, userId, 'assembly', assemblyJoints);
  if (billingJoints !== undefined) await replaceJoints(trx, userId, 'billing', billingJoints);
  if (assemblyApartments !== undefined) await replaceUnits(trx, userId, 'assembly', assemblyApartments);
  if (billingApartments !== undefined) await replaceUnits(trx, userId, 'billing', billingApartments);
  if (events !== undefined) await replaceEvents(trx, userId, events);
  if (rights !== undefined) await replaceRights(trx, userId, rights);
  const isChanged = await removeVoidRights(trx, userId);
  const stays = isChanged ? ((await readLinks(trx, userId)).get(userId)?.rights ?? []) : rights;
  return {
    ...defined({ assemblyJoints, billingJoints, assemblyApartments, billingApartments, events }),
    ...defined({ rights: stays }),
  };
}
