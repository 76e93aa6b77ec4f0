import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';

interface ChosenUnit {
  jointId: number | null;
  apartmentId: string | null;
}

const none: ChosenUnit = { jointId: null, apartmentId: null };

/** The unit that somebody looks at, the same in all three queries; another joint has another. */
export const useChosenUnit = create<ChosenUnit>()(
  persist(() => none, { name: 'scaf.unit', storage: createJSONStorage(() => sessionStorage) }),
);

/** Looks at a unit from now on, and at its joint. */
export function chooseUnit(jointId: number, apartmentId: string): void {
  useChosenJoint.getState().choose(jointId);
  useChosenUnit.setState({ jointId, apartmentId });
}

onSessionEnd(() => useChosenUnit.setState(none));
