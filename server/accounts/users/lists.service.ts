import {
  type AssemblyJointItem,
  type BillingApartment,
  type JointRights,
  ME,
  type OwnApartment,
} from '../../../shared/accounts/users.api.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { Profile } from '../../../shared/profiles.ts';
import { rights } from '../../../shared/rights.ts';
import type { Context } from '../../platform/context.ts';
import { holderSeenBy, isHolder, isStaff, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { byName } from '../../platform/lib/by-name.ts';
import { reachOfUser } from '../sessions/reach.repository.ts';
import { findLaterSignIn } from '../sessions/sessions.repository.ts';
import {
  assemblyUnitsOf,
  billingUnitsOfUser,
  type JointRow,
  type LinkedRollUnit,
  listJointRows,
} from './lists.repository.ts';
import type { OwnerDevice } from './owner-devices.repository.ts';
import { type ReleasedUnit, readReleases } from './releases.repository.ts';
import { findUser } from './users.repository.ts';
import { userIdOf } from './users.service.ts';

/** Person of the lists: the caller, or, for platform staff, any user. */
type Whose = { userId: number; profileId: Profile } | { code: string };

/**
 * Service for the lists of joints and units of a user or of a code on a card. The endpoint has checked the
 * access: only the same person or staff.
 */
export function userListsService({ store: { db } }: Context) {
  /** Lists a user's joints with sectors. A sector is listed alone if the user has no access to the main joint. */
  async function assemblyJoints(principal: Principal, userId: string): Promise<AssemblyJointItem[]> {
    const joints = await readJoints(principal, userId, 'assembly', (joint) => joint.usesAssemblies);
    return topmost(joints).map(({ jointId, jointName }) => {
      const sectors = joints.filter((joint) => joint.parentId === jointId);
      sectors.sort((a, b) => a.jointId - b.jointId);
      return {
        joint: {
          jointId,
          jointName,
          isSectorial: sectors.length > 0,
          sectors: sectors.map((sector) => ({ sectorId: sector.jointId, sectorName: sector.jointName })),
        },
      };
    });
  }

  async function billingJoints(
    principal: Principal,
    userId: string,
  ): Promise<{ joint: { jointId: number; jointName: string } }[]> {
    const joints = await readJoints(principal, userId, 'billing', (joint) => joint.usesBilling);
    return topmost(joints).map(({ jointId, jointName }) => ({ joint: { jointId, jointName } }));
  }

  async function billingApartments(principal: Principal, userId: string): Promise<BillingApartment[]> {
    const whose = await resolveWhose(principal, userId);
    return 'code' in whose || principal.byLink ? [] : billingUnitsOfUser(db, whose.userId);
  }

  async function assemblyApartments(principal: Principal, userId: string): Promise<OwnApartment[]> {
    const whose = await resolveWhose(principal, userId);
    const device =
      'code' in whose
        ? { holder: whose.code, userId: null }
        : { holder: String(whose.userId), userId: whose.userId };
    const units = await assemblyUnitsOf(db, device);
    const seen = principal.byLink
      ? units.filter((unit) => principal.joints.assembly.has(unit.jointId))
      : units;
    const openedAgainAt = principal.code === null ? null : await findLaterSignIn(db, principal.sessionId);
    const releases = await releasesSeen(principal, device, seen);
    const releaseOf = new Map(releases.map((one) => [unitKey(one), one.release]));
    const linked = seen.map((unit) => {
      const release = releaseOf.get(unitKey(unit));
      return {
        jointId: unit.jointId,
        apartmentId: unit.apartmentId,
        owner: unit.owner,
        coefficient: toNumber(unit.coefficient),
        userId:
          unit.holder === null
            ? null
            : holderSeenBy(principal, { ...unit, holder: unit.holder, isCode: unit.holderIsCode }),
        registeredWith: unit.registeredWith,
        ...(unit.isByPower && { isByPower: true as const }),
        ...defined({
          released: release && { ...release, mayReturn: true },
          openedAgainAt:
            openedAgainAt === null || unit.holder === null
              ? undefined
              : new Date(openedAgainAt).toISOString(),
        }),
      };
    });
    const linkedKeys = new Set(seen.map(unitKey));
    const lost = releases.filter((one) => one.wasHolder && !linkedKeys.has(unitKey(one)));
    return [...linked, ...lost.map(lostUnit)];
  }

  /** Reads the releases shown to an owner or a code: of own free units, and of units that the device held. */
  async function releasesSeen(
    principal: Principal,
    device: OwnerDevice,
    units: readonly LinkedRollUnit[],
  ): Promise<ReleasedUnit[]> {
    if (!isHolder(principal)) return [];
    const free = units.filter((unit) => unit.registeredWith === null);
    const jointIds = [...principal.joints.assembly];
    return readReleases(db, { device, jointIds, unitIds: free.map((unit) => unit.apartmentId) });
  }

  async function readJoints(
    principal: Principal,
    userId: string,
    service: 'assembly' | 'billing',
    used: (joint: JointRow) => boolean,
  ): Promise<JointRow[]> {
    const whose = await resolveWhose(principal, userId);
    if ('userId' in whose && whose.profileId === Profile.full) {
      return (await listJointRows(db)).filter(used);
    }
    const reach =
      'code' in whose || String(whose.userId) === principal.userId
        ? principal.joints
        : await reachOfUser(db, whose.userId, whose.profileId);
    return listJointRows(db, reach[service]);
  }

  /** Finds the person of a request for joints and units. @throws Problem userNotFound */
  async function resolveWhose(principal: Principal, userId: string): Promise<Whose> {
    if (principal.code !== null) return { code: principal.code };
    const id = userIdOf(userId === ME ? principal.userId : userId);
    if (id === undefined) throw new Problem('userNotFound');
    if (!isStaff(principal)) return { userId: id, profileId: principal.profileId };
    const user = await findUser(db, id);
    if (user === undefined) throw new Problem('userNotFound');
    return { userId: id, profileId: user.profileId };
  }

  /** Lists the caller's own rights, by joint and sector. */
  const ownRights = ({ rights: held }: Principal): JointRights[] => {
    const jointIds = [...new Set(rights.flatMap((right) => [...(held?.[right] ?? [])]))].sort(
      (a, b) => a - b,
    );
    return jointIds.map((jointId) => ({
      jointId,
      rights: rights.filter((right) => held?.[right].has(jointId) === true),
    }));
  };

  return { ownRights, assemblyJoints, billingJoints, billingApartments, assemblyApartments };
}

const unitKey = ({ jointId, apartmentId }: { jointId: number; apartmentId: string }) =>
  `${jointId}/${apartmentId}`;

/** Returns a free unit that the caller held for another owner: the caller is told, and cannot register the unit. */
const lostUnit = ({ jointId, apartmentId, owner, coefficient, release }: ReleasedUnit): OwnApartment => ({
  jointId,
  apartmentId,
  owner,
  coefficient: toNumber(coefficient),
  userId: null,
  registeredWith: null,
  released: { ...release, mayReturn: false },
});

/** Returns the joints that are not sectors of another listed joint, by name. */
function topmost(joints: readonly JointRow[]): JointRow[] {
  const ids = new Set(joints.map((joint) => joint.jointId));
  return joints
    .filter((joint) => joint.parentId === null || !ids.has(joint.parentId))
    .sort((a, b) => byName(a.jointName, b.jointName) || a.jointId - b.jointId);
}
