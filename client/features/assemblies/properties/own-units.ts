import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  listUserAssemblyApartments,
  type OwnApartment,
  type RegisteredWith,
} from '../../../../shared/accounts/users.api.ts';
import { activeQuestion } from '../../../../shared/assemblies/concept-names.ts';
import { fromNumber, sumNano, toNumber } from '../../../../shared/coefficient.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { momentaryOf } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.store.ts';
import { recordsKey } from '../common/record-keys.ts';

/** Start of the key, in the cache of answers, of the user's units in all current assemblies. */
export const ownUnitsKey = ['own-units'];

/** Options for `useQuery`: units owned by or registered for a user, in all current assemblies. */
export const ownUnitsOf = (userId: string) =>
  queryOptions({
    ...momentaryOf([...ownUnitsKey, userId], listUserAssemblyApartments, { params: { userId } }),
    enabled: userId !== '',
  });

const isLost = ({ released }: OwnApartment): boolean => released?.mayReturn === false;
const ownOnly = (units: OwnApartment[]) => units.filter((unit) => !isLost(unit));
const lostOnly = (units: OwnApartment[]) => units.filter(isLost);

/** Hook with a query (`useQuery`): units of the signed-in user in all current assemblies. */
export function useOwnUnits() {
  return useQuery({ ...ownUnitsOf(useUserId()), select: ownOnly });
}

/**
 * Hook with a query (`useQuery`): units of other owners, held by the user or code until the desk freed the units.
 * For a notice on the person's page.
 */
export function useLostUnits() {
  return useQuery({ ...ownUnitsOf(useUserId()), select: lostOnly });
}

const useUserId = () => useSession((state) => state.user?.userId ?? '');

/**
 * Hook of owners' pages: refetches the user's units after live events about units, or after missed events. Call
 * once per joint.
 */
export function useOwnUnitsFollow(live: LiveEntry): void {
  const client = useQueryClient();
  const { jointId = 0, concepts = [] } = live.joint ?? {};
  const openId = activeQuestion(concepts)?.conceptId;
  useEffect(() => {
    if (live.resyncs > 1 || Object.keys(live.news).length > 0) {
      void client.invalidateQueries({ queryKey: ownUnitsKey });
      // The desk may have voted for a unit of the user.
      if (openId !== undefined) void client.invalidateQueries({ queryKey: recordsKey(jointId, openId) });
    }
  }, [client, jointId, openId, live.news, live.resyncs]);
}

/**
 * True if the user may vote for a unit: the unit is registered with the user's session, or with another device of
 * the same owner.
 */
export function mayAnswer({ registeredWith }: Pick<OwnApartment, 'registeredWith'>): boolean {
  return registeredWith !== null && OWN_WAYS.has(registeredWith);
}
const OWN_WAYS: ReadonlySet<RegisteredWith> = new Set<RegisteredWith>(['self', 'badge', 'card', 'account']);

/**
 * Returns a Spanish text for owners about the registration of a unit: by the owner, by a card, or by a power of
 * attorney. 'Sin registrar' for an unregistered unit.
 */
export function registrationWords({ registeredWith }: Pick<OwnApartment, 'registeredWith'>): string {
  return registeredWith === null ? 'Sin registrar' : registeredWords[registeredWith];
}
const registeredWords: Readonly<Record<RegisteredWith, string>> = {
  self: 'Registrado',
  badge: 'Registrado con su escarapela',
  card: 'Registrado con su tarjeta',
  account: 'Registrado desde su cuenta',
  unnamedCard: 'Registrado con una tarjeta',
  power: 'Registrado por poder',
  other: 'Registrado por otra persona',
};

/** Adds the coefficients of some units exactly (as in the table: 2.5 for 2,5 %), without floating-point errors. */
export function totalCoefficient(units: readonly { coefficient: number }[]): number {
  return toNumber(sumNano(units.map((unit) => fromNumber(unit.coefficient))));
}
