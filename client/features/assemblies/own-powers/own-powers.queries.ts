import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../../../shared/api.ts';
import { getOwnPowers } from '../../../../shared/assemblies/powers/own-powers.api.ts';
import { freshOf } from '../../../lib/query.ts';

/** Powers of the signed-in owner in a joint, and the data to give a power. */
export type OwnPowersAnswer = AnswerOf<typeof getOwnPowers>;

/** Options for `useQuery`: the owner's powers in the current assembly of a joint. */
export const ownPowersQuery = (jointId: number) =>
  freshOf(['own-powers', jointId], getOwnPowers, { params: { jointId } });

/** Hook: returns a function to refetch the owner's powers after a change. */
export function useRefreshOwnPowers() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['own-powers'] });
}
