import { useEffect } from 'react';
import { create } from 'zustand';
import { useLiveStore } from '../../lib/live/store.ts';

const useNamedJoint = create<{ jointId: number | null }>(() => ({ jointId: null }));

/** Hook: while mounted, the footer shows the help of a joint. For pages without live data of an assembly. */
export function useHelpOf(jointId: number | undefined): void {
  useEffect(() => {
    if (jointId === undefined) return;
    useNamedJoint.setState({ jointId });
    return () => useNamedJoint.setState({ jointId: null });
  }, [jointId]);
}

/** Hook: id of the joint followed by the page. Null without a followed joint. */
export function useFollowedJoint(): number | null {
  return useLiveStore(({ joints }) => {
    const id = Object.keys(joints).find((one) => joints[Number(one)]?.joint != null);
    return id === undefined ? null : Number(id);
  });
}

/** Hook: id of the joint with the help for the page. Null without a joint. */
export function useHelpJoint(): number | null {
  const followed = useFollowedJoint();
  const named = useNamedJoint(({ jointId }) => jointId);
  return followed ?? named;
}
