import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listUserBillingJoints } from '../../shared/accounts/users.api.ts';
import { useChosenJoint } from '../assemblies/chosen-joint.store.ts';
import { call } from '../lib/api.ts';
import { useSession } from '../lib/session.store.ts';
import { type JointOption, JointPick } from '../properties/joint-pick.tsx';

/** The joints whose billing the person may see. */
export function useBillingJoints() {
  const userId = useSession((state) => state.user?.userId ?? '');
  return useQuery({
    queryKey: ['billing-joints', userId],
    queryFn: ({ signal }) => call(listUserBillingJoints, { params: { userId }, signal }),
    enabled: userId !== '',
    staleTime: 60_000,
  });
}

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
