import { ApiError } from '../../../lib/api.ts';

/** Unit refused by the server because the unit is registered already, with the earlier registration. */
export interface AlreadyRegistered {
  apartmentId: string;
  /** Name of the owner. Null if unknown. */
  owner: string | null;
  /** Time of the earlier registration, ISO 8601. Null if unknown. */
  at: string | null;
  /** Name of the person registered for the unit. Null if not written down. */
  attendee: string | null;
  /** Attendance code or user id that registered the unit. Only sent to the registration desk; null elsewhere. */
  userId: string | null;
  /** True if another device of the owner registered the unit. Only sent to the registration desk. */
  isByOwner?: true;
}

/**
 * Reads the units from an `alreadyRegistered` error of the API: units registered before, by another person or
 * device. Empty array for other errors.
 */
export function alreadyRegistered(error: unknown): AlreadyRegistered[] {
  if (!(error instanceof ApiError) || error.code !== 'alreadyRegistered') return [];
  const { apartments } = asRecord(error.details);
  if (!Array.isArray(apartments)) return [];
  return apartments.flatMap((item: unknown) => {
    const { apartmentId, owner, at, attendee, userId, isByOwner } = asRecord(item);
    if (typeof apartmentId !== 'string') return [];
    const name = typeof attendee === 'string' ? attendee : asRecord(attendee).name;
    return [
      {
        apartmentId,
        owner: textOrNull(owner),
        at: textOrNull(at),
        attendee: textOrNull(name),
        userId: textOrNull(userId),
        ...(isByOwner === true && { isByOwner }),
      },
    ];
  });
}

/**
 * Unit not registered, because another person has an accepted power of attorney for the unit. The operator decides.
 */
export interface PowerInTheWay {
  apartmentId: string;
  owner: string;
  /** Name of the person with the accepted power. */
  holder: string;
  powerId: number;
}

/**
 * Reads the units from a `powerStands` error of the API: another person has an accepted power of attorney for the
 * unit. Empty array for other errors.
 */
export function powersInTheWay(error: unknown): PowerInTheWay[] {
  if (!(error instanceof ApiError) || error.code !== 'powerStands') return [];
  const { apartments } = asRecord(error.details);
  if (!Array.isArray(apartments)) return [];
  return apartments.flatMap((item: unknown) => {
    const { apartmentId, owner, attendee, powerId } = asRecord(item);
    if (typeof apartmentId !== 'string' || typeof powerId !== 'number') return [];
    return [{ apartmentId, owner: textOrNull(owner) ?? '', holder: textOrNull(attendee) ?? '', powerId }];
  });
}

/**
 * Reads the Spanish reasons from a `powerBlocked` error of the API: the by-laws forbid the power, for example too
 * many powers for a person. Empty array for other errors.
 */
export function blockedBy(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.code !== 'powerBlocked') return [];
  const { warnings } = asRecord(error.details);
  return Array.isArray(warnings) ? warnings.map((warning) => String(asRecord(warning).message)) : [];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
