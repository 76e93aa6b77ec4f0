import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  assemblyWatchers,
  CoefficientNumber,
  endpoint,
  Id,
  Instant,
  members,
  Nullable,
  RoomCodeText,
  voters,
} from '../api.ts';
import { AssemblyQuery, Deletion } from './concepts.api.ts';
import { MOST_SEATS } from './elections/election.ts';

/** Maximum size in bytes of a request with a vote: enough for a vote with up to twenty names. */
export const VOTE_LIMIT = 2 * 1024;

/**
 * Body of the request to vote for a unit: question (`conceptId`) and answer (`voteId`). On concept 1 (attendance)
 * confirms a registration.
 */
export const NewRecord = Type.Object({
  jointId: Id,
  apartmentId: ApartmentId,
  conceptId: Id,
  voteId: Id,
  /** All answer ids of a ballot with several names. Absent for a single answer. */
  voteIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_SEATS })),
  /** Code of the room, only for a registration (concept 1), as in NewRegistration. */
  roomCode: RoomCodeText,
});
export type NewRecord = Static<typeof NewRecord>;

/** All answer ids of a ballot with several names, ascending. `voteId` is then the last id. */
const namesVoted = { voteIds: Type.Optional(Type.Array(Type.Integer())) };

/**
 * Stored registration or vote of a unit. A registration is the answer to concept 1 (attendance); other
 * concepts are questions.
 */
export const AssemblyRecord = Type.Object({
  jointId: Type.Integer(),
  apartmentId: Type.String(),
  conceptId: Type.Integer(),
  voteId: Type.Integer(),
  ...namesVoted,
  at: Instant,
  /** Receipt code for the voter (comprobante). Null for a registration. */
  receipt: Nullable(Type.String()),
  /** Signed promise that the vote enters the batch of votes (docs/why/evidence.md). Absent for a registration. */
  promise: Type.Optional(
    Type.Object({
      scaf: Type.Literal('promesa/1'),
      voto: Type.String(),
      lugar: Type.Integer(),
      camino: Type.String(),
      firma: Type.String(),
    }),
  ),
});
export type AssemblyRecord = Static<typeof AssemblyRecord>;

export const castVote = endpoint('castVote', 'POST /assembly', {
  priority: 'vital',
  access: { profiles: voters, scope: 'bodyJoint' },
  summary: 'Vote for one unit (or, on concept 1, confirm its registration)',
  description:
    "Answered only after the vote is on disk. 409 alreadyVoted on a second vote; 422 when the question is not active, the unit is not registered, is held by another or has coefficient 0, or the answer is not of the question; in an election of several seats `voteIds` has up to as many names: 422 tooManyNames, blankWithNames, oneAnswerOnly; 404 when the unit is not the caller's. Operators cast for any registered unit (a paper vote, recorded as theirs).",
  body: NewRecord,
  bodyLimit: VOTE_LIMIT,
  status: 201,
  answer: AssemblyRecord,
  idempotent: true,
});

export const confirmSector = endpoint('confirmSector', 'POST /assembly/sector', {
  priority: 'vital',
  access: { profiles: voters, scope: 'bodyJoint' },
  summary: 'Vote for a unit in a sector of the joint; 404 if the unit is not in the sector',
  body: Type.Object({ ...NewRecord.properties, sectorId: Id }),
  bodyLimit: VOTE_LIMIT,
  status: 201,
  answer: AssemblyRecord,
  idempotent: true,
});

/** Device of a vote: the voter's own account or link, a card or badge, or the registration desk for the voter. */
export const voteWays = ['phone', 'card', 'desk'] as const;
/** Device of a vote: a value of `voteWays`. */
export type VoteWay = (typeof voteWays)[number];

/**
 * Vote or registration of a unit in a list for the caller, for example the own votes of an owner. Answers are
 * hidden from staff while a question is open.
 */
export const RecordItem = Type.Object({
  jointId: Type.Integer(),
  apartmentId: Type.String(),
  conceptId: Type.Integer(),
  /**
   * Id of the chosen answer. Null for staff while the question is open: staff see the units with a vote, not the
   * answers.
   */
  voteId: Nullable(Type.Integer()),
  ...namesVoted,
  at: Instant,
  /** Receipt code for the voter (comprobante). Null for a registration, and if `voteId` is null. */
  receipt: Nullable(Type.String()),
  /** Device of the vote (specification, section 18, rule 11b). Absent for a registration, and if `voteId` is null. */
  way: Type.Optional(Type.Enum(voteWays)),
  /**
   * Name of the proxy with the vote, shown to the owner of the unit: 'Vera Vecina'. Null if the desk stored no name.
   * Absent for a vote of the owner or of the desk, and for the proxy.
   */
  proxy: Type.Optional(Nullable(Type.String())),
  assemblyApartment: Type.Object({
    userId: Nullable(Type.String()),
    owner: Type.String(),
    coefficient: CoefficientNumber,
  }),
});
export type RecordItem = Static<typeof RecordItem>;

export const listRecords = endpoint('listRecords', 'GET /assembly/:conceptId/joints/:jointId', {
  priority: 'bulk',
  access: { profiles: members, scope: 'paramsJoint' },
  summary:
    'The standing records of a concept (owners and QR sessions: of their own units); of an open question staff get no answers and no receipts',
  query: AssemblyQuery,
  answer: Type.Array(RecordItem),
});

export const unitHistory = endpoint(
  'unitHistory',
  'GET /assembly/joints/:jointId/assemblyapartments/:apartmentId',
  {
    access: { profiles: members, scope: 'paramsJoint' },
    summary:
      "A unit's row per question; `at` is null without a vote. Staff get no answer and no receipt of an open question",
    query: AssemblyQuery,
    answer: Type.Array(
      Type.Object({
        conceptId: Type.Integer(),
        conceptDescription: Type.String(),
        voteId: Nullable(Type.Integer()),
        ...namesVoted,
        /** Text of the chosen answer. Several names are joined by ' · '. Null without a vote. */
        answerDescription: Nullable(Type.String()),
        at: Nullable(Instant),
        receipt: Nullable(Type.String()),
        /** Device of the vote, as in RecordItem. */
        way: Type.Optional(Type.Enum(voteWays)),
        /**
         * Deletion of the question, if deleted after a closing. The row then has the vote annulled by the deletion.
         */
        deleted: Type.Optional(Deletion),
      }),
    ),
  },
);

const VoteQuery = Type.Object({ ...AssemblyQuery.properties, voteId: Type.Optional(Id) });

export const getQuorum = endpoint('getQuorum', 'GET /assembly/:conceptId/joints/:jointId/quorum', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
  summary: 'Sum of coefficients recorded on a concept, of one answer or of all',
  query: VoteQuery,
  answer: Type.Object({ coefficient: CoefficientNumber }),
});

export const getApartmentsQuantity = endpoint(
  'getApartmentsQuantity',
  'GET /assembly/:conceptId/joints/:jointId/apartmentsquantity',
  {
    access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
    summary: 'Number of units recorded on a concept, of one answer or of all',
    query: VoteQuery,
    answer: Type.Object({ quantity: Type.Integer() }),
  },
);
