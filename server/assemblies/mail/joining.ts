import type { OwnerWithoutUser } from '../../../shared/assemblies/invitations.api.ts';
import { joinOwners, type OwnerToJoin, usersOfOwners } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Act } from '../store/act.ts';
import { readRollOwners } from './roll-owners.repository.ts';
import { ownersOf, type RollOwner, type RollUnit } from './roll-owners.ts';

/** An owner of the roll, with their user where they have one, who is to get one, more units or an address. */
export type Joining = OwnerToJoin & RollOwner;

interface RollNow {
  /** Owners of whose units some have no user, or whose user has no address and the table of units has one. */
  toJoin: Joining[];
  /** Units whose owner nobody knows. */
  ownerless: string[];
}

/** Who of an assembly's roll is not reached yet by a user of theirs. */
export async function readToJoin(
  db: Db,
  where: { assemblyId: number; family: readonly number[] },
): Promise<RollNow> {
  const units = await readRollOwners(db, where);
  const owners = ownersOf(units);
  const users = await usersOfOwners(db, owners);
  const joining = owners.map((owner, index) => ({ ...owner, units: owner.unlinked, user: users[index] }));
  return {
    toJoin: joining.filter((owner) => owner.unlinked.length > 0 || bringsAddress(owner)),
    ownerless: ownerlessOf(units),
  };
}

/** Only an enabled user is completed: who was disabled stays so. */
const bringsAddress = ({ user, emails }: Joining): boolean =>
  user !== undefined && !user.disabled && user.email === null && emails.length > 0;

const ownerlessOf = (units: readonly RollUnit[]): string[] => [
  ...new Set(
    units
      .filter(({ owner, linked }) => owner === '' && !linked.some(({ disabled }) => !disabled))
      .map(({ apartmentId }) => apartmentId),
  ),
];

/** The address that an invitation of theirs goes to. */
const addressOf = ({ user, emails }: Joining): string | null => user?.email ?? emails[0] ?? null;

/** The same as the list of invitations has them. */
export function withoutUser(toJoin: readonly Joining[]): OwnerWithoutUser[] {
  return toJoin
    .filter(({ unlinked }) => unlinked.length > 0)
    .map((owner) => ({
      name: owner.name,
      email: addressOf(owner),
      apartments: owner.unlinked.map(({ apartmentId }) => apartmentId),
      username: owner.user?.username ?? null,
      obstacle: owner.user?.disabled ? 'disabled' : addressOf(owner) === null ? 'noEmail' : null,
    }));
}

/** The addresses that users without one get with their invitation. */
export const newAddresses = (toJoin: readonly Joining[]): Map<number, string> =>
  new Map(
    toJoin.flatMap((owner) =>
      owner.user !== undefined && bringsAddress(owner) ? [[owner.user.userId, owner.emails[0] ?? '']] : [],
    ),
  );

/** Whom an act makes users for: the owners of these units, or everybody whom its way reaches. */
interface Asked {
  apartmentIds?: readonly string[];
  userIds?: readonly string[];
  by: 'mail' | 'letter';
}

/**
 * Makes the users of owners who have none, links them to their units, and gives users without an address the one of
 * the table, as far as they are invited now.
 * @returns users of those who were named by their units, how many users are new, and named units that get none
 */
export async function joinInvited(
  act: Act,
  asked: Asked,
): Promise<{ userIds: number[]; created: number; leftOut: string[]; reach: string[] }> {
  const { trx, family, actor, at } = act;
  const { toJoin } = await readToJoin(trx, { assemblyId: act.assembly.assemblyId, family });
  const units = new Set(asked.apartmentIds);
  const isAll = asked.apartmentIds === undefined && asked.userIds === undefined;
  const isNamed = (owner: Joining) => owner.unlinked.some(({ apartmentId }) => units.has(apartmentId));
  const isReached = (owner: Joining) => (asked.by === 'mail') === (addressOf(owner) !== null);
  const users = new Set(asked.userIds);
  const chosen = toJoin.filter(
    (owner) =>
      owner.user?.disabled !== true &&
      (isAll
        ? isReached(owner)
        : isNamed(owner)
          ? asked.by === 'letter' || isReached(owner)
          : isCompleted(owner, users)),
  );
  const ids = await joinOwners(trx, chosen, { actor, at });
  const reached = new Set(chosen.flatMap((owner) => owner.unlinked.map(({ apartmentId }) => apartmentId)));
  return {
    userIds: ids.filter((_, index) => {
      const owner = chosen[index];
      return owner !== undefined && isNamed(owner);
    }),
    created: chosen.filter(({ user }) => user === undefined).length,
    leftOut: [...units].filter((apartmentId) => !reached.has(apartmentId)),
    reach: chosen.flatMap(({ user }) => (user === undefined ? [] : [String(user.userId)])),
  };
}

/** Somebody with a user who is invited by it, and lacks the address. */
const isCompleted = (owner: Joining, userIds: ReadonlySet<string>): boolean =>
  owner.user !== undefined && bringsAddress(owner) && userIds.has(String(owner.user.userId));
