import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { hallScreens } from '../../../../../shared/api.ts';
import { useSession } from '../../../../lib/session.store.ts';

interface WallView {
  /** Attendance is drawn as the building, unit by unit. */
  isBuilding: boolean;
  toggle: () => void;
}

/** How this machine's wall shows attendance; the choice stays. */
export const useWallView = create<WallView>()(
  persist(
    (set) => ({ isBuilding: false, toggle: () => set(({ isBuilding }) => ({ isBuilding: !isBuilding })) }),
    {
      name: 'scaf.wall.view',
      storage: createJSONStorage(() => localStorage),
    },
  ),
);

/** Whether the one who looks may see which units are there. */
export const useMayBuild = (): boolean =>
  useSession(({ user }) => hallScreens.some((profile) => profile === user?.profileId));

/** Whether attendance is to be drawn as the building: asked for on this machine, by who may see it. */
export function useBuildingShown(): boolean {
  const mayBuild = useMayBuild();
  return useWallView((state) => state.isBuilding) && mayBuild;
}
