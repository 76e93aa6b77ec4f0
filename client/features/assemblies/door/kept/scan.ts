import type {
  Capacity,
  NewRegistration,
  RegistrationResult,
} from '../../../../../shared/assemblies/attendance.api.ts';
import type { AlreadyRegistered, PowerInTheWay } from '../../common/failure.ts';

/** State of a registration. `pending` and `sending` are local; the others come from the server and are final. */
export type ScanState = 'pending' | 'sending' | 'registered' | 'already' | 'blocked';

/** Unit with owner, for texts. */
export interface UnitName {
  apartmentId: string;
  owner: string;
}

/** Registration request, as entered by form, scanner or camera. */
export interface DoorWish {
  /** Absent for a badge: the server knows the unit and companions. */
  apartmentIds?: string[];
  code: string;
  attendee?: NewRegistration['attendee'];
  byProxy?: boolean;
  capacity?: Capacity;
  takeBack?: boolean;
  /** Accepted powers that the person brings. */
  powers?: number[];
  /** True if the owner has come: ends an accepted power for the unit. */
  endPower?: boolean;
}

/** Registration at the door, from the scan to the answer. */
export interface ScanEntry {
  /** Also the idempotency key: a resent scan registers once. */
  id: string;
  jointId: number;
  /** By the server's clock. */
  scannedAt: string;
  code: string;
  apartments: readonly UnitName[];
  wish: DoorWish;
  state: ScanState;
  /** Sentence for the operator. Empty without a message. */
  message: string;
  /** If refused as already registered: the units with their holders. */
  conflicts: readonly AlreadyRegistered[];
  powers: RegistrationResult['powers'];
  /** If refused for a power: the units and the accepted powers that block them. */
  inTheWay?: readonly PowerInTheWay[];
  /** Warnings or refusals by limits of powers. */
  warnings?: readonly string[];
  /** True to send `scannedAt`. False after the server rejected a fresh scan as outdated. */
  isTimed: boolean;
  /** True if the code already held these units at the scan: a repeated 'already registered' counts as read. */
  isRepeat: boolean;
  /** True after the operator has read the refusal. */
  isSettled: boolean;
  /** True if the device could not store the scan: the scan lives as long as the page. */
  isUnsaved: boolean;
}

/** Stored entry with its user and order of arrival. */
export interface StoredScan extends ScanEntry {
  userId: string;
  userName: string;
  order: number;
}

/** True until the server gives a final answer. */
export const isPendingScan = ({ state }: Pick<ScanEntry, 'state'>): boolean =>
  state === 'pending' || state === 'sending';

/** True if registered for more owners than the by-laws allow: a warning, not a refusal. */
function exceedsPowers({ state, powers }: Pick<ScanEntry, 'state' | 'powers'>): boolean {
  return state === 'registered' && powers !== null && powers.limit !== null && powers.owners > powers.limit;
}

/** True for a refusal or warning that the operator has not read. */
export const isUnread = (entry: Pick<ScanEntry, 'state' | 'isSettled' | 'powers' | 'warnings'>): boolean =>
  (entry.state === 'already' || entry.state === 'blocked' || isWarned(entry)) && !entry.isSettled;

/** True if registered beyond a limit of powers: a warning, not a refusal. */
export const isWarned = (entry: Pick<ScanEntry, 'state' | 'powers' | 'warnings'>): boolean =>
  exceedsPowers(entry) || (entry.state === 'registered' && (entry.warnings ?? []).length > 0);
