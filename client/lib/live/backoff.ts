/** Wait after the first refusal by the hub. */
const FIRST_MS = 5_000;
/** Longest wait. Each refusal doubles the wait up to this limit; the screen polls meanwhile. */
const MOST_MS = 120_000;
/** A connection that lasted so long was no part of a flood. */
const STOOD_MS = 60_000;
/** Close code "policy violation" (RFC 6455): the page, or all pages of the user, sent or opened too much. */
const POLICY = 1008;

/** Exponential backoff with jitter for pages that the hub refuses. */
export function createBackoff({
  now = () => performance.now(),
  random = Math.random,
}: {
  now?: () => number;
  random?: () => number;
} = {}) {
  let times = 0;
  let since: number | null = null;
  return {
    /** Records an accepted connection. */
    connected: () => {
      since = now();
    },
    /**
     * Records a refusal. Returns the milliseconds until the next try: 0.5 to 1.5 times the due wait, so pages differ.
     */
    sentAway: (): number => {
      if (since !== null && now() - since >= STOOD_MS) times = 0;
      since = null;
      const due = Math.min(MOST_MS, FIRST_MS * 2 ** times);
      times += 1;
      return Math.round(due * (0.5 + random()));
    },
  };
}

/** True if a connection was closed for sending or opening too much. `details` as passed by Socket.IO. */
export function isPolicy(details: unknown): boolean {
  const context: unknown = Reflect.get(Object(details), 'context');
  return Reflect.get(Object(context), 'code') === POLICY;
}

/** Part of a Socket.IO socket in use here. */
interface Returning {
  active: boolean;
  connect: () => unknown;
  disconnect: () => unknown;
}

/** Disconnects and reconnects after a wait. The library alone would return within a second. */
export function comeBackLater(socket: Returning, waitMs: number, isWanted: () => boolean): void {
  socket.disconnect();
  setTimeout(() => {
    if (isWanted() && !socket.active) socket.connect();
  }, waitMs);
}
