import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { listAssemblyApartments, type RollApartment } from '../../../../shared/assemblies/attendance.api.ts';
import { call } from '../../../lib/api.ts';
import { overlayUnits } from '../../../lib/live/merge.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';

/** Returns the key, in the cache of answers, of the roll (list of units) of a joint with registrations. */
export const unitsKey = (jointId: number) => ['assembly-units', jointId];

/**
 * Options for `useQuery`: units on a joint's roll with registrations, and the time of the request.
 * @param status state of the live connection: data from before a lost connection are fetched again
 */
export const unitsQuery = (jointId: number, status: LiveEntry['status']) => ({
  queryKey: unitsKey(jointId),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const requestedAt = performance.now();
    const list = await call(listAssemblyApartments, { params: { jointId }, signal });
    return { requestedAt, list };
  },
  enabled: status !== 'connecting',
  // A list from an earlier visit missed later events.
  staleTime: 0,
});

/**
 * Hook: returns the roll (list of units) of a joint with registrations, updated by live events: `units`, and the
 * query. Fetched after the first live snapshot, so no event is lost in between, and again after each snapshot with
 * missed changes.
 * @param live live state of the joint
 */
export function useUnits(jointId: number, live: LiveEntry) {
  const client = useQueryClient();
  const query = useQuery(unitsQuery(jointId, live.status));

  const revision = live.joint?.revision ?? 0;
  const lastTaken = useRef({ resyncs: live.resyncs, revision });
  useEffect(() => {
    const before = lastTaken.current;
    lastTaken.current = { resyncs: live.resyncs, revision };
    // Skips the first snapshot, and snapshots with the same revision.
    if (live.resyncs === before.resyncs || before.resyncs === 0 || revision === before.revision) return;
    void client.invalidateQueries({ queryKey: unitsKey(jointId) });
  }, [client, jointId, live.resyncs, revision]);

  const units: RollApartment[] = useMemo(
    () => (query.data ? overlayUnits(query.data.list, query.data.requestedAt, live.news) : []),
    [query.data, live.news],
  );
  return { query, units };
}
