import { useQueryClient } from '@tanstack/react-query';
import { listPowers } from '../../../../shared/assemblies/powers/powers.api.ts';
import { freshOf } from '../../../lib/query.ts';

/** Options for `useQuery`: powers of attorney in the current assembly of a joint. */
export const powersQuery = (jointId: number) =>
  freshOf(['powers', jointId], listPowers, { params: { jointId }, query: {} });

/** Hook: returns a function to refetch the powers of attorney after a change. */
export function useRefreshPowers() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['powers'] });
}
