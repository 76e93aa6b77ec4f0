/**
 * Milliseconds between two requests for quorum figures while the WebSocket connection (live events) is down
 * (specification, section 9).
 */
export const QUORUM_POLL_MS = 10_000;
/**
 * Milliseconds between two requests of an owner's waiting page while the WebSocket connection (live events) is
 * down.
 */
export const LAUNCH_POLL_MS = 60_000;
