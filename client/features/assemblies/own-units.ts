import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AssemblyApartment, listUserAssemblyApartments } from '../../../shared/accounts/users.api.ts';
import { fromNumber, sumNano, toNumber } from '../../../shared/coefficient.ts';
import { Profile } from '../../../shared/profiles.ts';
import { call } from '../../lib/api.ts';
import type { LiveEntry } from '../../lib/live/live-store.ts';
import { type SessionUser, useSession } from '../../lib/session.store.ts';

export const ownUnitsKey = ['own-units'];

/** The units linked to the person, and those they hold, in all their current assemblies. */
export function useOwnUnits() {
  const userId = useSession((state) => state.user?.userId ?? '');
  return useQuery({
    queryKey: [...ownUnitsKey, userId],
    queryFn: ({ signal }) => call(listUserAssemblyApartments, { params: { userId }, signal }),
    enabled: userId !== '',
    staleTime: 0,
  });
}

/** Fetches them again when the hub names one of them, or when a joint was out of hearing. */
export function useOwnUnitsFollow(live: LiveEntry): void {
  const client = useQueryClient();
  useEffect(() => {
    if (live.resyncs > 1 || Object.keys(live.news).length > 0) {
      void client.invalidateQueries({ queryKey: ownUnitsKey });
    }
  }, [client, live.news, live.resyncs]);
}

/** Whether the person answers for a unit: it is registered, and for them. */
export function isHeldBy(user: SessionUser | null, unit: Pick<AssemblyApartment, 'userId'>): boolean {
  if (!user || unit.userId === null) return false;
  // A code sees itself whole, and any other holder as "QR".
  return unit.userId === user.userId || (user.profileId === Profile.qr && unit.userId !== 'QR');
}

/** The exact sum: of integers, never of fractions. */
export function totalCoefficient(units: readonly { coefficient: number }[]): number {
  return toNumber(sumNano(units.map((unit) => fromNumber(unit.coefficient))));
}
