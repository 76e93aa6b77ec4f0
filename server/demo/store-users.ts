import { Profile } from '../../shared/profiles.ts';
import {
  replaceEvents,
  replaceJoints,
  replaceUnits,
  type UnitRef,
} from '../accounts/users/links.repository.ts';
import { insertUser } from '../accounts/users/users.repository.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import type { DemoJoint } from './joint.ts';
import type { StoredJoint } from './store-joint.ts';
import { DEMO_ACTOR } from './store-joint.ts';
import { demoUsers } from './users.ts';

/**
 * Name of the audit action ('demonstrationMade') in a store with the demonstration. A later start
 * recognizes the demonstration by the action.
 */
export const DEMO_ACT = 'demonstrationMade';

/**
 * Stores the demonstration users with their links to joints, units and events. All users share a password.
 * @param served joints of the administrator and the operator
 * @param all every joint, for units of owners
 * @param events events of the events operator
 */
export async function storeUsers(
  trx: Db,
  world: {
    served: readonly StoredJoint[];
    all: readonly StoredJoint[];
    events: readonly number[];
    passwordHash: string;
    at: number;
  },
): Promise<void> {
  const { served, all, events, passwordHash, at } = world;
  const entry = { chain: ACCOUNTS_CHAIN, actor: DEMO_ACTOR, at };
  const usernames = demoUsers.map((user) => user.username);
  await appendAudit(trx, entry, DEMO_ACT, { usernames });
  for (const { username, name, email, profileId, worksIn = [], owns } of demoUsers) {
    const userId = await insertUser(trx, { username, name, email, profileId, passwordHash }, at);
    const jointIds = served.map((joint) => joint.jointId);
    const links: Record<string, readonly number[] | UnitRef[]> = {};
    for (const service of worksIn) {
      await replaceJoints(trx, userId, service, jointIds);
      links[`${service}Joints`] = jointIds;
    }
    if (owns !== undefined) {
      const units = all.flatMap(({ jointId, plan }) => ownedUnits(jointId, plan, owns.document));
      for (const service of ['assembly', 'billing'] as const) {
        await replaceUnits(trx, userId, service, units);
        links[`${service}Apartments`] = units;
      }
    }
    if (profileId === Profile.events) {
      await replaceEvents(trx, userId, events);
      links.events = events;
    }
    await appendAudit(trx, entry, 'userCreated', { userId, username, name, profileId, ...links });
  }
}

/** Returns the units of an owner in the joint's table. A linked unit is also linked in each sector. */
function ownedUnits(jointId: number, plan: DemoJoint, document: string | null): UnitRef[] {
  return plan.units
    .filter((unit) => unit.ownerDocument === document)
    .map(({ apartmentId }) => ({ jointId, apartmentId }));
}
