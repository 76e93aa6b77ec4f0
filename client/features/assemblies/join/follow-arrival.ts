import { announceArrival, claimArrival } from '../../../../shared/assemblies/arrivals.api.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { waitOrBack } from '../../../lib/live/wait-or-back.ts';
import { isWorthResending, retryAfterOf } from '../../../lib/resend.ts';
import type { Announced, Decided } from './arrival.ts';

/**
 * Polling interval in milliseconds for the decision of the registration desk: ASK_MS during the first SOON_MS, then
 * ASK_LATER_MS.
 */
const ASK_MS = 2_000;
const ASK_LATER_MS = 5_000;
const SOON_MS = 120_000;
/**
 * Interval in milliseconds to repeat the request to enter, in case the server lost the first or dropped the request
 * after half an hour.
 */
const RETRY_MS = 60_000;

interface Following {
  signal: AbortSignal;
  /** Called after each attempt, with true if the server answered. */
  onReached: (isReached: boolean) => void;
  /** Called with true once the server has confirmed that the desk has the request. */
  onSure: (isSure: boolean) => void;
}

/**
 * Sends this phone's announcement (unit and document) to the server, and waits for the decision of the desk.
 * @param onReached called after each attempt, with true if the server answered
 * @param onSure called with true once the desk surely has the announcement
 * @returns the decision; null if the signal aborted the wait
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
      if (performance.now() - announcedAt > RETRY_MS) {
        await call(announceArrival, { params: { code }, body: { apartmentId, document, ticket }, signal });
        announcedAt = performance.now();
      }
      const { state, jwt } = await call(claimArrival, { body: { code, ticket }, signal });
      if (signal.aborted) break;
      onReached(true);
      if (state !== 'waiting' && state !== 'unsure') return { state, jwt };
      // Another process may not have read the announcement yet.
      unsure = state === 'unsure' ? unsure + 1 : 0;
      onSure(unsure < 2);
    } catch (error) {
      if (signal.aborted) break;
      // A final refusal: a retry would fail too.
      if (!isWorthResending(error)) return { state: 'over', jwt: null };
      leastMs = retryAfterOf(error);
      onReached(error instanceof ApiError && error.status !== 0);
    }
    const pause = performance.now() - began < SOON_MS ? ASK_MS : ASK_LATER_MS;
    // Random pause, so that the phones of a hall do not poll at once.
    await waitOrBack(leastMs + pause * (0.75 + Math.random() / 2), leastMs);
  }
  return null;
}
