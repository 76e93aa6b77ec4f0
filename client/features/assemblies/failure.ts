import { ApiError } from '../../lib/api.ts';

/**
 * The sentence for a failed act. What the server refuses by a rule (409, 422, 429) it explains better itself;
 * anything else gets the specification's sentence for the act.
 */
export function failureText(error: unknown, fallback: string): string {
  const isRefusal = error instanceof ApiError && [409, 422, 429].includes(error.status);
  return isRefusal ? error.message : fallback;
}

/** A unit that was already registered, as the refusal of a registration names it. */
export interface AlreadyRegistered {
  apartmentId: string;
  owner: string | null;
  /** Since when. */
  at: string | null;
  attendee: string | null;
  /** The code or the user that holds it; only the desk is told. */
  userId: string | null;
}

/** Reads the details of an `alreadyRegistered` refusal; empty when there are none. */
export function alreadyRegistered(error: unknown): AlreadyRegistered[] {
  if (!(error instanceof ApiError) || error.code !== 'alreadyRegistered') return [];
  const { apartments } = asRecord(error.details);
  if (!Array.isArray(apartments)) return [];
  return apartments.flatMap((item: unknown) => {
    const { apartmentId, owner, at, attendee, userId } = asRecord(item);
    if (typeof apartmentId !== 'string') return [];
    const name = typeof attendee === 'string' ? attendee : asRecord(attendee).name;
    return [
      {
        apartmentId,
        owner: textOrNull(owner),
        at: textOrNull(at),
        attendee: textOrNull(name),
        userId: textOrNull(userId),
      },
    ];
  });
}

/** A unit whose accepted power is another's, as the refusal of a registration names it. */
export interface PowerInTheWay {
  apartmentId: string;
  owner: string;
  /** Whose power it is. */
  holder: string;
  powerId: number;
}

/** Reads the details of a `powerStands` refusal; empty when there are none, or the unit is registered already. */
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

/** Why limits of the joint refuse powers, from the refusal's details. */
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
