import type {
  Capacity,
  NewRegistration,
  RegistrationResult,
} from '../../../../../shared/assemblies/attendance.api.ts';
import type { AlreadyRegistered, PowerInTheWay } from '../../failure.ts';

/**
 * What became of a registration. `pending` and `sending` are on this device alone; the others are the server's
 * word and stay.
 */
export type ScanState = 'pending' | 'sending' | 'registered' | 'already' | 'blocked';

/** A unit as it is named to people. */
export interface UnitName {
  apartmentId: string;
  owner: string;
}

/** What a registration asks for: as the form, a scanner or the camera gave it. */
export interface DoorWish {
  /** Left out with a badge: its unit, and what goes with it. */
  apartmentIds?: string[];
  code: string;
  attendee?: NewRegistration['attendee'];
  byProxy?: boolean;
  capacity?: Capacity;
  takeBack?: boolean;
  /** Accepted powers of who comes, with their units. */
  powers?: number[];
  /** The owner has come: a power that was accepted for the unit ends. */
  endPower?: boolean;
}

/** A registration of the door, from the scan to the answer. */
export interface ScanEntry {
  /** Its Idempotency-Key too: sent twice it is one registration. */
  id: string;
  jointId: number;
  /** By the server's clock. */
  scannedAt: string;
  code: string;
  apartments: readonly UnitName[];
  wish: DoorWish;
  state: ScanState;
  /** A sentence for the operator; empty while there is nothing to say. */
  message: string;
  /** Units that were registered before, by name, where that is why it was refused. */
  conflicts: readonly AlreadyRegistered[];
  powers: RegistrationResult['powers'];
  /** Whose accepted power stands in the way of which unit, where that is why it was refused. */
  inTheWay?: readonly PowerInTheWay[];
  /** What limits of powers warned of, or refused. */
  warnings?: readonly string[];
  /** Its time goes with it. Not where the server took a scan of this very moment for one from before. */
  isTimed: boolean;
  /** The code was known to hold these units when it was scanned: to be told so again needs no reading. */
  isRepeat: boolean;
  /** The operator has read what was refused. */
  isSettled: boolean;
  /** It could not be written to this device's store: it lives as long as this page. */
  isUnsaved: boolean;
}

/** An entry as it is kept: whose it is, and in which order it came. */
export interface StoredScan extends ScanEntry {
  userId: string;
  userName: string;
  order: number;
}

/** Whether the server has not had its last word. */
export const isPendingScan = ({ state }: Pick<ScanEntry, 'state'>): boolean =>
  state === 'pending' || state === 'sending';

/** Whether it was registered with more powers than the reglamento allows one person: a warning, no refusal. */
function exceedsPowers({ state, powers }: Pick<ScanEntry, 'state' | 'powers'>): boolean {
  return state === 'registered' && powers !== null && powers.limit !== null && powers.owners > powers.limit;
}

/** Whether it waits for the operator's eyes: refused, or beyond the limit of powers, and not read yet. */
export const isUnread = (entry: Pick<ScanEntry, 'state' | 'isSettled' | 'powers' | 'warnings'>): boolean =>
  (entry.state === 'already' || entry.state === 'blocked' || isWarned(entry)) && !entry.isSettled;

/** Whether it was registered against a limit of powers: a warning, no refusal. */
export const isWarned = (entry: Pick<ScanEntry, 'state' | 'powers' | 'warnings'>): boolean =>
  exceedsPowers(entry) || (entry.state === 'registered' && (entry.warnings ?? []).length > 0);
