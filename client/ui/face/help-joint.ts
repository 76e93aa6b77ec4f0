import { useEffect } from 'react';
import { create } from 'zustand';
import { useFollowedJoint } from './joint-face.tsx';

const useNamedJoint = create<{ jointId: number | null }>(() => ({ jointId: null }));

/** Hook: while mounted, the footer shows the help of a joint. For pages without live data of an assembly. */
export function useHelpOf(jointId: number | undefined): void {
  useEffect(() => {
    if (jointId === undefined) return;
    useNamedJoint.setState({ jointId });
    return () => useNamedJoint.setState({ jointId: null });
  }, [jointId]);
}

/** Hook: id of the joint with the help for the page. Null without a joint. */
export function useHelpJoint(): number | null {
  const followed = useFollowedJoint();
  const named = useNamedJoint(({ jointId }) => jointId);
  return followed ?? named;
}
