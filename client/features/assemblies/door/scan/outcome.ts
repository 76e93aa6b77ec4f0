import type { RegistrationResult } from '../../../../../shared/assemblies/attendance.api.ts';
import { ApiError } from '../../../../lib/api.ts';
import { isWorthResending } from '../../../../lib/resend.ts';
import { alreadyRegistered, blockedBy, failureText, powersInTheWay } from '../../failure.ts';
import { assemblyTexts } from '../../texts.ts';
import type { ScanEntry, UnitName } from '../kept/scan.ts';

/** What an answer changes of an entry. */
type Change = Partial<
  Pick<ScanEntry, 'state' | 'message' | 'conflicts' | 'powers' | 'apartments' | 'inTheWay' | 'warnings'>
>;

/** It was registered: what it holds is what the server says, sectors aside. */
export function taken(entry: ScanEntry, result: RegistrationResult): Change {
  const known = new Map(entry.apartments.map((unit) => [unit.apartmentId, unit]));
  const here = result.registered.filter((one) => one.jointId === entry.jointId);
  const apartments: UnitName[] = here.map(
    ({ apartmentId }) => known.get(apartmentId) ?? { apartmentId, owner: '' },
  );
  return {
    state: 'registered',
    message: assemblyTexts.registered,
    conflicts: [],
    powers: result.powers,
    warnings: result.warnings.map(({ message }) => message),
    ...(apartments.length > 0 && { apartments }),
  };
}

/** Whether the same request may still succeed: also where the session ended, since the scan waits for the next one. */
export const mayStillPass = (error: unknown): boolean =>
  isWorthResending(error) || (error instanceof ApiError && error.status === 401);

/** Whether the whole server is out of reach or asks for patience, and not this one request alone. */
export const concernsAll = (error: unknown): boolean => !(error instanceof ApiError) || error.status !== 500;

/** It was refused for good. */
export function refused(error: unknown): Change {
  const conflicts = alreadyRegistered(error);
  if (error instanceof ApiError && error.code === 'alreadyRegistered') {
    return { state: 'already', message: assemblyTexts.alreadyRegistered, conflicts };
  }
  const isOurs = error instanceof ApiError && [403, 404].includes(error.status);
  return {
    state: 'blocked',
    message: isOurs ? error.message : failureText(error, assemblyTexts.registerFailed),
    conflicts: [],
    inTheWay: powersInTheWay(error),
    warnings: blockedBy(error),
  };
}

/** The units of a refused registration that nobody else holds: they are still to be registered. */
export function restOf(entry: ScanEntry): string[] {
  const gone = new Set(entry.conflicts.map((unit) => unit.apartmentId));
  return gone.size === 0 ? [] : (entry.wish.apartmentIds ?? []).filter((id) => !gone.has(id));
}
