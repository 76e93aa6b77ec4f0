import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';

interface ChosenUnit {
  jointId: number | null;
  apartmentId: string | null;
}

const noUnit: ChosenUnit = { jointId: null, apartmentId: null };

/**
 * Store with the unit chosen by an owner of several units, shared by the pages of bills, receipts and
 * statement. Kept in the browser tab.
 */
export const useChosenUnit = create<ChosenUnit>()(
  persist(() => noUnit, { name: 'scaf.unit', storage: createJSONStorage(() => sessionStorage) }),
);

/**
 * Stores the unit chosen by an owner for the pages of bills, receipts and statement, and selects the joint of
 * the unit on all pages.
 */
export function chooseUnit(jointId: number, apartmentId: string): void {
  useChosenJoint.getState().choose(jointId);
  useChosenUnit.setState({ jointId, apartmentId });
}

onSessionEnd(() => useChosenUnit.setState(noUnit));
