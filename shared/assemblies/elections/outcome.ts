import Type, { type Static } from 'typebox';
import { CoefficientNumber, DayText, Instant, Nullable } from '../../api.ts';
import { electionMethods } from './election.ts';

/** True if entered after the end of the assembly. */
const afterEnd = Type.Optional(Type.Literal(true));

/** True if the person answered from the own session; absent for an answer noted by the desk. */
const ownAnswer = Type.Optional(Type.Literal(true));

/** Candidate of an election: answer id, place in the list from 1 (1 in a nominal election), and name. */
const Elected = { answerId: Type.Integer(), place: Type.Integer(), name: Type.String() };

/** Result of an election of several seats in the form of the API, with the calculation (docs/why/elections.md). */
export const ElectionOutcome = Type.Object({
  method: Type.Enum(electionMethods),
  /** Number of seats to fill. */
  seats: Type.Integer(),
  /** Coefficient of the valid votes, including blank votes. */
  valid: CoefficientNumber,
  /**
   * Quotient of an election by lists: `valid` ÷ `seats`, rounded down to a billionth. `over`: the rest in parts of
   * `seats` of a billionth. Null if nominal.
   */
  quotient: Nullable(Type.Object({ value: CoefficientNumber, over: Type.Integer() })),
  /** Calculation for each list, most votes first: votes × seats = whole × valid + remainder × seats, exact. */
  lists: Type.Array(
    Type.Object({
      answerId: Type.Integer(),
      votes: CoefficientNumber,
      /** Number of whole quotients in the votes of the list. */
      whole: Type.Integer(),
      /** Remainder after the whole quotients, rounded down to a billionth. `over` as in `quotient`. */
      remainder: CoefficientNumber,
      over: Type.Integer(),
      /**
       * Number of seats by whole quotients. `byRemainder`: number of seats by the remainder or a lot among equal
       * remainders.
       */
      seats: Type.Integer(),
      byRemainder: Type.Integer(),
    }),
  ),
  /** Occupied seats in the order of assignment. */
  elected: Type.Array(
    Type.Object({
      seat: Type.Integer(),
      ...Elected,
      by: Type.Enum(['quotient', 'remainder', 'votes', 'lot']),
      /** True if the person has the seat because the elected person declined. */
      isAlternate: Type.Boolean(),
      /** Name of the elected person replaced by the alternate. Absent for other seats. */
      insteadOf: Type.Optional(Type.String()),
      /**
       * For a nominal election: true if the name has more than half of the represented coefficient. Null for lists.
       */
      passesHalf: Nullable(Type.Boolean()),
      acceptance: Type.Enum(['pending', 'accepted', 'declined']),
      ownAnswer,
      afterEnd,
    }),
  ),
  /** Alternates in order of succession. For lists: in order within each list. */
  alternates: Type.Array(Type.Object(Elected)),
  declined: Type.Array(Type.Object({ ...Elected, ownAnswer, afterEnd })),
  /** Tied answers without a lot. `seats`: number of seats for the lot; 0: the lot only orders the alternates. */
  ties: Type.Array(Type.Object({ answerIds: Type.Array(Type.Integer()), seats: Type.Integer() })),
  /** Lots drawn: tied answers in the drawn order, procedure, person and time of entry. */
  lots: Type.Array(
    Type.Object({
      order: Type.Array(Type.Integer()),
      how: Type.String(),
      at: Instant,
      by: Nullable(Type.String()),
      afterEnd,
    }),
  ),
  /** Number of seats assigned by votes and lots, including seats declined later. */
  given: Type.Optional(Type.Integer()),
  /** Number of seats without a holder. */
  vacant: Type.Integer(),
  /** True if the blank vote has more votes than every candidate or list. */
  blankLeads: Type.Boolean(),
  /**
   * Last day of the term set by law: for the comité de convivencia a year after the closing (Ley 675, art. 58, par. 1). Absent for
   * other elections, with a term set by the by-laws.
   */
  termUntil: Type.Optional(DayText),
});
export type ElectionOutcome = Static<typeof ElectionOutcome>;
