import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { hallScreens } from '../../../../../shared/api.ts';
import { useSession } from '../../../../lib/session.store.ts';

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

/** Hook: true if the signed-in user may see the building on the wall, with the single units. */
export const useMayBuild = (): boolean =>
  useSession(({ user }) => hallScreens.some((profile) => profile === user?.profileId));

/** Hook: true if the wall shows the building: chosen in this browser, and the user may see the single units. */
export function useBuildingShown(): boolean {
  const mayBuild = useMayBuild();
  return useWallView((state) => state.isBuilding) && mayBuild;
}
