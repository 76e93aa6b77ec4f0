/** Format of an expediente's manifest (docs/why/evidence.md). */
export const EXPEDIENTE = 'expediente/5';

/**
 * Limit in bytes for the pages of powers in an expediente. Pages uploaded first have priority, as in both verifiers.
 */
export const MOST_PAGE_BYTES = 100_000_000;
