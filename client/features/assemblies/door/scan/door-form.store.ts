import { create } from 'zustand';
import type { Capacity } from '../../../../../shared/assemblies/attendance.api.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';
import { dropQuestion } from './signal.ts';

interface Attendee {
  byProxy: boolean;
  name: string;
  document: string;
  /** Role of the attendee for a company. Null for the legal representative. */
  capacity: Capacity | null;
}

/**
 * Content of the registration form at the desk: selected units, typed or scanned code, and codes waiting for units
 * or for the attendee's name.
 */
export interface DoorForm {
  /** Ids of the selected units. */
  chosen: readonly string[];
  /** Text of the code field. */
  code: string;
  /**
   * Card scanned before units were selected. The units selected next are registered for the card's code. Null if no
   * card waits.
   */
  waiting: { code: string } | null;
  /**
   * Code and units (of a company or of several owners) to register once the attendee's name is typed. Null if no
   * code waits.
   */
  naming: { code: string; units: readonly string[] } | null;
  /** Typed name and document of the attendee. */
  attendee: Attendee;
  /**
   * User id of the person at home to register, instead of a code. Null if a code is used, '' until a person is
   * selected.
   */
  personId: string | null;
  /** True if an owner came for units registered by another person: registered units can be selected too. */
  isReturn: boolean;
  /** Spanish errors, by field. */
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
 * Store with the content of the registration form at the desk. Outside of React, because two scans may arrive
 * before a render.
 */
export const useDoorForm = create<DoorForm>(() => empty);

/** Empties the registration form of the desk: units, code, attendee, errors, and a question not yet on the band. */
export function clearDoorForm(): void {
  dropQuestion();
  useDoorForm.setState(empty);
}

onSessionEnd(clearDoorForm);
