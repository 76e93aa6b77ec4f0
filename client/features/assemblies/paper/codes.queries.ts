import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listAssemblyApartments } from '../../../../shared/assemblies/attendance.api.ts';
import { listCodes } from '../../../../shared/assemblies/codes.api.ts';
import { call } from '../../../lib/api.ts';

/** The codes that stand, of cards and badges. */
export const codesQuery = (jointId: number) =>
  queryOptions({
    queryKey: ['codes', jointId],
    queryFn: ({ signal }) => call(listCodes, { params: { jointId }, signal }),
    // What is held changes at the door, which no event tells this page.
    staleTime: 0,
  });

/** The units that have a badge or want one. */
export const badgeUnitsQuery = (jointId: number) =>
  queryOptions({
    queryKey: ['badge-units', jointId],
    queryFn: ({ signal }) => call(listAssemblyApartments, { params: { jointId }, signal }),
    staleTime: 0,
  });

/** Asks for the codes again, after an act on them. */
export function useRefreshCodes(jointId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['codes', jointId] });
}
