import { mayBeSame, type NamedPerson } from '../../properties/person.ts';

/** Persons named by a power of attorney: the representative, and a substitute for an absent representative. */
export interface PowerPersons {
  holder: NamedPerson;
  substitute?: NamedPerson;
}

/** Finds the person of a power among the representative and the substitute. Undefined for another person. */
export const personOnPower = (
  { holder, substitute }: PowerPersons,
  person: NamedPerson,
): NamedPerson | undefined =>
  [holder, ...(substitute ? [substitute] : [])].find((one) => mayBeSame(one, person));
