import { infiniteQueryOptions } from '@tanstack/react-query';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { call } from '../../lib/api.ts';
import { filterQuery, type TrailFilter } from './filter-query.ts';

/** A joint's trail, newest first, a page at a time. */
export const trailQuery = (jointId: number, filter: TrailFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', jointId, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, {
        params: { jointId },
        query: { ...filterQuery(filter), ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.seq ?? null) : null),
  });
