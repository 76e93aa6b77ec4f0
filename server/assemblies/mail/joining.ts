import type { DeliveryChannel, OwnerWithoutUser } from '../../../shared/assemblies/invitations.api.ts';
import { joinOwners, type OwnerToJoin, usersOfOwners } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { UseCase } from '../store/act.ts';
import { readNoticeAddresses } from './notice-addresses.repository.ts';
import {
  addressAt,
  byHandToApi,
  mayTakeLink,
  type StoredAddress,
  type UnitOfUser,
} from './notice-addresses.ts';
import { readRollOwners } from './roll-owners.repository.ts';
import { groupByOwner, type RollOwner, type RollUnit } from './roll-owners.ts';

/**
 * Owner on the roll without access from home yet: without a user, with units not linked to the user, or
 * without an e-mail address. `user` is the present user, if any.
 */
export type JoiningOwner = OwnerToJoin &
  RollOwner & {
    /** Registered address of today; never an identity of the owner, because owners share the address of an agency. */
    registered: StoredAddress | null;
    /** True if the personal link goes to the registered address. */
    isLinkThere: boolean;
  };

interface RollNow {
  /**
   * Owners with units that are not linked to a user, and owners with a user without address although the table of
   * units has an address.
   */
  toJoin: JoiningOwner[];
  /** Ids of units without a known owner. */
  ownerless: string[];
}

/**
 * Reads the owners on an assembly's roll (list of units with owners) without access from home yet (no user,
 * an unlinked unit, or no e-mail address), and the units without a known owner.
 */
export async function readToJoin(
  db: Db,
  where: { assemblyId: number; family: readonly number[] },
): Promise<RollNow> {
  const units = await readRollOwners(db, where);
  const addresses = await readNoticeAddresses(db, where.family[0] ?? 0);
  const now = Date.now();
  const owners = groupByOwner(units);
  const users = await usersOfOwners(db, owners);
  const roll = new Map(units.map((unit) => [unit.apartmentId, unitOfUser(unit)]));
  const joining = owners.map((owner, index) => {
    const user = users[index];
    const registered = addressAt(addresses, owner, now);
    const of = {
      user: user ?? owner,
      own: owner.apartments.flatMap((id) => roll.get(id) ?? []),
      ownerKey: (id: string) => roll.get(id)?.ownerKey,
      isElsewhere: false,
    };
    const isLinkThere = registered !== null && mayTakeLink(registered, of);
    return { ...owner, units: owner.unlinked, user, registered, isLinkThere };
  });
  return {
    toJoin: joining.filter((owner) => owner.unlinked.length > 0 || bringsAddress(owner)),
    ownerless: ownerlessOf(units),
  };
}

const unitOfUser = ({ apartmentId, ownerKey, owner, ownerDocument }: RollUnit): UnitOfUser => ({
  apartmentId,
  ownerKey,
  name: owner,
  document: ownerDocument,
});

/** True if the owner's enabled user has no address and the table of units has an address. */
const bringsAddress = ({ user, emails }: JoiningOwner): boolean =>
  user !== undefined && !user.disabled && user.email === null && emails.length > 0;

const ownerlessOf = (units: readonly RollUnit[]): string[] => [
  ...new Set(
    units
      .filter(({ owner, linked }) => owner === '' && !linked.some(({ disabled }) => !disabled))
      .map(({ apartmentId }) => apartmentId),
  ),
];

/**
 * Returns the way of the owner's invitation: of the registered address, else a mail to the user or to the table of units, else a
 * letter.
 */
const wayOf = (owner: JoiningOwner): { channel: DeliveryChannel; email: string | null } => {
  const { registered, isLinkThere, user, emails } = owner;
  if (registered !== null && isLinkThere) {
    return { channel: registered.kind, email: registered.kind === 'mail' ? registered.value : null };
  }
  const email = user?.email ?? emails[0] ?? null;
  return { channel: email === null ? 'letter' : 'mail', email };
};

/** Converts owners without a user account to rows of the invitation list on the operator's screen. */
export function withoutUser(toJoin: readonly JoiningOwner[]): OwnerWithoutUser[] {
  return toJoin
    .filter(({ unlinked }) => unlinked.length > 0)
    .map((owner) => ({
      name: owner.name,
      email: wayOf(owner).email,
      registered: owner.isLinkThere ? (owner.registered?.kind ?? null) : null,
      byHand: owner.registered === null || owner.isLinkThere ? [] : [byHandToApi(owner.registered)],
      apartments: owner.unlinked.map(({ apartmentId }) => apartmentId),
      username: owner.user?.username ?? null,
      obstacle: owner.user?.disabled ? 'disabled' : wayOf(owner).email === null ? 'noEmail' : null,
    }));
}

/**
 * Returns the e-mail addresses from the table of units for users without an address; the invitation stores the
 * addresses with the users. Key: number of the user. Value: address.
 */
export const newAddresses = (toJoin: readonly JoiningOwner[]): Map<number, string> =>
  new Map(
    toJoin.flatMap((owner) =>
      owner.user !== undefined && bringsAddress(owner) ? [[owner.user.userId, owner.emails[0] ?? '']] : [],
    ),
  );

/**
 * Scope of an act that creates users: owners of the named units, or all owners that can be reached by mail or
 * letter.
 */
interface JoinScope {
  apartmentIds?: readonly string[];
  userIds?: readonly string[];
  by: 'mail' | 'letter';
}

/**
 * Gives invited owners access from home: creates missing users, links users to the owners' units, and adds missing
 * e-mail addresses from the table of units.
 * @param scope owners to invite, by unit or user, and the way: by mail or by letter
 * @returns `userIds`: users of the named owners; `created`: number of new users; `leftOut`: named units without a
 *   reached owner; `reach`: ids of existing users with new links or a new address
 */
export async function joinInvited(
  act: UseCase,
  scope: JoinScope,
): Promise<{ userIds: number[]; created: number; leftOut: string[]; reach: string[] }> {
  const { trx, family, actor, at } = act;
  const { toJoin } = await readToJoin(trx, { assemblyId: act.assembly.assemblyId, family });
  const units = new Set(scope.apartmentIds);
  const isAll = scope.apartmentIds === undefined && scope.userIds === undefined;
  const isNamed = (owner: JoiningOwner) => owner.unlinked.some(({ apartmentId }) => units.has(apartmentId));
  const isReached = (owner: JoiningOwner) => ['text', scope.by].includes(wayOf(owner).channel);
  const users = new Set(scope.userIds);
  const chosen = toJoin.filter(
    (owner) =>
      owner.user?.disabled !== true &&
      (isAll
        ? isReached(owner)
        : isNamed(owner)
          ? scope.by === 'letter' || isReached(owner)
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

/** True for an owner with an invited user without address; the user gets the address of the table. */
const isCompleted = (owner: JoiningOwner, userIds: ReadonlySet<string>): boolean =>
  owner.user !== undefined && bringsAddress(owner) && userIds.has(String(owner.user.userId));
