import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { plainLetters } from '../../../../shared/properties/plain-letters.ts';

/** An answer, or in an election of several seats the names of a ballot. */
export type Picked = number | readonly number[];

/** What is being chosen, before it is confirmed: one answer for all units, or one for each. */
export interface Choices {
  isEach: boolean;
  /** The answer for all. */
  all: Picked | null;
  /** By unit. Kept while one answer for all is looked at, so that going back loses nothing. */
  each: Readonly<Record<string, Picked>>;
}

export const nothingChosen: Choices = { isEach: false, all: null, each: {} };

/** One unit's vote, as it is to be sent. */
export interface UnitBallot {
  apartmentId: string;
  answerId: number;
  /** Of several names all of them, growing; `answerId` is then the last. */
  answerIds?: readonly number[];
}

/** The answers of a ballot, one or several. */
export const answersOfBallot = ({ answerId, answerIds = [answerId] }: Omit<UnitBallot, 'apartmentId'>) =>
  answerIds;

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
  const ballots = ballotsOf({ ...choices, isEach: true }, units);
  const [first] = ballots;
  const isOne = new Set(ballots.map((ballot) => answersOfBallot(ballot).join())).size === 1;
  return { ...choices, isEach: false, all: first && isOne ? (first.answerIds ?? first.answerId) : null };
}

/** An answer for all. What the units had of their own before is void: it was the other way of answering. */
export function chooseAll(choices: Choices, chosen: Picked): Choices {
  return { ...choices, all: chosen, each: {} };
}

/** An answer for some units, or null for none. */
export function chooseSome(
  choices: Choices,
  apartmentIds: readonly string[],
  chosen: Picked | null,
): Choices {
  const each: Record<string, Picked> = { ...choices.each };
  for (const id of apartmentIds) {
    if (chosen === null) delete each[id];
    else each[id] = chosen;
  }
  return { ...choices, each };
}

/** Ballots as they had been chosen, unit by unit. */
export const choicesOf = (ballots: readonly UnitBallot[]): Choices => ({
  ...nothingChosen,
  isEach: true,
  each: Object.fromEntries(
    ballots.map(({ apartmentId, answerId, answerIds }) => [apartmentId, answerIds ?? answerId]),
  ),
});

/** The votes that would be sent now, in the order of the units. */
export function ballotsOf({ isEach, all, each }: Choices, units: readonly Unit[]): UnitBallot[] {
  return units.flatMap(({ apartmentId }) => {
    const chosen = isEach ? (each[apartmentId] ?? null) : all;
    const answerIds = idsOfChosen(chosen);
    const answerId = answerIds.at(-1);
    if (answerId === undefined) return [];
    return [{ apartmentId, answerId, ...(answerIds.length === 1 ? {} : { answerIds }) }];
  });
}

/** What is chosen as growing numbers; none where nothing is. */
export function idsOfChosen(chosen: Picked | null): readonly number[] {
  if (chosen === null) return [];
  return typeof chosen === 'number' ? [chosen] : [...chosen].sort((a, b) => a - b);
}

/** Whose unit it is, seen from who votes: nobody says where no unit at all bears their name. */
export type Representation = 'own' | 'represented' | null;

/** Own units are those in one's own name; the others one represents. */
export function whoseUnits(
  units: readonly Pick<AssemblyApartment, 'apartmentId' | 'owner'>[],
  name: string,
): (owner: string) => Representation {
  const mine = plainLetters(name);
  const isOwn = (owner: string) => mine !== '' && plainLetters(owner) === mine;
  if (!units.some(({ owner }) => isOwn(owner))) return () => null;
  return (owner) => (isOwn(owner) ? 'own' : 'represented');
}
