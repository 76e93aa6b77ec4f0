import { useQueryClient } from '@tanstack/react-query';
import { listAssemblyApartments } from '../../../../shared/assemblies/attendance.api.ts';
import { listCodes } from '../../../../shared/assemblies/codes.api.ts';
import { freshOf } from '../../../lib/query.ts';

/** The codes that stand, of cards and badges. What is held changes at the door, which no event tells this page. */
export const codesQuery = (jointId: number) =>
  freshOf(['codes', jointId], listCodes, { params: { jointId } });

/** The units that have a badge or want one. */
export const badgeUnitsQuery = (jointId: number) =>
  freshOf(['badge-units', jointId], listAssemblyApartments, { params: { jointId } });

/** Asks for the codes again, after an act on them. */
export function useRefreshCodes(jointId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['codes', jointId] });
}
