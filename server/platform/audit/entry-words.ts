/** Input for describing an audit entry: the facts, and functions for names stored only as numbers. */
export interface Telling {
  facts: Record<string, unknown>;
  /** Returns the name of an actor: a user, a code or a part of the system. */
  who: (actor: string) => string;
  joint: (jointId: number) => string;
}

/** Function to describe an audit entry in a Spanish sentence. */
export type EntryFormatter = (telling: Telling) => string;

/** Functions to describe a feature's audit entries, by act. */
export type EntryFormatters = Readonly<Record<string, EntryFormatter>>;

/** Returns a fact of an audit entry as text; '' if missing, because facts come from JSON. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const reasonIn = (facts: Telling['facts']): string =>
  textIn(facts.reason) === '' ? '' : ` Motivo: ${textIn(facts.reason)}.`;
