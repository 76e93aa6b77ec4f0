import {
  type AddressByHand,
  channelNames,
  type DeliveryChannel,
} from '../../../shared/assemblies/invitations.api.ts';
import { type Day, dayInBogota, shortDay } from '../../../shared/days.ts';
import {
  comparePersons,
  isCoOwner,
  mayBeOwner,
  type NamedPerson,
} from '../../../shared/properties/person.ts';
import { ERASED_TEXT } from '../../platform/audit/erasable.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Registered address for notices, as stored. */
export interface StoredAddress {
  addressId: number;
  apartmentId: string;
  /** Owner on the day of the record. */
  owner: NamedPerson;
  kind: DeliveryChannel;
  value: string;
  since: Day;
  proof: string;
  enteredAt: Millis;
}

/** Owner with units, as on the roll. */
export interface AddressedOwner extends NamedPerson {
  apartments: readonly string[];
}

/**
 * Lists the addresses of an owner: of the same person, or at a common unit of a person who is perhaps an owner. The last
 * start first.
 */
export function addressesOf(addresses: readonly StoredAddress[], owner: AddressedOwner): StoredAddress[] {
  const own = addresses.filter(
    (one) =>
      comparePersons(one.owner, owner) === 'same' ||
      (owner.apartments.includes(one.apartmentId) && mayBeOwner(one.owner, owner)),
  );
  return own.sort((a, b) => b.since.localeCompare(a.since) || b.addressId - a.addressId);
}

/** Returns the valid address of an owner at an instant (epoch ms): started by the day, stored by the instant, not erased. */
export const addressAt = (
  addresses: readonly StoredAddress[],
  owner: AddressedOwner,
  at: Millis,
): StoredAddress | null =>
  addressesOf(addresses, owner).find(
    ({ since, enteredAt, value }) => since <= dayInBogota(at) && enteredAt <= at && value !== ERASED_TEXT,
  ) ?? null;

/** Unit of a user on the roll. `ownerKey`: as in `RollUnit`. */
export interface UnitOfUser extends NamedPerson {
  apartmentId: string;
  ownerKey: string;
}

/**
 * True if a mail with the personal link of a user may go to an address, because the link brings the votes of all units:
 * a single owner certainly owns all units, or the user certainly is the owner of the address, and an owner of each unit.
 * @param of.own units of the user
 * @param of.ownerKey key of the owner of a unit on the roll
 * @param of.isElsewhere true if the user has units of other joints
 */
export function mayTakeLink(
  { owner, apartmentId }: Pick<StoredAddress, 'owner' | 'apartmentId'>,
  of: {
    user: NamedPerson;
    own: readonly UnitOfUser[];
    ownerKey: (apartmentId: string) => string | undefined;
    isElsewhere: boolean;
  },
): boolean {
  const { user, own, ownerKey, isElsewhere } = of;
  if (user.document !== null && comparePersons(user, owner) === 'same')
    return own.every((unit) => isCoOwner(owner, unit));
  return (
    own.every((unit) => unit.ownerKey === ownerKey(apartmentId) && comparePersons(owner, unit) === 'same') &&
    (!isElsewhere || own.some((unit) => mayBeOwner(user, unit)))
  );
}

export const byHandToApi = ({ owner, apartmentId, kind, value }: StoredAddress): AddressByHand => ({
  owner: owner.name,
  apartmentId,
  kind,
  value,
});

/** Spanish text with kind, start day and proof: 'Correo: ana@casa.co, desde el 05/03/2026 (formato firmado)'. */
export const addressWords = ({ kind, value, since, proof }: StoredAddress): string =>
  `${channelNames[kind]}: ${value}, desde el ${shortDay(since)} (${proof})`;
