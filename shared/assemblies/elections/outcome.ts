import Type, { type Static } from 'typebox';
import { CoefficientNumber, Instant, Nullable } from '../../api.ts';
import { electionMethods } from './election.ts';

/** Entered after the end of the assembly. */
const afterEnd = Type.Optional(Type.Literal(true));

/** Person of an election: an answer, and the place in the list, from 1 (1 in a nominal election). */
const Elected = { answerId: Type.Integer(), place: Type.Integer(), name: Type.String() };

/** Result of an election with the sums (docs/why/elections.md). */
export const ElectionOutcome = Type.Object({
  method: Type.Enum(electionMethods),
  seats: Type.Integer(),
  /** Valid votes, including blank votes. */
  valid: CoefficientNumber,
  /**
   * For lists: `valid` ÷ `seats`, rounded down to a billionth; `over`: the rest in parts of `seats` of a billionth.
   * Null if nominal.
   */
  quotient: Nullable(Type.Object({ value: CoefficientNumber, over: Type.Integer() })),
  /** Lists by votes: votes × seats = whole × valid + remainder × seats, exact. */
  lists: Type.Array(
    Type.Object({
      answerId: Type.Integer(),
      votes: CoefficientNumber,
      /** Number of whole quotients. */
      whole: Type.Integer(),
      /** Rounded down to a billionth; `over` as in `quotient`. */
      remainder: CoefficientNumber,
      over: Type.Integer(),
      /** Seats by the quotient; `byRemainder`: seats by the remainder or its lot. */
      seats: Type.Integer(),
      byRemainder: Type.Integer(),
    }),
  ),
  /** In the order of giving. */
  elected: Type.Array(
    Type.Object({
      seat: Type.Integer(),
      ...Elected,
      by: Type.Enum(['quotient', 'remainder', 'votes', 'lot']),
      /** True if the elected person declined the seat. */
      isAlternate: Type.Boolean(),
      /** For an alternate: name of the elected person. */
      insteadOf: Type.Optional(Type.String()),
      /** Nominal: true if the name passes half of the represented coefficient. */
      passesHalf: Nullable(Type.Boolean()),
      acceptance: Type.Enum(['pending', 'accepted', 'declined']),
      afterEnd,
    }),
  ),
  /** Alternates in order; for lists, in order within each list. */
  alternates: Type.Array(Type.Object(Elected)),
  declined: Type.Array(Type.Object({ ...Elected, afterEnd })),
  /** Equals before a deciding lot. `seats`: number to draw; 0: only the order of alternates. */
  ties: Type.Array(Type.Object({ answerIds: Type.Array(Type.Integer()), seats: Type.Integer() })),
  /** Lots: tied answers in the drawn order, procedure, person and time of entry. */
  lots: Type.Array(
    Type.Object({
      order: Type.Array(Type.Integer()),
      how: Type.String(),
      at: Instant,
      by: Nullable(Type.String()),
      afterEnd,
    }),
  ),
  /** Seats that the votes and lots gave, also if the person declined later. */
  given: Type.Optional(Type.Integer()),
  /** Seats without a holder. */
  vacant: Type.Integer(),
  /** True if the blank vote has more than every candidate or list. */
  blankLeads: Type.Boolean(),
});
export type ElectionOutcome = Static<typeof ElectionOutcome>;
