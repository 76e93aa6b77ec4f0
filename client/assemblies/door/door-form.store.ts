import { create } from 'zustand';
import { onSessionEnd } from '../../lib/session.store.ts';

interface Attendee {
  byProxy: boolean;
  name: string;
  document: string;
}

export interface DoorForm {
  chosen: readonly string[];
  code: string;
  attendee: Attendee;
  faults: { units?: string; code?: string; name?: string };
}

const empty: DoorForm = {
  chosen: [],
  code: '',
  attendee: { byProxy: false, name: '', document: '' },
  faults: {},
};

/**
 * What stands in the form. In a store, since a scanner does not wait for a screen to be drawn: the next scan
 * must find what the last one left.
 */
export const useDoorForm = create<DoorForm>(() => empty);

export const clearDoorForm = (): void => useDoorForm.setState(empty);

onSessionEnd(clearDoorForm);
