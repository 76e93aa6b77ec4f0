import type { ReactNode } from 'react';
import { type JointOption, JointPick } from '../properties/index.ts';
import { useJointChoice } from './use-assembly-joints.ts';

interface Props {
  withSectors?: boolean;
  /** What the screen shows for the picked joint. Made anew for each joint, so that nothing typed strays. */
  children: (joint: JointOption, picker: ReactNode) => ReactNode;
}

/** Picks a joint of those whose assemblies the person takes part in or runs. */
export function JointPicker({ withSectors = false, children }: Props) {
  return <JointPick choice={useJointChoice({ withSectors })}>{children}</JointPick>;
}
