import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { listCodes } from '../../../../shared/assemblies/codes.api.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { freshOf } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.store.ts';
import { useDoorUnits } from '../units/use-door-units.ts';
import { unitsKey } from '../units/use-units.ts';
import { useAssemblyJoints } from '../use-assembly-joints.ts';
import { keepList, readList } from './kept/kept-lists.ts';

/** The roll moves ten times a second while people come in; so often it is written down. */
const KEEP_EVERY_MS = 4_000;

/** The person's joints, also where only this device knows them. */
export function useKeptJoints(): void {
  const userId = useSession((state) => state.user?.userId ?? '');
  const { data } = useAssemblyJoints();
  useKept('joints', ['assembly-joints', userId], data, (list) => list);
}

/** The roll of a joint with who holds each unit, and its codes; what is known without network where there is none. */
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
 * Gives a query what this device kept of it, where nothing was had yet, and keeps what it has from then on.
 * `entry`: what is kept → what the query holds.
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
      .then((kept) => {
        const { key: now, entry: make } = latest.current;
        if (isOver || kept === undefined || client.getQueryData(now) !== undefined) return;
        client.setQueryData(now, make(kept), { updatedAt: 0 });
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [client, userId, name, hasList]);

  // By the monotonic clock: the phone's own may be set back, and nothing would be kept for as long.
  const keptAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (list === undefined || userId === '') return;
    const wait = Math.max(0, keptAt.current + KEEP_EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      keptAt.current = performance.now();
      void keepList(userId, name, list).catch(() => undefined);
    }, wait);
    return () => clearTimeout(timer);
  }, [userId, name, list]);
}
