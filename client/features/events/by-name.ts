import { bareText } from '../../../shared/bare-text.ts';
import type { Participant } from '../../../shared/events/events.api.ts';
import { participantKey } from '../../../shared/events/participant-key.ts';
import { matches } from '../../ui/fields/search.ts';

type Named = Pick<Participant, 'participantId' | 'name'>;

/** A typed name: at least three letters, and no digits as in the codes of badges. */
const NAME = /^\D*\p{L}\D*\p{L}\D*\p{L}\D*$/u;

/** True for a typed name, false for an id with digits. */
export const isTypedName = (typed: string): boolean => NAME.test(typed);

/** Returns the participants with a typed name. Empty if the text is the id of a participant, in any spelling. */
export function findByName<Person extends Named>(people: readonly Person[], typed: string): Person[] {
  if (!isTypedName(typed) || isId(people, typed)) return [];
  return people.filter(({ name }) => matches(name, typed.trim()));
}

/**
 * Returns the id to register for a typed text: the id of the only participant found, if each typed word is a whole word
 * of the name, else the text as typed. Null if only a person can choose: 'ana' also finds 'Mariana López'.
 */
export function idOfTyped(people: readonly Named[], typed: string): string | null {
  const [only, ...others] = findByName(people, typed);
  if (only === undefined) return typed.trim();
  const words = nameWords(only.name);
  const isWhole = nameWords(typed).every((word) => words.includes(word));
  return isWhole && others.length === 0 ? only.participantId : null;
}

function isId(people: readonly Named[], typed: string): boolean {
  const key = participantKey(typed);
  // A text without digits is never the spelling of an id with digits.
  return people.some(({ participantId: id }) => !/\d/.test(id) && participantKey(id) === key);
}

const nameWords = (text: string): string[] =>
  bareText(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
