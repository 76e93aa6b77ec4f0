import { ApiError } from '../api.ts';
import { isWorthResending } from '../resend.ts';

/**
 * Random spread of the poll interval, as a part, so two hundred screens without a server do not poll at the same
 * instant.
 */
const JITTER = 0.2;
/**
 * Longest wait before the first poll after the live connection is lost, ms. Often the connection returns sooner.
 */
const FIRST_WAIT_MS = 4_000;

/** Returns `ms` changed at random by at most 20 %, so screens do not send requests at the same moments. */
export function jittered(ms: number, random: () => number = Math.random): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random()));
}

/** Functions to start and stop polling. */
export interface Poller {
  /** Starts or continues polling. `soon` skips the first wait, because the screen is still empty. */
  start: (soon: boolean) => void;
  stop: () => void;
}

interface Polling<Picture> {
  /** Fetches the snapshot. Throws ApiError. */
  ask: (signal: AbortSignal) => Promise<Picture>;
  everyMs: () => number;
  onSnapshot: (snapshot: Picture) => void;
  /** Called with the error code of a final refusal; polling stops. */
  onRefused: (code: string) => void;
}

/**
 * Creates a poller: fetches snapshots by HTTP while the live server is unreachable.
 * @param ask fetches the snapshot
 * @param everyMs returns the interval between requests, in milliseconds
 * @param onSnapshot called with each snapshot
 * @param onRefused called once with the error code of a final refusal; polling stops
 */
export function createPoller<Picture>({
  ask: fetchSnapshot,
  everyMs,
  onSnapshot,
  onRefused,
}: Polling<Picture>): Poller {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let asking: AbortController | null = null;

  const ask = async () => {
    timer = null;
    const mine = new AbortController();
    asking = mine;
    try {
      const snapshot = await fetchSnapshot(mine.signal);
      if (asking === mine) onSnapshot(snapshot);
    } catch (error) {
      if (asking !== mine) return;
      // A refusal is final. A 401 has already ended the session.
      if (error instanceof ApiError && !isWorthResending(error)) {
        asking = null;
        onRefused(error.code);
        return;
      }
    }
    if (asking !== mine) return;
    asking = null;
    timer = setTimeout(ask, jittered(everyMs()));
  };

  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    asking?.abort();
    asking = null;
  };

  return {
    start: (soon) => {
      if (asking) return;
      if (timer !== null) {
        if (!soon) return;
        clearTimeout(timer);
      }
      timer = setTimeout(ask, soon ? 0 : Math.random() * Math.min(FIRST_WAIT_MS, everyMs()));
    },
    stop,
  };
}
