/** Wait after the first refusal by the live server, ms. */
const FIRST_MS = 5_000;
/**
 * Longest wait after refusals, ms. Each refusal doubles the wait up to this limit; meanwhile the screen polls by
 * HTTP.
 */
const MOST_MS = 120_000;
/** Duration of a connection, ms, that resets the count of refusals: the next refusal counts as the first. */
const STOOD_MS = 60_000;
/**
 * WebSocket close code "policy violation" (RFC 6455): the page, or all pages of the user together, sent or opened
 * too much.
 */
export const POLICY = 1008;

/**
 * Creates the pauses before reconnecting to the live server after a refusal: each refusal makes the next
 * pause longer, with a random spread against all screens coming back at once.
 */
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
    /** Records that the live server accepted a connection. */
    connected: () => {
      since = now();
    },
    /**
     * Records a refusal by the live server. Returns the milliseconds until the next try, 0.5 to 1.5 times the wait,
     * so pages return at different times.
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
