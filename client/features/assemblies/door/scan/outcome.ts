import type { RegistrationResult } from '../../../../../shared/assemblies/attendance.api.ts';
import { maskedCode, normalizeCode } from '../../../../../shared/assemblies/code.ts';
import { ApiError, failureText } from '../../../../lib/api.ts';
import { isWorthResending } from '../../../../lib/resend.ts';
import { alreadyRegistered, blockedBy, powersInTheWay } from '../../common/failure.ts';
import { assemblyTexts } from '../../common/texts.ts';
import type { DoorWish, ScanEntry, UnitName } from '../kept/scan.ts';
import { leftOutWords } from './words.ts';

/** Fields of a registration that the server's answer changes. */
type ScanChange = Partial<
  Pick<
    ScanEntry,
    | 'state'
    | 'message'
    | 'conflicts'
    | 'powers'
    | 'apartments'
    | 'inTheWay'
    | 'warnings'
    | 'left'
    | 'code'
    | 'wish'
  >
>;

/**
 * Returns the changed fields of the desk's queue entry after the server accepted the registration: state, message
 * and registered units.
 * @param entry registration before the answer
 * @param result answer of the server
 * @param isLate true if the person has left the desk: units left out then need a warning to read
 */
export function taken(entry: ScanEntry, result: RegistrationResult, isLate: boolean): ScanChange {
  const unitsById = new Map(entry.apartments.map((unit) => [unit.apartmentId, unit]));
  const ids = new Set(result.registered.map(({ apartmentId }) => apartmentId));
  const apartments: UnitName[] = [...ids].map(
    (apartmentId) => unitsById.get(apartmentId) ?? { apartmentId, owner: '' },
  );
  const leftOut = isLate ? leftOutWords(result.left) : '';
  return {
    state: 'registered',
    message: assemblyTexts.registered,
    conflicts: [],
    powers: result.powers,
    warnings: [...result.warnings.map(({ message }) => message), ...(leftOut === '' ? [] : [leftOut])],
    left: result.left ?? [],
    // The server names the code by the public id: the device then stores no whole code.
    code: result.userId,
    wish: { ...entry.wish, code: result.userId },
    ...(apartments.length > 0 && { apartments }),
  };
}

/**
 * True if a failed registration may succeed at a later attempt, for example after a lost network or an ended
 * session. False after a refusal by a rule.
 */
export const mayStillPass = (error: unknown): boolean =>
  isWorthResending(error) || (error instanceof ApiError && error.status === 401);

/**
 * Returns a registration with a masked code, for a finished entry of the desk's queue: anybody with a whole code can vote.
 * Public ids of codes and ids of users stay.
 */
export const withMaskedCode = (registration: DoorWish): DoorWish =>
  normalizeCode(registration.code) === null
    ? registration
    : { ...registration, code: maskedCode(registration.code) };

/**
 * Returns the changed fields of the desk's queue entry after a final refusal by the server: state, message and
 * reasons. The code is masked if the desk has no way to send the code again.
 * @param error error of the request
 */
export function refusedScan(registration: DoorWish, error: unknown): ScanChange {
  const conflicts = alreadyRegistered(error);
  if (error instanceof ApiError && error.code === 'alreadyRegistered') {
    return { state: 'already', message: assemblyTexts.alreadyRegistered, conflicts };
  }
  const isOurs = error instanceof ApiError && [403, 404].includes(error.status);
  const inTheWay = powersInTheWay(error);
  const finished = inTheWay.length > 0 ? registration : withMaskedCode(registration);
  return {
    state: 'blocked',
    code: finished.code,
    wish: finished,
    message: isOurs ? error.message : failureText(error, assemblyTexts.registerFailed),
    conflicts: [],
    inTheWay,
    warnings: blockedBy(error),
  };
}

/**
 * Returns the ids of the requested units still to be registered after a refusal: the units not registered by
 * another person. Empty if the refusal has another reason.
 */
export function restOf(entry: ScanEntry): string[] {
  const gone = new Set(entry.conflicts.map((unit) => unit.apartmentId));
  return gone.size === 0 ? [] : (entry.wish.apartmentIds ?? []).filter((id) => !gone.has(id));
}
