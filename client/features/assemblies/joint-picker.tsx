import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { AssemblyNow } from '../../../shared/assemblies/assemblies.api.ts';
import { isOfDay } from '../../../shared/assemblies/assembly-words.ts';
import { today } from '../../../shared/days.ts';
import { Profile } from '../../../shared/profiles.ts';
import { useSession } from '../../lib/session.store.ts';
import { assembliesNowQuery, type JointOption, JointPick, likelyJoint } from '../properties/index.ts';
import { useJointChoice } from './use-assembly-joints.ts';

interface Props {
  withSectors?: boolean;
  /** Shows the joint whose assembly is of today, or was the last, until one is chosen: for pages that only show. */
  hasLikely?: boolean;
  /** What the screen shows for the picked joint. Made anew for each joint, so that nothing typed strays. */
  children: (joint: JointOption, picker: ReactNode) => ReactNode;
}

/** Picks a joint of those whose assemblies the person takes part in or runs; the only one whose assembly is open by itself. */
export function JointPicker({ withSectors = false, hasLikely = false, children }: Props) {
  const choice = useJointChoice({ withSectors });
  const { query, options, picked, choose } = choice;
  const isUnchosen = picked === null && options.length > 0;
  // A card has one joint, and no list of them.
  const hasCard = useSession((state) => state.user?.profileId === Profile.qr);
  const now = useQuery({ ...assembliesNowQuery, enabled: isUnchosen && !hasCard });
  const onlyOpen = isUnchosen ? onlyOpenOf(now.data ?? [], options) : null;
  useEffect(() => {
    // Kept as if it had been pressed: another assembly that opens takes nothing from under a hand.
    if (onlyOpen !== null) choose(onlyOpen);
  }, [onlyOpen, choose]);
  if (!isUnchosen) return <JointPick choice={choice}>{children}</JointPick>;
  const isKnown = !now.isLoading && onlyOpen === null;
  return (
    <JointPick
      choice={{
        ...choice,
        query: isKnown ? query : { ...query, data: undefined },
        picked: hasLikely ? likelyJoint(options, rankedOf(now.data ?? [])) : null,
      }}
    >
      {children}
    </JointPick>
  );
}

/** The joint whose assembly is the only one that goes on; null where none or several do. */
function onlyOpenOf(now: readonly AssemblyNow[], options: readonly JointOption[]): number | null {
  const open = now.filter(
    ({ jointId, assembly }) =>
      assembly.openedAt !== null && assembly.closedAt === null && options.some(({ id }) => id === jointId),
  );
  return open.length === 1 ? (open[0]?.jointId ?? null) : null;
}

/** Joints of today's assemblies, then those whose assembly is over. */
function rankedOf(now: readonly AssemblyNow[]): number[] {
  const ofToday = now.filter(({ assembly }) => isOfDay(assembly, today()));
  const over = now.filter(({ assembly }) => assembly.closedAt !== null);
  return [...ofToday, ...over].map(({ jointId }) => jointId);
}
