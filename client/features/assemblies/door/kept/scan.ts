import type {
  LeftUnit,
  NewRegistration,
  RegistrationResult,
} from '../../../../../shared/assemblies/attendance.api.ts';
import type { AlreadyRegistered, PowerInTheWay } from '../../common/failure.ts';

/**
 * State of a registration. `pending` (not sent) and `sending` exist only on this device; the other states are final
 * answers of the server. `undone`: registered, then undone as a wrong scan.
 */
export type ScanState = 'pending' | 'sending' | 'registered' | 'already' | 'blocked' | 'undone';

/** Unit with the owner's name, as shown in messages of the desk: '101', 'ANA RUIZ'. */
export interface UnitName {
  apartmentId: string;
  owner: string;
}

/**
 * Registration requested at the desk, from the form, a hand scanner or the camera: person, units, and ways to solve
 * a conflict.
 */
export interface DoorWish extends Omit<NewRegistration, 'scannedAt' | 'roomCode' | 'wentOn'> {
  /** Attendance code of the person (card or badge). */
  code: string;
}

/** Registration at the desk, from the scan to the server's answer: an entry of the queue on this device. */
export interface ScanEntry {
  /** Id of the registration, also sent as idempotency key: a resent registration counts once. */
  id: string;
  jointId: number;
  /** Time of the scan by the server's clock, ISO 8601. */
  scannedAt: string;
  /** Attendance code of the person. */
  code: string;
  /** Units to show: the requested units, and after the answer the registered units. */
  apartments: readonly UnitName[];
  /** Request as sent to the server. */
  wish: DoorWish;
  state: ScanState;
  /** Spanish message for the operator, '' if there is no message. */
  message: string;
  /** Units registered before by another code or user. Filled after an `alreadyRegistered` error. */
  conflicts: readonly AlreadyRegistered[];
  /** Number of owners represented by the person, and limit. Null without a proxy or before the answer. */
  powers: RegistrationResult['powers'];
  /** Units of the owner left out by the server. Filled after a registration with `withOwned`. */
  left?: readonly LeftUnit[];
  /** Units blocked by another person's accepted power. Filled after a `powerStands` error. */
  inTheWay?: readonly PowerInTheWay[];
  /** Spanish sentences about exceeded limits of powers: warnings after a registration, or reasons of a refusal. */
  warnings?: readonly string[];
  /** True to send `scannedAt` to the server. False after the server rejected a new scan's time as outdated. */
  isTimed: boolean;
  /**
   * True if the same code had registered the units before the scan. The answer 'already registered' then needs no
   * attention.
   */
  isRepeat: boolean;
  /** True after the operator has marked the refusal as read. */
  isSettled: boolean;
  /** True if the device could not write the registration to disk: lost when the page closes. */
  isUnsaved: boolean;
}

/** Registration as stored on this device until the server answers, with the operator and the order of arrival. */
export interface StoredScan extends ScanEntry {
  userId: string;
  userName: string;
  /** Number in the order of arrival on this device. */
  order: number;
}

/** True while a registration of the desk has no final answer of the server: not sent, or being sent. */
export const isPendingScan = ({ state }: Pick<ScanEntry, 'state'>): boolean =>
  state === 'pending' || state === 'sending';

/** True if the person was registered for more owners than the by-laws allow: a warning, not a refusal. */
function exceedsPowers({ state, powers }: Pick<ScanEntry, 'state' | 'powers'>): boolean {
  return state === 'registered' && powers !== null && powers.limit !== null && powers.owners > powers.limit;
}

/** True for a refused registration, or a registration with a warning, until the operator marks the entry as read. */
export const isUnread = (entry: Pick<ScanEntry, 'state' | 'isSettled' | 'powers' | 'warnings'>): boolean =>
  (entry.state === 'already' || entry.state === 'blocked' || isWarned(entry)) && !entry.isSettled;

/**
 * True if the server accepted a registration of the desk with a warning: limits of powers exceeded, or units left
 * out after the person had gone.
 */
export const isWarned = (entry: Pick<ScanEntry, 'state' | 'powers' | 'warnings'>): boolean =>
  exceedsPowers(entry) || (entry.state === 'registered' && (entry.warnings ?? []).length > 0);

/**
 * True if the button 'Deshacer' may undo a registration: the server accepted, and the registration took no unit or
 * power from another person.
 */
export const isUndoable = ({ state, wish }: Pick<ScanEntry, 'state' | 'wish'>): boolean =>
  state === 'registered' && wish.takeBack !== true && wish.endPower !== true;
