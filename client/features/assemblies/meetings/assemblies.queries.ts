import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listAssemblies } from '../../../../shared/assemblies/assemblies.api.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { freshOf } from '../../../lib/query.ts';

/** Options for `useQuery`: assemblies of a joint, current assembly first. */
export const assembliesQuery = (jointId: number) =>
  freshOf(['assemblies', jointId], listAssemblies, { params: { jointId } });

/**
 * Options for `useQuery`: data of a joint for the assembly pages, with sectors, video meeting and number of units.
 */
export const assemblyJointQuery = (jointId: number) =>
  freshOf(['joint', jointId], getJoint, { params: { jointId } });

/**
 * Hook: returns a function to refetch a joint's assemblies after a change. The promise ends with the new data: a
 * button stays busy until the page shows the change.
 */
export function useRefreshAssemblies(jointId: number): () => Promise<unknown> {
  const client = useQueryClient();
  return () => {
    refreshJoint(jointId);
    return Promise.all([
      client.invalidateQueries({ queryKey: ['assemblies', jointId] }),
      client.invalidateQueries({ queryKey: ['joint', jointId] }),
      client.invalidateQueries({ queryKey: ['roll'] }),
      // A change of day, hour, place or agenda makes invitations outdated.
      client.invalidateQueries({ queryKey: ['invitations', jointId] }),
    ]);
  };
}

/**
 * Hook: refetches the joint's assemblies each time the live data show another user's change: second call, closing,
 * opening, name.
 */
export function useFollowAssembly(jointId: number, joint: LiveJoint | null): void {
  const client = useQueryClient();
  const assemblyText = joint && JSON.stringify(joint.assembly);
  const before = useRef(assemblyText);
  useEffect(() => {
    const isNews = before.current !== null && assemblyText !== before.current;
    before.current = assemblyText;
    if (!isNews) return;
    void client.invalidateQueries({ queryKey: ['assemblies', jointId] });
    void client.invalidateQueries({ queryKey: ['joint', jointId] });
  }, [client, jointId, assemblyText]);
}
