/**
 * Input of an `EntryFormatter`: the facts of an audit entry, and functions to turn user and joint numbers
 * of the facts into names.
 */
export interface Telling {
  /** Facts of the entry by name, as stored: `{ jointId: 3, reason: 'Error' }`. */
  facts: Record<string, unknown>;
  /** Returns the shown name of an actor: 'user:12' gives 'Ana Ruiz'. */
  who: (actor: string) => string;
  /** Returns the name of a joint by number. */
  joint: (jointId: number) => string;
}

/**
 * Function to turn an audit entry into a Spanish sentence for the audit page, for example 'Abrió la
 * pregunta 2.'
 */
export type EntryFormatter = (telling: Telling) => string;

/**
 * Sentence functions for the audit entries of a feature. Key: the action of the entry (`act`), for example
 * 'conceptActivated'.
 */
export type EntryFormatters = Readonly<Record<string, EntryFormatter>>;

/** Returns a fact of an audit entry as text; '' if missing, because facts come from JSON. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Returns a fact of an audit entry as number; 0 if missing or of another type. */
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
/** Returns a fact of an audit entry as list; empty if missing or of another type. */
export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/**
 * Returns the reason of an audit entry as the end of a Spanish sentence: ' Motivo: error de digitación.'
 * Returns '' for an entry without a reason.
 */
export const reasonIn = (facts: Telling['facts']): string =>
  textIn(facts.reason) === '' ? '' : ` Motivo: ${textIn(facts.reason)}.`;
