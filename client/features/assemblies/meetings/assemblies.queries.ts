import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listAssemblies } from '../../../../shared/assemblies/assemblies.api.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { freshOf } from '../../../lib/query.ts';

/** The assemblies of a joint, the current one first. */
export const assembliesQuery = (jointId: number) =>
  freshOf(['assemblies', jointId], listAssemblies, { params: { jointId } });

/** The joint with its sectors, its meeting, and the size of its table. */
export const assemblyJointQuery = (jointId: number) =>
  freshOf(['joint', jointId], getJoint, { params: { jointId } });

/** Asks for all of it again: after an act of one's own, or when the feed tells of another's. */
export function useRefreshAssemblies(jointId: number): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['assemblies', jointId] });
    void client.invalidateQueries({ queryKey: ['joint', jointId] });
    void client.invalidateQueries({ queryKey: ['roll'] });
    refreshJoint(jointId);
  };
}

/** Somebody else called a second time, closed, opened or renamed it: the feed says so, the lists follow. */
export function useFollowAssembly(jointId: number, joint: LiveJoint | null): void {
  const client = useQueryClient();
  const told = joint && JSON.stringify(joint.assembly);
  const before = useRef(told);
  useEffect(() => {
    const isNews = before.current !== null && told !== before.current;
    before.current = told;
    if (!isNews) return;
    void client.invalidateQueries({ queryKey: ['assemblies', jointId] });
    void client.invalidateQueries({ queryKey: ['joint', jointId] });
  }, [client, jointId, told]);
}
