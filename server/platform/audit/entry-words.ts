/**
 * Facts of an audit entry, with functions to name the numbers in the facts, to write a sentence about the
 * entry.
 */
export interface Telling {
  /** Facts of the entry by name, as stored: `{ jointId: 3, reason: 'Error' }`. */
  facts: Record<string, unknown>;
  /** Returns the shown name of an actor: 'user:12' gives 'Ana Ruiz'. */
  who: (actor: string) => string;
  /** Returns the name of a joint by number. */
  joint: (jointId: number) => string;
}

/** Function to write a Spanish sentence about an audit entry. */
export type EntryFormatter = (telling: Telling) => string;

/**
 * Functions to write the audit entries of a feature as Spanish sentences. Key: name of the recorded action
 * ('conceptActivated').
 */
export type EntryFormatters = Readonly<Record<string, EntryFormatter>>;

/** Returns a fact of an audit entry as text; '' if missing, because facts come from JSON. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Returns a fact of an audit entry as number; 0 if missing or of another type. */
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
/** Returns a fact of an audit entry as list; empty if missing or of another type. */
export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Returns the end of a sentence with the reason of an act: ' Motivo: …'. Empty without a reason. */
export const reasonIn = (facts: Telling['facts']): string =>
  textIn(facts.reason) === '' ? '' : ` Motivo: ${textIn(facts.reason)}.`;
