import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listAssemblies } from '../../../../shared/assemblies/assemblies.api.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { freshOf } from '../../../lib/query.ts';

/** Query: assemblies of a joint, current assembly first. */
export const assembliesQuery = (jointId: number) =>
  freshOf(['assemblies', jointId], listAssemblies, { params: { jointId } });

/** Query: joint with sectors, meeting and size of its table. */
export const assemblyJointQuery = (jointId: number) =>
  freshOf(['joint', jointId], getJoint, { params: { jointId } });

/** Returns a function that refetches the assemblies after a change. */
export function useRefreshAssemblies(jointId: number): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['assemblies', jointId] });
    void client.invalidateQueries({ queryKey: ['joint', jointId] });
    void client.invalidateQueries({ queryKey: ['roll'] });
    refreshJoint(jointId);
  };
}

/**
 * Refetches the lists after another user changed the assembly (second call, closing, opening, name), as reported by
 * the live state.
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
