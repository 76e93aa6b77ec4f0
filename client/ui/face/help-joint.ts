import { useEffect } from 'react';
import { create } from 'zustand';
import { useFollowedJoint } from './joint-face.tsx';

/** Joint with the help for a page. `name`: for an owner with several joints, else null. */
interface HelpJoint {
  jointId: number | null;
  name: string | null;
}

const NO_JOINT: HelpJoint = { jointId: null, name: null };
const useNamedJoint = create<HelpJoint>(() => NO_JOINT);

/** Hook: while mounted, the footer shows the help of a joint, with the name if given. For pages without live data. */
export function useHelpOf(jointId: number | undefined, name: string | null = null): void {
  useEffect(() => {
    if (jointId === undefined) return;
    useNamedJoint.setState({ jointId, name });
    return () => useNamedJoint.setState(NO_JOINT);
  }, [jointId, name]);
}

/** Hook: joint with the help for the page. */
export function useHelpJoint(): HelpJoint {
  const followed = useFollowedJoint();
  const named = useNamedJoint();
  return followed === null ? named : { jointId: followed, name: null };
}
