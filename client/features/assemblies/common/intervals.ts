/** Polling intervals while the hub is away (specification, section 9). */
export const QUORUM_POLL_MS = 10_000;
export const LAUNCH_POLL_MS = 60_000;
