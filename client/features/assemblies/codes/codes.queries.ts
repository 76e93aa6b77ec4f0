import { useQueryClient } from '@tanstack/react-query';
import { listAssemblyApartments } from '../../../../shared/assemblies/attendance.api.ts';
import { listCodes } from '../../../../shared/assemblies/codes.api.ts';
import { freshOf } from '../../../lib/query.ts';

/** Query: valid codes of cards and badges. Fetched fresh, since no event reports registrations at the door. */
export const codesQuery = (jointId: number) =>
  freshOf(['codes', jointId], listCodes, { params: { jointId } });

/** Query: units for badges. */
export const badgeUnitsQuery = (jointId: number) =>
  freshOf(['badge-units', jointId], listAssemblyApartments, { params: { jointId } });

/** Returns a function that refetches the codes after a change. */
export function useRefreshCodes(jointId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['codes', jointId] });
}
