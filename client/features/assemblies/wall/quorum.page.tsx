import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Profile } from '../../../../shared/profiles.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { queryOf } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.store.ts';
import { useBareScreen } from '../../../ui/bare-screen.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/query-view.tsx';
import type { JointOption } from '../../properties/index.ts';
import { JointPicker } from '../properties/joint-picker.tsx';
import { familyOf, jointOptions, useJointChoice, useJointFamily } from '../properties/use-assembly-joints.ts';
import { Wall } from './wall.tsx';

/** Page of the wall screen, for a signed-in user or a display opened by a link. */
export default function QuorumPage() {
  useBareScreen();
  const isDisplay = useSession((state) => state.user?.profileId === Profile.display);
  const jointParam = Number(useSearchParams()[0].get('jointId'));
  const jointId = Number.isSafeInteger(jointParam) && jointParam > 0 ? jointParam : null;
  return isDisplay ? <DisplayWall jointId={jointId} /> : <SignedInWall jointParam={jointId} />;
}

function SignedInWall({ jointParam }: { jointParam: number | null }) {
  const { options, picked, choose } = useJointChoice({ withSectors: true });
  const chooseAny = useChosenJoint((state) => state.choose);
  const family = useJointFamily(picked?.id ?? 0);
  useEffect(() => {
    if (jointParam !== null) chooseAny(jointParam);
  }, [jointParam, chooseAny]);
  if (!picked) {
    return (
      <Page title="Quorum">
        <JointPicker withSectors>{() => null}</JointPicker>
      </Page>
    );
  }
  return <PickedWall options={options} family={family} picked={picked} choose={choose} />;
}

/**
 * Wall screen opened by a display link. The link is for a single joint; the screen may show a sector of the joint.
 */
function DisplayWall({ jointId }: { jointId: number | null }) {
  const { data } = useQuery({
    ...queryOf(['joint', jointId], getJoint, { params: { jointId: jointId ?? 0 } }),
    enabled: jointId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chosen = useChosenJoint((state) => state.jointId);
  const choose = useChosenJoint((state) => state.choose);
  if (jointId === null) {
    return (
      <Page title="Quorum">
        <EmptyState message="El enlace está incompleto. Pídalo de nuevo a quien opera la asamblea." />
      </Page>
    );
  }
  const options = jointOptions(data ? [{ joint: data }] : [], true);
  // The name may arrive after the figures, or never while the network is down.
  const link = { id: jointId, label: '' };
  const picked = options.find((option) => option.id === chosen) ?? options[0] ?? link;
  return <PickedWall options={options} family={data ? familyOf(data) : []} picked={picked} choose={choose} />;
}

interface PickedProps {
  options: readonly JointOption[];
  /** The joint on the wall, or its joint, with all sectors. Empty without sectors. */
  family: readonly JointOption[];
  picked: JointOption;
  choose: (jointId: number) => void;
}

function PickedWall({ options, family, picked, choose }: PickedProps) {
  // With a single joint, the heading of the wall already has the name.
  const picker = options.length > 1 && (
    <Select
      label="Copropiedad Horizontal"
      items={options}
      value={picked.id}
      onChange={choose}
      placeholder="Seleccione una copropiedad"
    />
  );
  const others = family.filter(({ id }) => id !== picked.id);
  return (
    <Wall key={picked.id} jointId={picked.id} jointName={picked.label} picker={picker} others={others} />
  );
}
