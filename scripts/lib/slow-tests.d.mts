/** Slow test files, the slowest first. */
export const SLOW_TESTS: readonly string[];
