import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { hallScreens } from '../../../../../shared/api.ts';
import { useSession } from '../../../../lib/session.store.ts';

interface WallView {
  /** True to show attendance as a building with a window per unit. */
  isBuilding: boolean;
  toggle: () => void;
}

/** Attendance view of the wall screen in this browser: building or figures. */
export const useWallView = create<WallView>()(
  persist(
    (set) => ({ isBuilding: false, toggle: () => set(({ isBuilding }) => ({ isBuilding: !isBuilding })) }),
    {
      name: 'scaf.wall.view',
      storage: createJSONStorage(() => localStorage),
    },
  ),
);

/** True if the signed-in user may see each registered unit. */
export const useMayBuild = (): boolean =>
  useSession(({ user }) => hallScreens.some((profile) => profile === user?.profileId));

/** True if the building view is selected in this browser and the user may see the units. */
export function useBuildingShown(): boolean {
  const mayBuild = useMayBuild();
  return useWallView((state) => state.isBuilding) && mayBuild;
}
