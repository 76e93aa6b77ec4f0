import { useQuery } from '@tanstack/react-query';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { listInstructions } from '../../../../shared/assemblies/powers/split-vote.api.ts';
import { queryOf } from '../../../lib/query.ts';

/**
 * What the powers of the units one answers for say of how to vote. Asked for once for the same units: a power says it before
 * it is registered, and a hall of phones would ask again at each question.
 */
export function useInstructions(jointId: number, units: readonly AssemblyApartment[]) {
  const ids = units.map(({ apartmentId }) => apartmentId).sort();
  return useQuery({
    ...queryOf(['instructions', jointId, ids.join()], listInstructions, { params: { jointId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
