import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AssemblyJointItem, listUserAssemblyJoints } from '../../../../shared/accounts/users.api.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { queryOf } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.store.ts';
import type { JointOption } from '../../properties/index.ts';

/**
 * Joints with assemblies of the user. Separate from the picker: voters' pages load this file, and the code of the
 * list would weigh more than the rest.
 */
export function useAssemblyJoints() {
  return useQuery(assemblyJointsOf(useSession((state) => state.user?.userId ?? '')));
}

/** Query options for a user, for pages that prefetch. */
export const assemblyJointsOf = (userId: string) =>
  queryOptions({
    ...queryOf(['assembly-joints', userId], listUserAssemblyJoints, { params: { userId } }),
    enabled: userId !== '',
    staleTime: 60_000,
  });

/**
 * Options of a joint picker. `withSectors` lists sectors too, for pages with questions and quorum. The door omits
 * sectors, since registration follows the joint.
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

/** Joint and sectors of a joint or sector. Empty without sectors. */
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
 * Picked joint: the only joint, else the last choice on any screen. Without sectors in the list, a chosen sector
 * counts as its joint.
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
