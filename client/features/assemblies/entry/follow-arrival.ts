import { announceArrival, claimArrival } from '../../../../shared/assemblies/arrivals.api.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { waitOrBack } from '../../../lib/live/wait-or-back.ts';
import { isWorthResending, retryAfterOf } from '../../../lib/resend.ts';
import type { Announced, Decided } from './arrival.ts';

/** How often the desk's decision is asked for: soon while it is likely, then seldom. */
const ASK_MS = 2_000;
const ASK_LATER_MS = 5_000;
const SOON_MS = 120_000;
/** The announcement is sent again: one that the server lost, or has forgotten after half an hour, is there again. */
const AGAIN_MS = 60_000;

interface Following {
  signal: AbortSignal;
  /** Whether the server answers. */
  onReached: (isReached: boolean) => void;
  /** Hears if the desk certainly has the announcement. */
  onSure: (isSure: boolean) => void;
}

/**
 * Announces, and waits for what the desk decides.
 * @returns the decision; null where the signal ended it
 */
export async function followArrival(
  { code, ticket, apartmentId, document }: Announced,
  { signal, onReached, onSure }: Following,
): Promise<Decided | null> {
  const began = performance.now();
  let unsure = 0;
  let announcedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let leastMs = 0;
    try {
      if (performance.now() - announcedAt > AGAIN_MS) {
        await call(announceArrival, { params: { code }, body: { apartmentId, document, ticket }, signal });
        announcedAt = performance.now();
      }
      const { state, jwt } = await call(claimArrival, { body: { code, ticket }, signal });
      if (signal.aborted) break;
      onReached(true);
      if (state !== 'waiting' && state !== 'unsure') return { state, jwt };
      // Another process may not have looked at the announcement yet.
      unsure = state === 'unsure' ? unsure + 1 : 0;
      onSure(unsure < 2);
    } catch (error) {
      if (signal.aborted) break;
      // What it refuses now it refuses always.
      if (!isWorthResending(error)) return { state: 'over', jwt: null };
      leastMs = retryAfterOf(error);
      onReached(error instanceof ApiError && error.status !== 0);
    }
    const pause = performance.now() - began < SOON_MS ? ASK_MS : ASK_LATER_MS;
    // Not all phones of a hall at once.
    await waitOrBack(null, leastMs + pause * (0.75 + Math.random() / 2), leastMs);
  }
  return null;
}
