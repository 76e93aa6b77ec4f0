import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';

/** What is being chosen, before it is confirmed: one answer for all units, or one for each. */
export interface Choices {
  isEach: boolean;
  /** The answer for all. */
  all: number | null;
  /** By unit. Kept while one answer for all is looked at, so that going back loses nothing. */
  each: Readonly<Record<string, number>>;
}

export const nothingChosen: Choices = { isEach: false, all: null, each: {} };

/** One unit's vote, as it is to be sent. */
export interface UnitBallot {
  apartmentId: string;
  answerId: number;
}

type Unit = Pick<AssemblyApartment, 'apartmentId'>;

/** To an answer for each unit: those without one begin with the answer that was given for all. */
export function toEach(choices: Choices, units: readonly Unit[]): Choices {
  const { all } = choices;
  if (all === null) return { ...choices, isEach: true };
  const given = Object.fromEntries(units.map(({ apartmentId }) => [apartmentId, all]));
  return { ...choices, isEach: true, each: { ...given, ...choices.each } };
}

/** Back to one answer for all: the one that every unit with an answer has; none where they differ. */
export function toAll(choices: Choices, units: readonly Unit[]): Choices {
  const given = new Set(ballotsOf({ ...choices, isEach: true }, units).map(({ answerId }) => answerId));
  const [only] = given;
  return { ...choices, isEach: false, all: given.size === 1 && only !== undefined ? only : null };
}

/** An answer for all. What the units had of their own before is void: it was the other way of answering. */
export function chooseAll(choices: Choices, answerId: number): Choices {
  return { ...choices, all: answerId, each: {} };
}

export function chooseOne(choices: Choices, apartmentId: string, answerId: number): Choices {
  return { ...choices, each: { ...choices.each, [apartmentId]: answerId } };
}

/** The votes that would be sent now, in the order of the units. */
export function ballotsOf({ isEach, all, each }: Choices, units: readonly Unit[]): UnitBallot[] {
  return units.flatMap(({ apartmentId }) => {
    const answerId = isEach ? (each[apartmentId] ?? null) : all;
    return answerId === null ? [] : [{ apartmentId, answerId }];
  });
}

/** Whose unit it is, seen from who votes: nobody says where no unit at all bears their name. */
export type Representation = 'own' | 'represented' | null;

/** Own units are those in one's own name; the others one represents. */
export function whoseUnits(
  units: readonly Pick<AssemblyApartment, 'apartmentId' | 'owner'>[],
  name: string,
): (owner: string) => Representation {
  const mine = plain(name);
  const isOwn = (owner: string) => mine !== '' && plain(owner) === mine;
  if (!units.some(({ owner }) => isOwn(owner))) return () => null;
  return (owner) => (isOwn(owner) ? 'own' : 'represented');
}

/** Names as people and spreadsheets write them: case, accents and spaces tell nobody apart. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
