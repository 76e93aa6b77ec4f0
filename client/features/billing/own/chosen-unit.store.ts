import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';

interface ChosenUnit {
  jointId: number | null;
  apartmentId: string | null;
}

const none: ChosenUnit = { jointId: null, apartmentId: null };

/** Chosen unit, shared by the three queries of an owner. Another joint has another unit. */
export const useChosenUnit = create<ChosenUnit>()(
  persist(() => none, { name: 'scaf.unit', storage: createJSONStorage(() => sessionStorage) }),
);

/** Chooses a unit and the joint of the unit. */
export function chooseUnit(jointId: number, apartmentId: string): void {
  useChosenJoint.getState().choose(jointId);
  useChosenUnit.setState({ jointId, apartmentId });
}

onSessionEnd(() => useChosenUnit.setState(none));
