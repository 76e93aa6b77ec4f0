import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

interface WallKey {
  isOn: boolean;
  toggle: () => void;
}

/**
 * Whether the letter F alone is the full screen. Who speaks to their computer, or types by chance, turns it off
 * (WCAG 2.1.4); the choice is this machine's, and stays.
 */
export const useWallKey = create<WallKey>()(
  persist((set) => ({ isOn: true, toggle: () => set(({ isOn }) => ({ isOn: !isOn })) }), {
    name: 'scaf.wall.key',
    storage: createJSONStorage(() => localStorage),
  }),
);
