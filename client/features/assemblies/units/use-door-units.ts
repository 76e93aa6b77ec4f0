import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { RollApartment } from '../../../../shared/assemblies/attendance.api.ts';
import { useLiveJoints } from '../../../lib/live/live.ts';
import { overlayUnits } from '../../../lib/live/merge.ts';
import { type LiveEntry, unheard, useLiveStore } from '../../../lib/live/store.ts';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { useJointFamily } from '../properties/use-assembly-joints.ts';
import { unitsKey, unitsQuery, useUnits } from './use-units.ts';

/**
 * Hook of the desk's page: returns `units` of the joint and of the sectors with registrations, each unit once,
 * because a single registration covers joint and sector. Units of sectors may arrive later. Without network: the
 * list stored on the device.
 * @param live live state of the joint
 */
export function useDoorUnits(jointId: number, live: LiveEntry) {
  const own = useUnits(jointId, live);
  const family = useJointFamily(jointId);
  const sectorIds = useMemo(
    () => family.map((place) => place.id).filter((id) => id !== jointId),
    [family, jointId],
  );
  const entries = useLiveJoints(sectorIds, { pollMs: QUORUM_POLL_MS });
  const sectors = useQueries({
    queries: sectorIds.map((id, at) => unitsQuery(id, entries[at]?.status ?? 'connecting')),
    combine,
  });
  useMissedNews(sectorIds, entries);

  const { rolls } = sectors;
  const news = useLiveStore(useShallow(({ joints }) => sectorIds.map((id) => (joints[id] ?? unheard).news)));
  const units = useMemo(() => {
    const seen = new Set(own.units.map((unit) => unit.apartmentId));
    const more = rolls.flatMap((roll, at) =>
      roll ? overlayUnits(roll.list, roll.requestedAt, news[at] ?? {}) : [],
    );
    const others = more.filter(({ apartmentId }) => !seen.has(apartmentId) && seen.add(apartmentId));
    return others.length === 0 ? own.units : [...own.units, ...others];
  }, [own.units, rolls, news]);

  const { query } = own;
  return {
    units,
    query: {
      data: query.data && units,
      error: query.error,
      refetch: () => Promise.all([query.refetch(), sectors.refetch()]),
    },
  };
}

function combine(results: UseQueryResult<{ requestedAt: number; list: readonly RollApartment[] }>[]) {
  return {
    rolls: results.map((result) => result.data),
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  };
}

/** Refetches the rolls of the sectors after the live connection missed changes. */
function useMissedNews(jointIds: readonly number[], entries: readonly LiveEntry[]): void {
  const client = useQueryClient();
  const lastTaken = useRef(new Map<number, { resyncs: number; revision: number }>());
  useEffect(() => {
    for (const [at, jointId] of jointIds.entries()) {
      const resyncs = entries[at]?.resyncs ?? 0;
      const revision = entries[at]?.joint?.revision ?? 0;
      const before = lastTaken.current.get(jointId) ?? { resyncs: 0, revision: 0 };
      lastTaken.current.set(jointId, { resyncs, revision });
      if (resyncs === before.resyncs || before.resyncs === 0 || revision === before.revision) continue;
      void client.invalidateQueries({ queryKey: unitsKey(jointId) });
    }
  }, [client, jointIds, entries]);
}
