import { ApiError } from './api.ts';

/** The first pause is this long at most: a request that met one lost packet or one busy second. */
const FIRST_MS = 1_000;
/** Each further one twice as long, up to this: 600 phones then send 150 requests a second, and each sends soon. */
const LONGEST_MS = 8_000;

/**
 * Whether the same request may succeed when it is sent again: no answer came (or one that is not our server's, as a
 * network's own page), or it says that it is busy or broken. Everything else is the server's last word.
 */
export function isWorthResending(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  // Request timeout, too early, too many requests (RFC 9110, 8470, 6585).
  return error.status === 0 || [408, 425, 429].includes(error.status) || error.status >= 500;
}

/**
 * Milliseconds before a request is sent again; `attempt` counts from 0. Exponential backoff with full jitter: whoever
 * lost the same server comes back at any moment of the pause, and not together.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
}

/** For how long the server asks to be left alone, in milliseconds; 0 where it does not say. */
export const retryAfterOf = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;

export interface Resending {
  /** Ends the pauses and the sending; the request under way is its caller's. */
  signal?: AbortSignal;
  /** No pause begins that ends later than this after the first try; without it there is no end. */
  forMs?: number;
  isWorth?: (error: unknown) => boolean;
  /** Called before each pause. */
  onWait?: () => void;
  /** Waits `ms`; may end sooner where the network is back, not before `leastMs`, for which the server asked. */
  pause?: (ms: number, leastMs: number) => Promise<void>;
  now?: () => number;
  random?: () => number;
}

/**
 * Sends a request until it gets an answer that is worth no further try. The request is to be the same each time, with
 * the same idempotency key. Throws the last error, or the signal's reason.
 */
export async function resend<T>(send: () => Promise<T>, options: Resending = {}): Promise<T> {
  const { signal, forMs = Number.POSITIVE_INFINITY, isWorth = isWorthResending, onWait, random } = options;
  const { pause = (ms) => sleep(ms, signal), now = () => performance.now() } = options;
  const deadline = now() + forMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (signal?.aborted || !isWorth(error)) throw error;
      const leastMs = retryAfterOf(error);
      // Added, not the larger of both: whoever was sent away together would come back together.
      const ms = leastMs + backoffMs(attempt, random);
      if (now() + ms > deadline) throw error;
      onWait?.();
      await pause(ms, leastMs);
      if (signal?.aborted) throw signal.reason;
    }
  }
}

/** A pause that a signal ends, with its reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}
