/** The first time that the hub sends this screen away it is left alone for this long, */
const FIRST_MS = 5_000;
/** and each time that this happens again twice as long, up to this. Meanwhile the screen polls. */
const MOST_MS = 120_000;
/** A connection that stood for this long was no part of a flood. */
const STOOD_MS = 60_000;
/** Policy violation (RFC 6455): this page, or all of its user's, sent or opened more than they may. */
const POLICY = 1008;

/** Counts how often the hub sent a page away, and says how long to leave it alone. */
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
    /** Let in again. */
    connected: () => {
      since = now();
    },
    /** Sent away: milliseconds until the next try, from half to one and a half of what is due, so that pages differ. */
    sentAway: (): number => {
      if (since !== null && now() - since >= STOOD_MS) times = 0;
      since = null;
      const due = Math.min(MOST_MS, FIRST_MS * 2 ** times);
      times += 1;
      return Math.round(due * (0.5 + random()));
    },
  };
}

/** Whether a connection ended because it sent or opened too much, as Socket.IO tells it. */
export function isPolicy(details: unknown): boolean {
  const context: unknown = Reflect.get(Object(details), 'context');
  return Reflect.get(Object(context), 'code') === POLICY;
}

/** What is used of a socket of the library. */
interface Returning {
  active: boolean;
  connect: () => unknown;
  disconnect: () => unknown;
}

/** Leaves the hub alone for a while: the library by itself comes back within a second, again and again. */
export function comeBackLater(socket: Returning, waitMs: number, isWanted: () => boolean): void {
  socket.disconnect();
  setTimeout(() => {
    if (isWanted() && !socket.active) socket.connect();
  }, waitMs);
}
