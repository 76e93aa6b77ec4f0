import { useQuery } from '@tanstack/react-query';
import { getQuorumCheck } from '../../../../shared/assemblies/presence.api.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { freshOf } from '../../../lib/query.ts';
import { useGathered } from '../../../lib/use-gathered.ts';
import { QUORUM_POLL_MS } from '../common/intervals.ts';

/**
 * Hook with a query (`useQuery`) for the operator: units asked in the running quorum check 'Verificar quórum'. Live
 * events report confirmations; repeated requests report connections.
 * @param check running check, from the live state
 */
export function useCheckUnits(jointId: number, check: NonNullable<LiveJoint['check']>, live: LiveEntry) {
  const query = useQuery({
    ...freshOf(['quorum-check', jointId, check.checkId], getQuorumCheck, { params: { jointId } }),
    refetchInterval: QUORUM_POLL_MS,
  });
  const { refetch } = query;
  const { asked, confirmed } = check;
  useGathered(
    `${asked.apartments} ${confirmed.apartments} ${live.joint?.registered.apartments} ${live.resyncs}`,
    () => void refetch(),
  );
  return query;
}
