import { create } from 'zustand';
import type { Capacity } from '../../../../../shared/assemblies/attendance.api.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';

interface Attendee {
  byProxy: boolean;
  name: string;
  document: string;
  /** Capacity for a company. Null for the legal representative. */
  capacity: Capacity | null;
}

export interface DoorForm {
  chosen: readonly string[];
  code: string;
  /** Card scanned before the choice of units. The chosen units go to this card, and to no other code. */
  waiting: { code: string } | null;
  /** Code that waits for the attendee's name, for units of a company or several owners. */
  naming: { code: string; units: readonly string[] } | null;
  attendee: Attendee;
  /** User id of the person at home, instead of a code. Null for a code, '' until chosen. */
  personId: string | null;
  /** True if an owner came for units held by another person: held units can be chosen. */
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
 * State of the form. A store, not component state, because a scanner does not wait for a render: the next scan must
 * see the changes of the last scan.
 */
export const useDoorForm = create<DoorForm>(() => empty);

export const clearDoorForm = (): void => useDoorForm.setState(empty);

onSessionEnd(clearDoorForm);
