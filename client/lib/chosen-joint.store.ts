import { create } from 'zustand';
import { onSessionEnd } from './session.store.ts';
import { keepInTab, readFromTab } from './tab-storage.ts';

const KEY = 'scaf.joint';

interface ChosenJoint {
  jointId: number | null;
  choose: (jointId: number) => void;
}

/**
 * Store with the id of the joint (co-owned property) chosen in this browser tab, shared by all screens; null before
 * a choice. Survives a reload.
 */
export const useChosenJoint = create<ChosenJoint>()((set) => ({
  jointId: readFromTab<number>(KEY),
  choose: (jointId) => set({ jointId }),
}));

useChosenJoint.subscribe(({ jointId }) => keepInTab(KEY, jointId));
onSessionEnd(() => useChosenJoint.setState({ jointId: null }));
