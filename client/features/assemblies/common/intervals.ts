/**
 * Polling interval in milliseconds of quorum data while the WebSocket connection is down (specification, section
 * 9).
 */
export const QUORUM_POLL_MS = 10_000;
/** Polling interval in milliseconds of an owner's waiting page while the WebSocket connection is down. */
export const LAUNCH_POLL_MS = 60_000;
