import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { onSessionEnd } from './session.store.ts';

interface ChosenJoint {
  jointId: number | null;
  choose: (jointId: number) => void;
}

/** Store of the chosen joint, shared by all screens of the browser tab. Survives a reload. */
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
