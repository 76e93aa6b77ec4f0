import Type, { type Static } from 'typebox';
import { CoefficientNumber, Instant, Nullable } from '../../api.ts';
import { electionMethods } from './election.ts';

/** Noted after the end of the assembly. */
const afterEnd = Type.Optional(Type.Literal(true));

/** A person of an election: an answer, and the place in its list, from 1 (of a nominal election 1). */
const Elected = { answerId: Type.Integer(), place: Type.Integer(), name: Type.String() };

/** Who has the seats of an election, and the sums behind each (docs/elections.md). */
export const ElectionOutcome = Type.Object({
  method: Type.Enum(electionMethods),
  seats: Type.Integer(),
  /** All valid votes, the blank ones among them. */
  valid: CoefficientNumber,
  /**
   * Of a quotient election `valid` ÷ `seats`, rounded down to a billionth, and what is left of it in parts of `seats` of a
   * billionth; null of a nominal one.
   */
  quotient: Nullable(Type.Object({ value: CoefficientNumber, over: Type.Integer() })),
  /** Of a quotient election its lists, the most voted first: votes × seats = whole × valid + remainder × seats, exactly. */
  lists: Type.Array(
    Type.Object({
      answerId: Type.Integer(),
      votes: CoefficientNumber,
      /** How many times the quotient fits. */
      whole: Type.Integer(),
      /** Rounded down to a billionth; `over` as of the quotient. */
      remainder: CoefficientNumber,
      over: Type.Integer(),
      /** Seats by the quotient, and by the remainder or its lot. */
      seats: Type.Integer(),
      byRemainder: Type.Integer(),
    }),
  ),
  /** In the order in which the seats were given. */
  elected: Type.Array(
    Type.Object({
      seat: Type.Integer(),
      ...Elected,
      by: Type.Enum(['quotient', 'remainder', 'votes', 'lot']),
      /** In the seat of somebody who declined. */
      isAlternate: Type.Boolean(),
      /** Of an alternate: name of the person who was elected to the seat. */
      insteadOf: Type.Optional(Type.String()),
      /** Of a nominal election: whether the name passes half of what is represented. */
      passesHalf: Nullable(Type.Boolean()),
      acceptance: Type.Enum(['pending', 'accepted', 'declined']),
      afterEnd,
    }),
  ),
  /** In the order in which they would follow; of a quotient election each in its own list. */
  alternates: Type.Array(Type.Object(Elected)),
  declined: Type.Array(Type.Object({ ...Elected, afterEnd })),
  /** Equals among whom a lot decides that is not noted yet: for how many seats; 0: only for the order of alternates. */
  ties: Type.Array(Type.Object({ answerIds: Type.Array(Type.Integer()), seats: Type.Integer() })),
  /** Lots as they were noted: what was tied in the order that was drawn, how, and who noted it when. */
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
  /** Seats that nobody has. */
  vacant: Type.Integer(),
  /** The blank vote gathered more than every candidate or list. */
  blankLeads: Type.Boolean(),
});
export type ElectionOutcome = Static<typeof ElectionOutcome>;
