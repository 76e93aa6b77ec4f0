import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AssemblyJointItem, listUserAssemblyJoints } from '../../../shared/accounts/users.api.ts';
import { useChosenJoint } from '../../lib/chosen-joint.store.ts';
import { queryOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.store.ts';
import type { JointOption } from '../properties/index.ts';

/**
 * The joints whose assemblies the person takes part in or runs. The picker stands apart: voters' pages load this file,
 * and the list that one picks from would weigh more than the rest of them.
 */
export function useAssemblyJoints() {
  return useQuery(assemblyJointsOf(useSession((state) => state.user?.userId ?? '')));
}

/** Those of a person, as a page asks for them before it is drawn. */
export const assemblyJointsOf = (userId: string) =>
  queryOptions({
    ...queryOf(['assembly-joints', userId], listUserAssemblyJoints, { params: { userId } }),
    enabled: userId !== '',
    staleTime: 60_000,
  });

/**
 * The choices of a list of joints. A sector has questions and a quorum of its own, so where those matter it
 * stands in the list by itself; at the door it does not, since registration follows its parent.
 */
export function jointOptions(items: readonly AssemblyJointItem[], withSectors: boolean): JointOption[] {
  return items.flatMap(({ joint }) => [
    { id: joint.jointId, label: joint.jointName },
    ...(withSectors
      ? joint.sectors.map((sector) => ({
          id: sector.sectorId,
          label: `${joint.jointName} - ${sector.sectorName}`,
        }))
      : []),
  ]);
}

/** The joint and its sectors, whichever of them is named; nothing where that has no sectors. */
export function useJointFamily(jointId: number): readonly JointOption[] {
  const { data } = useAssemblyJoints();
  return useMemo(() => {
    const item = data?.find(
      ({ joint }) =>
        joint.sectors.length > 0 &&
        (joint.jointId === jointId || joint.sectors.some((sector) => sector.sectorId === jointId)),
    );
    if (!item) return [];
    const { joint } = item;
    return [
      { id: joint.jointId, label: joint.jointName },
      ...joint.sectors.map(({ sectorId, sectorName }) => ({ id: sectorId, label: sectorName })),
    ];
  }, [data, jointId]);
}

/**
 * The picked joint: the only one there is, or the one last chosen on any screen. Where sectors cannot be picked, a
 * chosen one stands for its joint.
 */
export function useJointChoice({ withSectors }: { withSectors: boolean }) {
  const query = useAssemblyJoints();
  const lastChosen = useChosenJoint((state) => state.jointId);
  const [parent] = useJointFamily(lastChosen ?? 0);
  const chosen = withSectors || !parent ? lastChosen : parent.id;
  const choose = useChosenJoint((state) => state.choose);
  const options = jointOptions(query.data ?? [], withSectors);
  const only = options.length === 1 ? options[0] : undefined;
  const picked = only ?? options.find((option) => option.id === chosen) ?? null;
  return { query, options, picked, choose };
}
