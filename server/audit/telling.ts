/** What an entry is told with: the facts it holds, and the names that it knows by number only. */
export interface Telling {
  facts: Record<string, unknown>;
  /** A user, a code or a part of the system, as people know it. */
  who: (actor: string) => string;
  joint: (jointId: number) => string;
}

export type EntryFormatter = (telling: Telling) => string;

/** Facts are read from JSON: what is not there says nothing. */
export const textOr = (value: unknown): string => (typeof value === 'string' ? value : '');
export const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
