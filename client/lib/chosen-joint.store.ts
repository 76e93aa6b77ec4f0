import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { onSessionEnd } from './session.store.ts';

interface ChosenJoint {
  jointId: number | null;
  choose: (jointId: number) => void;
}

/**
 * Store with the id of the joint (co-owned property) chosen in this browser tab, shared by all screens; null before
 * a choice. Survives a reload.
 */
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
