import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { hallScreens } from '../../../../../shared/api.ts';
import { Profile } from '../../../../../shared/profiles.ts';
import { useSession } from '../../../../lib/session.store.ts';
import { useHasRight } from '../../../accounts/index.ts';

interface WallView {
  /** True to show attendance as a building with a window per unit. */
  isBuilding: boolean;
  toggle: () => void;
}

/** Store with the view chosen for the attendance on the wall: building or figures. Kept in this browser. */
export const useWallView = create<WallView>()(
  persist(
    (set) => ({ isBuilding: false, toggle: () => set(({ isBuilding }) => ({ isBuilding: !isBuilding })) }),
    { name: 'scaf.wall.view' },
  ),
);

/**
 * Hook: true if the signed-in user may see the building on the wall, with the single units, and the room's code.
 * Administrators need the right.
 */
export function useMayBuild(jointId: number): boolean {
  const hasRight = useHasRight('assemblies', jointId);
  const profileId = useSession(({ user }) => user?.profileId);
  return profileId === Profile.admin ? hasRight : hallScreens.some((profile) => profile === profileId);
}

/** Hook: true if the wall shows the building: chosen in this browser, and the user may see the single units. */
export function useBuildingShown(jointId: number): boolean {
  const mayBuild = useMayBuild(jointId);
  return useWallView((state) => state.isBuilding) && mayBuild;
}
