import type { ReactNode } from 'react';
import { useChosenJoint } from '../assemblies/chosen-joint.store.ts';
import { type JointOption, JointPick } from '../properties/joint-pick.tsx';
import { useBillingJoints } from './billing-joints.ts';

/** The picked joint: the only one there is, or the one last chosen on any screen. */
function useBillingJointChoice() {
  const query = useBillingJoints();
  const chosen = useChosenJoint((state) => state.jointId);
  const choose = useChosenJoint((state) => state.choose);
  const options = (query.data ?? []).map(({ joint }) => ({ id: joint.jointId, label: joint.jointName }));
  const only = options.length === 1 ? options[0] : undefined;
  return { query, options, picked: only ?? options.find(({ id }) => id === chosen) ?? null, choose };
}

interface Props {
  /** What to say to whoever has none, instead of the usual. */
  none?: string;
  /** Made anew for each joint where it bears a key: nothing typed strays from one to another. */
  children: (joint: JointOption, picker: ReactNode) => ReactNode;
}

/** Picks a joint of those whose billing the person may see. */
export function BillingJointPicker({ none, children }: Props) {
  return (
    <JointPick choice={useBillingJointChoice()} none={none}>
      {children}
    </JointPick>
  );
}
