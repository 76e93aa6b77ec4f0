import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { onSessionEnd } from './session.store.ts';

interface ChosenJoint {
  jointId: number | null;
  choose: (jointId: number) => void;
}

/** The joint somebody works with, the same on every screen, also after a reload of a wall's page. */
export const useChosenJoint = create<ChosenJoint>()(
  persist(
    (set) => ({
      jointId: null,
      choose: (jointId) => set({ jointId }),
    }),
    { name: 'scaf.joint', storage: createJSONStorage(() => sessionStorage) },
  ),
);

onSessionEnd(() => useChosenJoint.setState({ jointId: null }));
