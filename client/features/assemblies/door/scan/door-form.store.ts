import { create } from 'zustand';
import type { Capacity } from '../../../../../shared/assemblies/attendance.api.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';

interface Attendee {
  byProxy: boolean;
  name: string;
  document: string;
  /** Of who comes for a company, where it is not its legal representative. */
  capacity: Capacity | null;
}

export interface DoorForm {
  chosen: readonly string[];
  code: string;
  /** The card that was read before anybody chose its units: it waits for them, and no other code gets them. */
  waiting: { code: string } | null;
  /** The code that waits for the name of who comes for a company or for several owners, and whose units it is for. */
  naming: { code: string; units: readonly string[] } | null;
  attendee: Attendee;
  /** Who answers from home, instead of a code; null while it is a code, '' while nobody was chosen. */
  personId: string | null;
  /** The owner has come for what somebody else holds: those units can be chosen. */
  isReturn: boolean;
  faults: { units?: string; code?: string; name?: string; person?: string };
}

const empty: DoorForm = {
  chosen: [],
  code: '',
  waiting: null,
  naming: null,
  attendee: { byProxy: false, name: '', document: '', capacity: null },
  personId: null,
  isReturn: false,
  faults: {},
};

/**
 * What stands in the form. In a store, since a scanner does not wait for a screen to be drawn: the next scan
 * must find what the last one left.
 */
export const useDoorForm = create<DoorForm>(() => empty);

export const clearDoorForm = (): void => useDoorForm.setState(empty);

onSessionEnd(clearDoorForm);
