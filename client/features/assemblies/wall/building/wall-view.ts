import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { hallScreens } from '../../../../../shared/api.ts';
import { useSession } from '../../../../lib/session.store.ts';

interface WallView {
  /** True to show attendance as a building with a window per unit. */
  isBuilding: boolean;
  toggle: () => void;
}

/**
 * Store of the view selected for the attendance on the wall screen, stored in this browser: building or
 * figures.
 */
export const useWallView = create<WallView>()(
  persist(
    (set) => ({ isBuilding: false, toggle: () => set(({ isBuilding }) => ({ isBuilding: !isBuilding })) }),
    {
      name: 'scaf.wall.view',
      storage: createJSONStorage(() => localStorage),
    },
  ),
);

/** Hook: true if the signed-in user may see the single units on the wall screen. */
export const useMayBuild = (): boolean =>
  useSession(({ user }) => hallScreens.some((profile) => profile === user?.profileId));

/** Hook: true if the building view is selected in this browser and the user may see the single units. */
export function useBuildingShown(): boolean {
  const mayBuild = useMayBuild();
  return useWallView((state) => state.isBuilding) && mayBuild;
}
