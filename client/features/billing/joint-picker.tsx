import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChosenJoint } from '../../lib/chosen-joint.store.ts';
import { type JointOption, JointPick } from '../properties/index.ts';
import { useBillingJoints } from './billing.queries.ts';

/** The picked joint: the only one there is, the one that the address names, or the one last chosen on any screen. */
function useBillingJointChoice() {
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
  return { query, options, picked: only ?? named ?? of(chosen) ?? null, choose };
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
