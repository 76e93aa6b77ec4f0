import { ApiError } from '../api.ts';
import { isWorthResending } from '../resend.ts';

/** Two hundred screens that lost the same server must not ask again in the same instant. */
const JITTER = 0.2;
/** How soon after losing the hub the first question is asked, at most: it may be back in a moment. */
const FIRST_WAIT_MS = 4_000;

export function jittered(ms: number, random: () => number = Math.random): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random()));
}

export interface Poller {
  /** Starts asking, or goes on. `soon`: there is nothing on the screen yet, so the first wait is none. */
  start: (soon: boolean) => void;
  stop: () => void;
}

interface Polling<Picture> {
  /** Fetches what is shown; throws ApiError. */
  ask: (signal: AbortSignal) => Promise<Picture>;
  everyMs: () => number;
  onSnapshot: (snapshot: Picture) => void;
  /** Asking again is of no use. */
  onRefused: (code: string) => void;
}

/** Asks for what is shown again and again while the hub is away. */
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
      // A refusal will not get better by asking; a 401 has already ended the session.
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
