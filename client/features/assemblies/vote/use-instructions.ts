import { useQuery } from '@tanstack/react-query';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { listInstructions } from '../../../../shared/assemblies/powers/split-vote.api.ts';
import { queryOf } from '../../../lib/query.ts';

/**
 * Hook with a query (`useQuery`): voting instructions in the powers of attorney for the user's units. Fetched once
 * for the same units: instructions do not change after registration, and all phones would refetch at each question.
 */
export function useInstructions(jointId: number, units: readonly AssemblyApartment[]) {
  const ids = units.map(({ apartmentId }) => apartmentId).sort();
  return useQuery({
    ...queryOf(['instructions', jointId, ids.join()], listInstructions, { params: { jointId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
