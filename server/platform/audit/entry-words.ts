/** Input for describing an entry: the facts, and functions for names stored only as numbers. */
export interface Telling {
  facts: Record<string, unknown>;
  /** Name of an actor: a user, a code or a part of the system. */
  who: (actor: string) => string;
  joint: (jointId: number) => string;
}

/** Describes an entry in a Spanish sentence. */
export type EntryFormatter = (telling: Telling) => string;

/** Formatters of a feature's acts, by act. */
export type EntryFormatters = Readonly<Record<string, EntryFormatter>>;

/** Facts come from JSON: a missing fact becomes an empty value. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const reasonIn = (facts: Telling['facts']): string =>
  textIn(facts.reason) === '' ? '' : ` Motivo: ${textIn(facts.reason)}.`;
