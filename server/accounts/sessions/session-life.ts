import { Profile } from '../../../shared/profiles.ts';
import type { Millis } from '../../platform/db/tables.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** What a sign-in or a renewal gives: longer than any assembly lasts. */
export const SESSION_MS = 12 * HOUR_MS;
/** A wall keeps its link from the notice to the evening, and through an assembly that is adjourned. */
export const DISPLAY_MS = 30 * DAY_MS;
/** After this a session is renewed no more, but in the middle of an assembly. */
const LONGEST_MS = 30 * DAY_MS;
/** How long ago an assembly under way was opened, at most: one that nobody closed keeps no session alive for ever. */
const EVENING_MS = DAY_MS;

/**
 * Until when a session lasts after a renewal: 12 hours more within 30 days of the sign-in, and for one day beyond
 * them while an assembly is under way; otherwise as long as it would have lasted. A wall display is never renewed.
 * @param isUnderWay whether an assembly of the session's joints is open that was opened since an instant; asked only
 *   where it matters
 */
export async function renewedUntil(
  session: { profileId: Profile; createdAt: Millis; expiresAt: Millis },
  now: Millis,
  isUnderWay: (since: Millis) => Promise<boolean>,
): Promise<Millis> {
  const { profileId, createdAt, expiresAt } = session;
  if (profileId === Profile.display) return expiresAt;
  const age = now - createdAt;
  const isYoung = age < LONGEST_MS;
  const goesOn = isYoung || (age < LONGEST_MS + EVENING_MS && (await isUnderWay(now - EVENING_MS)));
  return goesOn ? Math.max(expiresAt, now + SESSION_MS) : expiresAt;
}
