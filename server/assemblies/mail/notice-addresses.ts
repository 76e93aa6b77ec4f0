import { channelNames, type DeliveryChannel } from '../../../shared/assemblies/invitations.api.ts';
import { type Day, dayInBogota, shortDay } from '../../../shared/days.ts';
import { comparePersons, type NamedPerson } from '../../../shared/properties/person.ts';
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

/** Lists the addresses of an owner: the same person, or at a common unit perhaps the same person. The last start first. */
export function addressesOf(addresses: readonly StoredAddress[], owner: AddressedOwner): StoredAddress[] {
  const own = addresses.filter((one) => {
    const sameness = comparePersons(one.owner, owner);
    return sameness === 'same' || (sameness === 'unsure' && owner.apartments.includes(one.apartmentId));
  });
  return own.sort((a, b) => b.since.localeCompare(a.since) || b.addressId - a.addressId);
}

/** Returns the valid address of an owner at an instant (epoch ms): started by the day, and stored by the instant. */
export const addressAt = (
  addresses: readonly StoredAddress[],
  owner: AddressedOwner,
  at: Millis,
): StoredAddress | null =>
  addressesOf(addresses, owner).find(({ since, enteredAt }) => since <= dayInBogota(at) && enteredAt <= at) ??
  null;

/** Spanish text with kind, start day and proof: 'Correo: ana@casa.co, desde el 05/03/2026 (formato firmado)'. */
export const addressWords = ({ kind, value, since, proof }: StoredAddress): string =>
  `${channelNames[kind]}: ${value}, desde el ${shortDay(since)} (${proof})`;
