import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';

interface ChosenUnit {
  jointId: number | null;
  apartmentId: string | null;
}

const noUnit: ChosenUnit = { jointId: null, apartmentId: null };

/** Unit chosen by an owner, shared by the pages with bills, receipts and statement. */
export const useChosenUnit = create<ChosenUnit>()(
  persist(() => noUnit, { name: 'scaf.unit', storage: createJSONStorage(() => sessionStorage) }),
);

/** Stores the unit chosen by an owner, and chooses the joint of the unit on all screens. */
export function chooseUnit(jointId: number, apartmentId: string): void {
  useChosenJoint.getState().choose(jointId);
  useChosenUnit.setState({ jointId, apartmentId });
}

onSessionEnd(() => useChosenUnit.setState(noUnit));
