import { useQueryClient } from '@tanstack/react-query';
import { listAssemblyApartments } from '../../../../shared/assemblies/attendance.api.ts';
import { listCodes } from '../../../../shared/assemblies/codes.api.ts';
import { freshOf } from '../../../lib/query.ts';

/**
 * Options for `useQuery`: valid codes of a joint's cards and badges. Refetched at each use, because no live event
 * reports new codes.
 */
export const codesQuery = (jointId: number) =>
  freshOf(['codes', jointId], listCodes, { params: { jointId } });

/** Options for `useQuery`: the units of a joint to choose from before badges are printed. Refetched at each use. */
export const badgeUnitsQuery = (jointId: number) =>
  freshOf(['badge-units', jointId], listAssemblyApartments, { params: { jointId } });

/** Hook: returns a function to refetch the codes of a joint's cards and badges after a change. */
export function useRefreshCodes(jointId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['codes', jointId] });
}
