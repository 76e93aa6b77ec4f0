import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { AssemblyNow } from '../../../../shared/assemblies/assemblies.api.ts';
import { isOfDay } from '../../../../shared/assemblies/words.ts';
import { today } from '../../../../shared/days.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { useSession } from '../../../lib/session.store.ts';
import { useWithinRight } from '../../accounts/index.ts';
import { assembliesNowQuery, type JointOption, JointPick, likelyJoint } from '../../properties/index.ts';
import { RehearsalBand } from './rehearsal-band.tsx';
import { useJointChoice } from './use-assembly-joints.ts';

interface Props {
  withSectors?: boolean;
  /** True to preselect the joint of today's assembly, else of the last assembly. For read-only pages. */
  hasLikely?: boolean;
  /** Renders the page for the selected joint. Remounted for each joint, so typed text does not stay. */
  children: (joint: JointOption, picker: ReactNode) => ReactNode;
}

/**
 * Select at the top of assembly pages for the joint of the page. Preselects the joint if only a single joint has an
 * open assembly.
 * @param withSectors true to offer sectors too
 * @param hasLikely true to preselect the joint of today's assembly, for read-only pages
 * @param children renders the page for the selected joint
 */
export function JointPicker({ withSectors = false, hasLikely = false, children }: Props) {
  const choice = useWithinRight(useJointChoice({ withSectors }));
  const { query, options, picked, choose } = choice;
  const isUnchosen = picked === null && options.length > 0;
  // A card belongs to a single joint without a list.
  const hasCard = useSession((state) => state.user?.profileId === Profile.qr);
  const now = useQuery({ ...assembliesNowQuery, enabled: isUnchosen && !hasCard });
  const onlyOpen = isUnchosen ? onlyOpenOf(now.data ?? [], options) : null;
  useEffect(() => {
    // Stored like a choice of the user: another assembly that opens later must not change the page.
    if (onlyOpen !== null) choose(onlyOpen);
  }, [onlyOpen, choose]);
  const withBand: Props['children'] = (joint, picker) =>
    children(
      joint,
      <>
        {picker}
        <RehearsalBand joint={joint} />
      </>,
    );
  if (!isUnchosen) return <JointPick choice={choice}>{withBand}</JointPick>;
  const isKnown = !now.isLoading && onlyOpen === null;
  return (
    <JointPick
      choice={{
        ...choice,
        query: isKnown ? query : { ...query, data: undefined },
        picked: hasLikely ? likelyJoint(options, rankedOf(now.data ?? [])) : null,
      }}
    >
      {withBand}
    </JointPick>
  );
}

/** Id of the joint with the only open assembly. Null if several or no assemblies are open. */
function onlyOpenOf(now: readonly AssemblyNow[], options: readonly JointOption[]): number | null {
  const open = now.filter(
    ({ jointId, assembly }) =>
      assembly.openedAt !== null && assembly.closedAt === null && options.some(({ id }) => id === jointId),
  );
  return open.length === 1 ? (open[0]?.jointId ?? null) : null;
}

/** Ids of joints with an assembly today, then of joints with a closed assembly. */
function rankedOf(now: readonly AssemblyNow[]): number[] {
  const ofToday = now.filter(({ assembly }) => isOfDay(assembly, today()));
  const over = now.filter(({ assembly }) => assembly.closedAt !== null);
  return [...ofToday, ...over].map(({ jointId }) => jointId);
}
