import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { listCodes } from '../../../../shared/assemblies/codes.api.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { freshOf } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.store.ts';
import { later } from '../../../lib/time/later.ts';
import { useAssemblyJoints } from '../properties/use-assembly-joints.ts';
import { useDoorUnits } from '../units/use-door-units.ts';
import { unitsKey } from '../units/use-units.ts';
import { keepList, readList } from './kept/lists.ts';

/**
 * Minimum time in milliseconds between two writes of the assembly's roll to disk. The roll changes ten times a second
 * while people arrive.
 */
const KEEP_EVERY_MS = 4_000;

/**
 * Hook of the desk's page: stores the operator's joints on this device, and shows the stored joints without
 * network.
 */
export function useKeptJoints(): void {
  const userId = useSession((state) => state.user?.userId ?? '');
  const { data } = useAssemblyJoints();
  useKept('joints', ['assembly-joints', userId], data, (list) => list);
}

/**
 * Hook of the desk's page: returns `units` (roll of the joint with registrations), `codes` (valid codes of cards
 * and badges), and the query of the units. Without network: the lists stored on the device.
 * @param live live state of the joint
 */
export function useDoorLists(jointId: number, live: LiveEntry) {
  const { query, units } = useDoorUnits(jointId, live);
  const codesKey = ['codes', jointId];
  const codes = useQuery(freshOf(codesKey, listCodes, { params: { jointId } }));
  useKept(`roll ${jointId}`, unitsKey(jointId), query.data && units, rollOf);
  useKept(`codes ${jointId}`, codesKey, codes.data, (list) => list);
  return { query, units, codes };
}

const rollOf = (list: readonly AssemblyApartment[]) => ({ requestedAt: performance.now(), list });

/**
 * Fills an empty query with the list stored on the device, then stores each new list. `entry`: turns the stored
 * list into query data.
 */
function useKept<List>(
  name: string,
  key: QueryKey,
  list: List | undefined,
  entry: (list: List) => unknown,
): void {
  const client = useQueryClient();
  const userId = useSession((state) => state.user?.userId ?? '');
  const latest = useRef({ key, list, entry });
  latest.current = { key, list, entry };
  const hasList = list !== undefined;
  useEffect(() => {
    if (hasList || userId === '') return;
    let isOver = false;
    readList<List>(userId, name)
      .then((storedList) => {
        const { key: now, entry: make } = latest.current;
        if (isOver || storedList === undefined || client.getQueryData(now) !== undefined) return;
        client.setQueryData(now, make(storedList), { updatedAt: 0 });
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [client, userId, name, hasList]);

  // Monotonic clock: after a set-back of the device's clock the list would not be stored for as long.
  const keptAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (list === undefined || userId === '') return;
    const wait = Math.max(0, keptAt.current + KEEP_EVERY_MS - performance.now());
    return later(() => {
      keptAt.current = performance.now();
      void keepList(userId, name, list).catch(() => undefined);
    }, wait);
  }, [userId, name, list]);
}
