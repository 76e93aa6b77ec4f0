/** Format of an expediente's manifest (docs/evidence.md). */
export const EXPEDIENTE = 'expediente/5';

/** Bytes of the pages of powers in an expediente at most: those that were uploaded first, as both verifiers count. */
export const MOST_PAGE_BYTES = 100_000_000;
