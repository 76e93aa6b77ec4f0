/** Format of the manifest of an expediente, the evidence file of an assembly (docs/why/evidence.md). */
export const EXPEDIENTE = 'expediente/5';

/**
 * Limit in bytes for the scanned pages of powers in an expediente. Pages uploaded first have priority, as in both
 * verifiers.
 */
export const MOST_PAGE_BYTES = 100_000_000;
