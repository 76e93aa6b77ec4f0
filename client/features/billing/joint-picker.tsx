import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isOfDay } from '../../../shared/assemblies/assembly-words.ts';
import { today } from '../../../shared/days.ts';
import { useChosenJoint } from '../../lib/chosen-joint.store.ts';
import { assembliesNowQuery, type JointOption, JointPick, likelyJoint } from '../properties/index.ts';
import { billingNowQuery, useBillingJoints } from './billing.queries.ts';

/**
 * Joints with an issued month in the order in which a report is likely wanted of them: those with an assembly today,
 * then by their last month. Undefined while it is asked for; what cannot be read ranks nothing.
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
  // Two of today stay as they are listed.
  return issued.sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank)).map(({ jointId }) => jointId);
}

/**
 * The picked joint: the only one there is, the one that the address names, or the one last chosen on any screen.
 * `hasLikely`: where there is none of these, the likely one, which other screens do not go on with.
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
  // The other screens go on with it: their addresses need not name it.
  const namedId = named?.id;
  useEffect(() => {
    if (namedId !== undefined) keep(namedId);
  }, [namedId, keep]);
  const choose = (jointId: number) => {
    keep(jointId);
    // What else the address says is of the joint it names.
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
  /** What to say to whoever has none, instead of the usual. */
  none?: string;
  /** Shows the likely joint until one is chosen: for pages that only show. */
  hasLikely?: boolean;
  /** Made anew for each joint where it bears a key: nothing typed strays from one to another. */
  children: (joint: JointOption, picker: ReactNode) => ReactNode;
}

/** Picks a joint of those whose billing the person may see. */
export function BillingJointPicker({ none, hasLikely = false, children }: Props) {
  return (
    <JointPick choice={useBillingJointChoice(hasLikely)} none={none}>
      {children}
    </JointPick>
  );
}
