/** What an entry is told with: the facts it holds, and the names that it knows by number only. */
export interface Telling {
  facts: Record<string, unknown>;
  /** A user, a code or a part of the system, as people know it. */
  who: (actor: string) => string;
  joint: (jointId: number) => string;
}

/** An entry as one Spanish sentence. */
export type EntryFormatter = (telling: Telling) => string;

/** By act: what a feature hands in of the acts that are its own. */
export type EntryFormatters = Readonly<Record<string, EntryFormatter>>;

/** Facts are read from JSON: what is not there says nothing. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const reasonIn = (facts: Telling['facts']): string =>
  textIn(facts.reason) === '' ? '' : ` Motivo: ${textIn(facts.reason)}.`;
