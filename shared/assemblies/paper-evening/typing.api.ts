import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  assemblyRunners,
  CoefficientNumber,
  endpoint,
  Id,
  Instant,
  Line,
  Nullable,
  OptionalLine,
} from '../../api.ts';
import { Reason, Units } from '../codes.api.ts';
import { OpensQuestion } from '../concepts.api.ts';
import { MOST_SEATS } from '../elections/election.ts';

/** Most people on the list of attendance, and most votes of a question, in one request. */
export const MOST_TYPED = 5_000;
/** Most questions of an evening in one request. */
const MOST_QUESTIONS = 60;
/** Body limit in bytes: enough for a list of attendance and the votes of twenty questions of 2,000 units. */
const EVENING_LIMIT = 4 * 1024 * 1024;

/** Person on the paper list of attendance: units, hours of entry and departure, and name if not the owner. */
export const PaperArrival = Type.Object({
  apartmentIds: Units,
  /** Hour of entry on the list. */
  at: Instant,
  /** Hour of departure on the list. Absent for a person present until the end. */
  leftAt: Type.Optional(Instant),
  /** Name on the list. Absent if the owner came. */
  attendee: Type.Optional(
    Type.Object({ name: Line(200), document: Type.Optional(Nullable(OptionalLine(40))) }),
  ),
  /** True if the person came with a power of attorney. */
  byProxy: Type.Optional(Type.Boolean()),
});
export type PaperArrival = Static<typeof PaperArrival>;

/** Vote of a unit on paper. `voteIds`: all answers of a ballot with several names. */
export const PaperVote = Type.Object({
  apartmentId: ApartmentId,
  voteId: Id,
  voteIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_SEATS })),
});
export type PaperVote = Static<typeof PaperVote>;

/** Number of units and sum of coefficients, as written on the sheet of sums. */
export const PaperSum = Type.Object({
  apartments: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  coefficient: CoefficientNumber,
});
export type PaperSum = Static<typeof PaperSum>;

/** Question voted on paper: hour of the count, the votes, and the sums of the paper by answer. */
export const PaperQuestion = Type.Object({
  conceptId: Id,
  /** Hour of the count on the sheet of sums: people on the list at this hour could vote. */
  at: Instant,
  votes: Type.Array(PaperVote, { minItems: 1, maxItems: MOST_TYPED }),
  tally: Type.Array(Type.Object({ voteId: Id, ...PaperSum.properties }), { maxItems: 500 }),
});
export type PaperQuestion = Static<typeof PaperQuestion>;

/** Evening on paper: list of attendance, questions, and the quorum on the sheet of sums. */
export const PaperEvening = Type.Object({
  arrivals: Type.Array(PaperArrival, { maxItems: MOST_TYPED }),
  questions: Type.Array(PaperQuestion, { maxItems: MOST_QUESTIONS }),
  /** Units present at an hour, as summed on paper. Absent if the paper has no sum. */
  presence: Type.Optional(Type.Object({ at: Instant, ...PaperSum.properties })),
  /** Explanation of the differences between the sums of the paper and of the typed votes. */
  reason: Reason,
  wentOn: OpensQuestion,
});
export type PaperEvening = Static<typeof PaperEvening>;

/**
 * Line of the evening that the rules of an assembly refuse. Sent in `details.lines` of the error `paperRefused`, with
 * the number of the question, or 1 for the list of attendance.
 */
export interface RefusedLine {
  conceptId: number;
  apartmentId: string;
  /** Error code of the refusal: 'alreadyVoted'. */
  code: string;
  /** Spanish reason. */
  message: string;
}

export const typePaperEvening = endpoint('typePaperEvening', 'POST /joints/:jointId/paperevening', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Type in an evening on paper: attendance and votes, in one transaction: all or none',
  description:
    'In the order of the hours on paper: registers the people, frees the units of people who left, and opens, votes and closes each question, by the rules of the desk. Every audit entry is marked as typed from paper, and an entry keeps the sums of the paper. Units registered already stay as they are. 422 paperDiffers if the sums of the paper and of the typed votes differ and `reason` is empty (`details.differences`); 422 paperRefused with each refused line in `details.lines`; 422 paperHourAhead for an hour after now; 422 paperQuestionClosed for a question closed before; 409 paperWhileOpen while another question is open.',
  body: PaperEvening,
  bodyLimit: EVENING_LIMIT,
  status: 201,
  answer: Type.Object({
    /** Units registered now. */
    registered: Type.Integer(),
    /** Units on the list that were registered before. */
    already: Type.Array(Type.String()),
    /** Votes of each question. */
    questions: Type.Array(Type.Object({ conceptId: Type.Integer(), votes: Type.Integer() })),
    /** Number of different sums. */
    differences: Type.Integer(),
  }),
  idempotent: true,
});
