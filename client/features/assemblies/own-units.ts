import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  listUserAssemblyApartments,
  type OwnApartment,
  type RegisteredWith,
} from '../../../shared/accounts/users.api.ts';
import { fromNumber, sumNano, toNumber } from '../../../shared/coefficient.ts';
import type { LiveEntry } from '../../lib/live/live-store.ts';
import { momentaryOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.store.ts';

export const ownUnitsKey = ['own-units'];

/** The units linked to a person, and those they hold, in all their current assemblies. */
export const ownUnitsOf = (userId: string) =>
  queryOptions({
    ...momentaryOf([...ownUnitsKey, userId], listUserAssemblyApartments, { params: { userId } }),
    enabled: userId !== '',
  });

/** Those of whoever is signed in. */
export function useOwnUnits() {
  return useQuery(ownUnitsOf(useSession((state) => state.user?.userId ?? '')));
}

/** Fetches them again when the hub names one of them, or when a joint was out of hearing. Called once for each joint. */
export function useOwnUnitsFollow(live: LiveEntry): void {
  const client = useQueryClient();
  useEffect(() => {
    if (live.resyncs > 1 || Object.keys(live.news).length > 0) {
      void client.invalidateQueries({ queryKey: ownUnitsKey });
    }
  }, [client, live.news, live.resyncs]);
}

/** Whether one may answer for a unit from here: it is registered with this session, or another device of its owner. */
export function mayAnswer({ registeredWith }: Pick<OwnApartment, 'registeredWith'>): boolean {
  return registeredWith !== null && OWN.has(registeredWith);
}
const OWN: ReadonlySet<RegisteredWith> = new Set<RegisteredWith>(['self', 'badge', 'card', 'account']);

/** Whether and how a unit is registered, as its table says it. */
export function registrationWords({ registeredWith }: Pick<OwnApartment, 'registeredWith'>): string {
  return registeredWith === null ? 'Sin registrar' : words[registeredWith];
}
const words: Readonly<Record<RegisteredWith, string>> = {
  self: 'Registrado',
  badge: 'Registrado con su escarapela',
  card: 'Registrado con su tarjeta',
  account: 'Registrado desde su cuenta',
  unnamedCard: 'Registrado con una tarjeta',
  power: 'Registrado por poder',
  other: 'Registrado por otra persona',
};

/** The exact sum: of integers, never of fractions. */
export function totalCoefficient(units: readonly { coefficient: number }[]): number {
  return toNumber(sumNano(units.map((unit) => fromNumber(unit.coefficient))));
}
