import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { filterQuery, type TrailFilter } from './filter-query.ts';
import type { Trail } from './trails.ts';

/** A joint's trail, newest first, a page at a time. */
export const trailQuery = (trail: Trail, jointId: number, filter: TrailFilter) =>
  infiniteQueryOptions({
    queryKey: [trail.list.id, jointId, filter],
    queryFn: ({ pageParam, signal }) =>
      call(trail.list, {
        params: { jointId },
        query: { ...filterQuery(filter), ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.seq ?? null) : null),
  });
