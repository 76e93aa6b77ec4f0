import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AssemblyJointItem, listUserAssemblyJoints } from '../../../../shared/accounts/users.api.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { queryOf } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.store.ts';
import type { JointOption } from '../../properties/index.ts';

/**
 * Hook with a query (`useQuery`): joints with assemblies of the signed-in user. In a file apart from the picker,
 * because voting pages load the file and must stay small.
 */
export function useAssemblyJoints() {
  return useQuery(assemblyJointsOf(useSession((state) => state.user?.userId ?? '')));
}

/** Options for `useQuery`: joints of a user with assemblies, for pages with requests before the render. */
export const assemblyJointsOf = (userId: string) =>
  queryOptions({
    ...queryOf(['assembly-joints', userId], listUserAssemblyJoints, { params: { userId } }),
    enabled: userId !== '',
    staleTime: 60_000,
  });

/**
 * Returns the options of the select for a page's joint. `withSectors`: also lists sectors, for pages with questions
 * and quorum. The desk omits sectors, because a registration in the joint covers the sectors.
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

/**
 * Hook: returns the joint and all sectors, the joint first, for a joint or a sector. Empty without sectors.
 * @param jointId id of the joint, or of a sector
 */
export function useJointFamily(jointId: number): readonly JointOption[] {
  const { data } = useAssemblyJoints();
  return useMemo(() => {
    const item = data?.find(
      ({ joint }) =>
        joint.sectors.length > 0 &&
        (joint.jointId === jointId || joint.sectors.some((sector) => sector.sectorId === jointId)),
    );
    return item ? familyOf(item.joint) : [];
  }, [data, jointId]);
}

/** Returns a joint and all sectors, the joint first. Empty without sectors. */
export const familyOf = ({
  jointId,
  jointName,
  sectors,
}: Pick<AssemblyJointItem['joint'], 'jointId' | 'jointName' | 'sectors'>): readonly JointOption[] =>
  sectors.length === 0
    ? []
    : [
        { id: jointId, label: jointName },
        ...sectors.map(({ sectorId, sectorName }) => ({ id: sectorId, label: sectorName })),
      ];

/**
 * Hook: the joint chosen by the user on pages about an assembly: the only joint, else the last choice on any
 * page; null before a choice.
 * @param withSectors false to offer root joints only; a chosen sector then counts as its root joint
 * @returns query of the joints, options of the select, chosen joint, and function to choose
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
