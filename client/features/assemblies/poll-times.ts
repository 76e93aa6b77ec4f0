/** The specification, section 9: how often screens ask while the hub is away. */
export const QUORUM_POLL_MS = 10_000;
export const LAUNCH_POLL_MS = 60_000;
