import { ApiError } from './api.ts';

/** Longest first pause before a retry, ms: enough for a lost packet or a busy second. */
const FIRST_MS = 1_000;
/**
 * Longest pause before a retry, ms; pauses double up to this limit. 600 phones then send 150 requests a second, and
 * each phone sends soon.
 */
const LONGEST_MS = 8_000;

/**
 * True if an error may pass, so the same request may succeed later: no answer, an answer of another server
 * (a network's login page), or a busy or broken server. All other errors are final.
 */
export function isWorthResending(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  // Request timeout, too early, too many requests (RFC 9110, 8470, 6585).
  return error.status === 0 || [408, 425, 429].includes(error.status) || error.status >= 500;
}

/**
 * Returns the milliseconds before a retry; `attempt` counts from 0. Exponential backoff with a fully random pause,
 * so clients of the same lost server return at different moments.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
}

/** Waiting time requested by the server in an error (Retry-After), ms. 0 if absent. */
export const retryAfterOf = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;

/** Options of `resend`: abort, time limit, and callbacks around the pauses. */
export interface Resending {
  /** Aborts pauses and retries. The caller aborts the running request. */
  signal?: AbortSignal;
  /** Time limit for all tries, ms from the first try. Default: no limit. */
  forMs?: number;
  /** True to retry after an error. Default: `isWorthResending`. */
  isWorth?: (error: unknown) => boolean;
  /** Called before each pause between tries. */
  onWait?: () => void;
  /** Waits `ms`. May end sooner if the network returns, but not before `leastMs` (Retry-After). */
  pause?: (ms: number, leastMs: number) => Promise<void>;
  /** Clock in ms, for tests. */
  now?: () => number;
  /** Random number from 0 to 1, for tests. */
  random?: () => number;
}

/**
 * Sends a request, again after each passing error, until a final answer. Each try must be the same request
 * with the same idempotency key, so a repeat has no second effect. Throws the last error, or the reason of
 * the signal.
 * @param send sends the request once; called again for each try
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
      // Adds the jitter to Retry-After: with the larger of the two, all clients would return together.
      const ms = leastMs + backoffMs(attempt, random);
      if (now() + ms > deadline) throw error;
      onWait?.();
      await pause(ms, leastMs);
      if (signal?.aborted) throw signal.reason;
    }
  }
}

/** Waits `ms` milliseconds. Rejects with the signal's reason on abort. */
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
