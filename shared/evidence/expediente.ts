/** Format of the manifest of an expediente, the evidence file of an assembly (docs/why/evidence.md). */
export const EXPEDIENTE = 'expediente/6';

/**
 * Name of the expediente's format before version 6: the file `registros/asistencia.jsonl` has no column for
 * attendance from home. Verifiers still accept the format.
 */
export const EXPEDIENTE_WITHOUT_HOME = 'expediente/5';

/**
 * Limit in bytes for the scanned pages of powers of attorney in an expediente. Pages uploaded first have priority,
 * as in both verifiers.
 */
export const MOST_PAGE_BYTES = 100_000_000;
