import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { listAssemblyApartments, type RollApartment } from '../../../../shared/assemblies/attendance.api.ts';
import { call } from '../../../lib/api.ts';
import { overlayUnits } from '../../../lib/live/live-merge.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';

export const unitsKey = (jointId: number) => ['assembly-units', jointId];

/** The roll of a joint with who holds each unit, as of when it was asked for. */
export const unitsQuery = (jointId: number, status: LiveEntry['status']) => ({
  queryKey: unitsKey(jointId),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const requestedAt = performance.now();
    const list = await call(listAssemblyApartments, { params: { jointId }, signal });
    return { requestedAt, list };
  },
  enabled: status !== 'connecting',
  // What an earlier visit fetched has not been kept right since.
  staleTime: 0,
});

/**
 * The roll of a joint with who holds each unit, kept right by the hub's news. It is fetched after the first
 * snapshot, so that nothing falls between the two, and again after each later one that tells of changes
 * missed: a page that was away has not heard who came in.
 */
export function useUnits(jointId: number, live: LiveEntry) {
  const client = useQueryClient();
  const query = useQuery(unitsQuery(jointId, live.status));

  const revision = live.joint?.revision ?? 0;
  const lastTaken = useRef({ resyncs: live.resyncs, revision });
  useEffect(() => {
    const before = lastTaken.current;
    lastTaken.current = { resyncs: live.resyncs, revision };
    // A first snapshot is not a return, and one that tells nothing new missed nothing.
    if (live.resyncs === before.resyncs || before.resyncs === 0 || revision === before.revision) return;
    void client.invalidateQueries({ queryKey: unitsKey(jointId) });
  }, [client, jointId, live.resyncs, revision]);

  const units: RollApartment[] = useMemo(
    () => (query.data ? overlayUnits(query.data.list, query.data.requestedAt, live.news) : []),
    [query.data, live.news],
  );
  return { query, units };
}
