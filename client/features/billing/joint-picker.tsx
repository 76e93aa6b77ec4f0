import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isOfDay } from '../../../shared/assemblies/words.ts';
import { today } from '../../../shared/days.ts';
import { useChosenJoint } from '../../lib/chosen-joint.store.ts';
import { useWithinRight } from '../accounts/index.ts';
import { assembliesNowQuery, type JointOption, JointPick, likelyJoint } from '../properties/index.ts';
import { billingNowQuery, useBillingJoints } from './billing.queries.ts';

/**
 * Ids of the joints with an issued month, the likely joint for a report first: joints with an assembly today, then
 * by last issued month. Undefined while loading. A failed query counts as empty.
 */
function useRankedJoints(isWanted: boolean): readonly number[] | undefined {
  const assemblies = useQuery({ ...assembliesNowQuery, enabled: isWanted });
  const books = useQuery({ ...billingNowQuery, enabled: isWanted });
  if (!isWanted) return [];
  if (assemblies.isPending || books.isPending) return undefined;
  const meets = (assemblies.data ?? []).filter(({ assembly }) => isOfDay(assembly, today()));
  const issued = (books.data ?? []).flatMap(({ jointId, lastIssued }) => {
    if (lastIssued === null) return [];
    const isToday = meets.some((one) => one.jointId === jointId);
    return [{ jointId, rank: isToday ? Number.POSITIVE_INFINITY : 12 * lastIssued.year + lastIssued.month }];
  });
  // Two joints with an assembly today keep the order of the list.
  return issued.sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank)).map(({ jointId }) => jointId);
}

/**
 * State of the joint picker. Takes as picked joint the first available of:
 * 1. the only joint
 * 2. the joint in the address
 * 3. the joint last chosen on any screen
 * 4. with `hasLikely`, the likely joint; not remembered for other screens
 */
function useBillingJointChoice(hasLikely: boolean) {
  const query = useBillingJoints();
  const chosen = useChosenJoint((state) => state.jointId);
  const keep = useChosenJoint((state) => state.choose);
  const [search, setSearch] = useSearchParams();
  const options = (query.data ?? []).map(({ joint }) => ({ id: joint.jointId, label: joint.jointName }));
  const of = (jointId: number | null) => options.find(({ id }) => id === jointId);
  const named = of(Number(search.get('joint')));
  const only = options.length === 1 ? options[0] : undefined;
  // Stores the joint for the other screens, so their addresses need no joint.
  const namedId = named?.id;
  useEffect(() => {
    if (namedId !== undefined) keep(namedId);
  }, [namedId, keep]);
  const choose = (jointId: number) => {
    keep(jointId);
    // The other parameters belong to the joint in the address.
    if (search.has('joint')) setSearch({}, { replace: true });
  };
  const meant = only ?? named ?? of(chosen);
  const ranked = useRankedJoints(hasLikely && options.length > 1 && !meant);
  const likely = hasLikely && ranked ? likelyJoint(options, ranked) : null;
  return {
    query: ranked === undefined ? { ...query, data: undefined } : query,
    options,
    picked: meant ?? likely,
    choose,
  };
}

interface Props {
  /** Message for a person without joints, in place of the default message. */
  none?: string;
  /** True to show the likely joint before the person chooses; for read-only pages. */
  hasLikely?: boolean;
  /** Renders the content for the picked joint. Remounted for each joint, so no input carries over. */
  children: (joint: JointOption, picker: ReactNode) => ReactNode;
}

/**
 * Picker of a joint among the joints with billing that the person may see, with content for the picked joint.
 * @param none message for a person without joints
 * @param hasLikely true to show the likely joint before a choice, for read-only pages
 * @param children renders the content for the picked joint, with the picker to place
 */
export function BillingJointPicker({ none, hasLikely = false, children }: Props) {
  return (
    <JointPick choice={useWithinRight(useBillingJointChoice(hasLikely))} none={none}>
      {children}
    </JointPick>
  );
}
