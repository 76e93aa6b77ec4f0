import { useQueryClient } from '@tanstack/react-query';
import { listPowers } from '../../../../shared/assemblies/powers/powers.api.ts';
import { freshOf } from '../../../lib/query.ts';

/** A joint's powers of attorney in its current assembly. */
export const powersQuery = (jointId: number) =>
  freshOf(['powers', jointId], listPowers, { params: { jointId }, query: {} });

/** Has them asked for again, and who is registered, which may leave with a power. */
export function useRefreshPowers() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['powers'] });
}
