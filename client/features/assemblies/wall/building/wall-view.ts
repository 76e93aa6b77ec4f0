import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { hallScreens } from '../../../../../shared/api.ts';
import { useSession } from '../../../../lib/session.store.ts';

interface WallView {
  /** True to draw attendance as the building, unit by unit. */
  isBuilding: boolean;
  toggle: () => void;
}

/** Attendance view of the wall on this machine, stored in the browser. */
export const useWallView = create<WallView>()(
  persist(
    (set) => ({ isBuilding: false, toggle: () => set(({ isBuilding }) => ({ isBuilding: !isBuilding })) }),
    {
      name: 'scaf.wall.view',
      storage: createJSONStorage(() => localStorage),
    },
  ),
);

/** True if the user may see the registered units. */
export const useMayBuild = (): boolean =>
  useSession(({ user }) => hallScreens.some((profile) => profile === user?.profileId));

/** True if the building view is chosen on this machine and the user may see the units. */
export function useBuildingShown(): boolean {
  const mayBuild = useMayBuild();
  return useWallView((state) => state.isBuilding) && mayBuild;
}
