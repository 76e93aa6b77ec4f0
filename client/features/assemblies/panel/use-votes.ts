import { useQuery } from '@tanstack/react-query';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { listRecords } from '../../../../shared/assemblies/votes.api.ts';
import { call } from '../../../lib/api.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { useGathered } from '../../../lib/use-gathered.ts';

/**
 * Hook with a query (`useQuery`) for the operator: units with a vote on a question, refetched when the tally
 * changes. Drops the answers on arrival, because a projector may show the list.
 */
export function useVotes(jointId: number, concept: LiveConcept, live: LiveEntry) {
  const { conceptId, voted } = concept;
  const query = useQuery({
    queryKey: ['votes-cast', jointId, conceptId],
    queryFn: async ({ signal }) => {
      const records = await call(listRecords, { params: { conceptId, jointId }, signal });
      return records.map(({ apartmentId, at }) => ({ apartmentId, at }));
    },
    staleTime: 0,
  });
  const { refetch } = query;
  useGathered(
    `${voted.apartments} ${voted.coefficient} ${live.resyncs} ${live.joint?.registered.apartments}`,
    () => void refetch(),
  );
  return query;
}
