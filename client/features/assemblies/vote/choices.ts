import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { plainLetters } from '../../../../shared/properties/plain-letters.ts';

/** Answer selected in the voting form: an answer id, or several ids of names in an election of several seats. */
export type Picked = number | readonly number[];

/**
 * Answers selected in the voting form before sending: a common answer for all units of the voter, or an answer for
 * each unit.
 */
export interface Choices {
  /** True while the form asks for an answer per unit. */
  isEach: boolean;
  /** Common answer for all units. Null until selected. */
  all: Picked | null;
  /** Answer of each unit. Key: id of the unit. Stays stored while the common answer is shown. */
  each: Readonly<Record<string, Picked>>;
}

/** Hash of an address of the voting page: the form opens with an answer for each unit. */
export const EACH = '#distinto';

/** State of the voting form before a person chooses any answer. */
export const nothingChosen: Choices = { isEach: false, all: null, each: {} };

/** Vote of a unit with the chosen answer, ready to send. */
export interface UnitVote {
  apartmentId: string;
  /** Number of the chosen answer. */
  answerId: number;
  /** Ids of all selected names, ascending; `answerId` is then the last id. Absent with a single id. */
  answerIds?: readonly number[];
}

/** Returns the answer ids in a vote of a unit: several names for an election of several seats, else a single id. */
export const answersOfVote = ({ answerId, answerIds = [answerId] }: Omit<UnitVote, 'apartmentId'>) =>
  answerIds;

type UnitId = Pick<AssemblyApartment, 'apartmentId'>;

/**
 * Changes the voting form from a common answer for all units to an answer for each unit, and returns the new state.
 * Units without an answer start with the common answer.
 */
export function toEach(choices: Choices, units: readonly UnitId[]): Choices {
  const { all } = choices;
  if (all === null) return { ...choices, isEach: true };
  const common = Object.fromEntries(units.map(({ apartmentId }) => [apartmentId, all]));
  return { ...choices, isEach: true, each: { ...common, ...choices.each } };
}

/**
 * Changes the voting form from an answer for each unit to a common answer for all units, and returns the new state.
 * The common answer is null if the answers differ.
 */
export function toAll(choices: Choices, units: readonly UnitId[]): Choices {
  const ballots = votesToSend({ ...choices, isEach: true }, units);
  const [first] = ballots;
  const isOne = new Set(ballots.map((ballot) => answersOfVote(ballot).join())).size === 1;
  return { ...choices, isEach: false, all: first && isOne ? (first.answerIds ?? first.answerId) : null };
}

/**
 * Returns the state of the voting form with a common answer for all units of the voter, and without answers for
 * single units.
 */
export function chooseAll(choices: Choices, chosen: Picked): Choices {
  return { ...choices, all: chosen, each: {} };
}

/** Returns the state of the voting form with another answer for some units. Null clears the answers of the units. */
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

/** Returns the state of the voting form with the answers of given votes, an answer for each unit. */
export const choicesOf = (ballots: readonly UnitVote[]): Choices => ({
  ...nothingChosen,
  isEach: true,
  each: Object.fromEntries(
    ballots.map(({ apartmentId, answerId, answerIds }) => [apartmentId, answerIds ?? answerId]),
  ),
});

/** Answers of the instructions for a question. Key: id of the unit. Value: id of the answer. */
export type InstructedAnswers = Readonly<Record<string, number>>;

/**
 * Returns the state of the voting form with the answers of the instructions, before the voter chose any answer: a common
 * answer if the instructions of all units agree, else an answer for each instructed unit.
 */
export function fillIn(choices: Choices, units: readonly UnitId[], instructed: InstructedAnswers): Choices {
  const isUntouched = choices.all === null && Object.keys(choices.each).length === 0;
  const answers = units.map(({ apartmentId }) => instructed[apartmentId]);
  if (!isUntouched || answers.every((answer) => answer === undefined)) return choices;
  const [first] = answers;
  return first !== undefined && !choices.isEach && answers.every((answer) => answer === first)
    ? chooseAll(choices, first)
    : { isEach: true, all: null, each: { ...instructed } };
}

/**
 * Returns the votes to send from the voting form: a vote for each unit with a chosen answer, in the order of the
 * units.
 * @param choices answers selected in the form
 * @param units units still able to vote
 */
export function votesToSend({ isEach, all, each }: Choices, units: readonly UnitId[]): UnitVote[] {
  return units.flatMap(({ apartmentId }) => {
    const chosen = isEach ? (each[apartmentId] ?? null) : all;
    const answerIds = idsOfChosen(chosen);
    const answerId = answerIds.at(-1);
    if (answerId === undefined) return [];
    return [
      { apartmentId, answerId, ...defined({ answerIds: answerIds.length === 1 ? undefined : answerIds }) },
    ];
  });
}

/**
 * Returns the answer ids of an answer chosen in the voting form, ascending: several names, or a single answer.
 * Empty for null.
 */
export function idsOfChosen(chosen: Picked | null): readonly number[] {
  if (chosen === null) return [];
  return typeof chosen === 'number' ? [chosen] : [...chosen].sort((a, b) => a - b);
}

/**
 * Relation of the voter to a unit on the voting page: the voter is the owner (`own`) or votes for another owner
 * (`represented`). Null if unknown, because no unit bears the voter's name.
 */
export type Representation = 'own' | 'represented' | null;

/**
 * Returns a function to tell if a unit is the voter's own, by the owner's name: 'own' if equal to the voter's name,
 * else 'represented'. If no unit bears the voter's name, the function always returns null.
 * @param name name of the signed-in voter
 */
export function whoseUnits(
  units: readonly Pick<AssemblyApartment, 'apartmentId' | 'owner'>[],
  name: string,
): (owner: string) => Representation {
  const mine = plainLetters(name);
  const isOwn = (owner: string) => mine !== '' && plainLetters(owner) === mine;
  if (!units.some(({ owner }) => isOwn(owner))) return () => null;
  return (owner) => (isOwn(owner) ? 'own' : 'represented');
}
