import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isOfDay } from '../../../shared/assemblies/assembly-words.ts';
import { today } from '../../../shared/days.ts';
import { assembliesNowQuery, type JointOption, JointPick, likelyJoint } from '../properties/index.ts';
import { useJointChoice } from './use-assembly-joints.ts';

interface Props {
  withSectors?: boolean;
  /** Shows the joint whose assembly is of today, or was the last, until one is chosen: for pages that only show. */
  hasLikely?: boolean;
  /** What the screen shows for the picked joint. Made anew for each joint, so that nothing typed strays. */
  children: (joint: JointOption, picker: ReactNode) => ReactNode;
}

/** Picks a joint of those whose assemblies the person takes part in or runs. */
export function JointPicker({ withSectors = false, hasLikely = false, children }: Props) {
  const choice = useJointChoice({ withSectors });
  const isOpen = hasLikely && choice.picked === null && choice.options.length > 0;
  const now = useQuery({ ...assembliesNowQuery, enabled: isOpen });
  if (!isOpen) return <JointPick choice={choice}>{children}</JointPick>;
  const { query, options } = choice;
  const ofToday = (now.data ?? []).filter(({ assembly }) => isOfDay(assembly, today()));
  const over = (now.data ?? []).filter(({ assembly }) => assembly.closedAt !== null);
  const ranked = [...ofToday, ...over].map(({ jointId }) => jointId);
  return (
    <JointPick
      choice={{
        ...choice,
        query: now.isPending ? { ...query, data: undefined } : query,
        picked: likelyJoint(options, ranked),
      }}
    >
      {children}
    </JointPick>
  );
}
