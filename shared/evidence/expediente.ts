/**
 * Version of the format of an expediente (evidence file of an assembly), written in the manifest
 * (docs/why/evidence.md).
 */
export const EXPEDIENTE = 'expediente/6';

/**
 * Version 5 of the format of an expediente (evidence file of an assembly): the file `registros/asistencia.jsonl`
 * does not tell room and home apart. Verifiers still accept the version.
 */
export const EXPEDIENTE_WITHOUT_HOME = 'expediente/5';

/**
 * Maximum bytes of all scanned pages of powers of attorney in an expediente. Pages uploaded first have priority;
 * both verifiers have the same limit.
 */
export const MOST_PAGE_BYTES = 100_000_000;
