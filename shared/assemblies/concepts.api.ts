import Type, { type Static } from 'typebox';
import {
  assemblyRunners,
  assemblyWatchers,
  endpoint,
  everyone,
  Id,
  Instant,
  Line,
  Nullable,
  OptionalLine,
} from '../api.ts';
import { electionMethods, MOST_NAMES, MOST_SEATS } from './elections/election.ts';
import { earlyCodes, openingCodes } from './law/asked-codes.ts';
import { DecisionCost, QuestionCost } from './law/cost.ts';
import { MatterSchema, warningKinds } from './law/kinds.ts';
import { RuleSchema, Threshold } from './law/majority.ts';

/**
 * Number of the concept for attendance (registration). A concept is the attendance or a question; questions have
 * numbers from 2.
 */
export const ATTENDANCE = 1;
/**
 * Number of the only answer of concept 1 (attendance): the unit is registered. A registration is stored as the
 * answer.
 */
export const REGISTERED = 1;
/** Spanish answers of a question created without answers, numbered from 1. */
export const defaultAnswers = ['Si', 'No', 'Blanco'] as const;

const QuestionText = Line(500);
const AnswerText = Line(200);
const Flag = Type.Union([Type.Literal(0), Type.Literal(1)]);

const Answer = Type.Object({
  answerId: Type.Integer(),
  jointId: Type.Integer(),
  conceptId: Type.Integer(),
  answerDescription: Type.String(),
  /** Names of a list of candidates, in order. Absent for other answers. */
  names: Type.Optional(Type.Array(Type.String())),
});

/** Concept of an assembly: attendance (number 1) or a question, with rule, answers and state. */
export const Concept = Type.Object({
  conceptId: Type.Integer(),
  jointId: Type.Integer(),
  /** Text of the question. */
  conceptDescription: Type.String(),
  /** 1 while the question is open, else 0. */
  active: Flag,
  /** Rule that decides the question. Null on the attendance concept. */
  rule: Nullable(RuleSchema),
  /** Percentage to exceed, for the rule `threshold`. Null for other rules. */
  threshold: Nullable(Threshold),
  /** Holder of the single vote for the rule `perUnit`: the owner. Absent if each unit has a vote. */
  votePer: Type.Optional(Type.Literal('owner')),
  /** Legal matter of the decision: budget, reform of by-laws, and so on. Null if unknown. */
  matter: Nullable(MatterSchema),
  /**
   * Clause of the by-laws with the majority, as stored in the joint when the question was created. Absent for
   * majorities of the law.
   */
  clause: Type.Optional(Type.String()),
  /** Cost of the decision for the whole joint. Absent without a cost. */
  cost: Type.Optional(QuestionCost),
  /** Number of the answer with approval as the effect, usually 1 ('Si'). Null on the attendance concept. */
  approvingAnswerId: Nullable(Type.Integer()),
  /** Number of the blank answer of an election, never elected. Null without a blank answer. */
  blankAnswerId: Nullable(Type.Integer()),
  /** Number of the point of the agenda, from 1. Null without a point. */
  agendaItem: Nullable(Type.Integer()),
  /** True to hide the votes of each answer until the closing. The turnout stays visible. */
  hideResults: Type.Boolean(),
  /** Number of seats, for an election of several seats, and the method (docs/why/elections.md). */
  seats: Type.Optional(Type.Integer()),
  method: Type.Optional(Type.Enum(electionMethods)),
  answers: Type.Array(Answer),
});
export type Concept = Static<typeof Concept>;

/** Maximum number of characters of a candidate's name in an election. */
export const LONGEST_NAME = 120;

/** Body limit in bytes: twenty lists of forty names, four bytes per character. */
const QUESTION_LIMIT = 512 * 1024;

const NewAnswer = Type.Object({
  answerId: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  jointId: Type.Optional(Id),
  answerDescription: AnswerText,
  /** Names of a list in an election by quotient, in order. */
  names: Type.Optional(Type.Array(Line(LONGEST_NAME), { minItems: 1, maxItems: MOST_NAMES })),
});
export type NewAnswer = Static<typeof NewAnswer>;
const BlankAnswer = Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 20 })));

/** Fields of a question for the answers, and for the seats of an election. */
const ballotOfElection = {
  answers: Type.Array(NewAnswer, { minItems: 1, maxItems: 20 }),
  /** Number of seats of an election. Absent or 1: the answer with the most votes wins. */
  seats: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_SEATS })),
  /** Method of an election of two or more seats. Default: `quotient` with lists, else `nominal`. */
  method: Type.Optional(Type.Enum(electionMethods)),
  /** Number of the blank answer of an election. Default: the answer with a blank name. Null: no blank answer. */
  blankAnswerId: BlankAnswer,
};

/** Body of the request to create a question: text, answers, rule, and options of an election. */
export const NewConcept = Type.Object({
  jointId: Id,
  /** Text of the question. */
  conceptDescription: QuestionText,
  /** State of the new question: 1 opens at once, 0 prepares for later. */
  active: Type.Optional(Flag),
  ...ballotOfElection,
  rule: Type.Optional(RuleSchema),
  /** Percentage to exceed, required for the rule `threshold`. */
  threshold: Type.Optional(Threshold),
  /** Legal matter of the decision. Sets the default of `rule`. */
  matter: Type.Optional(MatterSchema),
  /**
   * Warnings confirmed by the person (docs/why/majorities.md). The server stores all applicable warnings, confirmed
   * or not.
   */
  wentOn: Type.Optional(
    Type.Array(Type.Enum([...warningKinds, ...earlyCodes]), {
      maxItems: warningKinds.length + earlyCodes.length,
    }),
  ),
  /** Number of the answer with approval as the effect. Default: the first answer. */
  approvingAnswerId: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  /** Cost of the decision for the whole joint, for matters with a cost. Absent without a cost. */
  cost: Type.Optional(DecisionCost),
  /** Number of the point of the agenda, from 1. */
  agendaItem: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 200 }))),
  /** True to hide the votes of each answer until the closing. Default: false. */
  hideResults: Type.Optional(Type.Boolean()),
  /** Proposal of an owner that becomes the question. The proposal then names the question. */
  proposalId: Type.Optional(Id),
});
export type NewConcept = Static<typeof NewConcept>;

/** Query parameter `assemblyId` of endpoints about an archived assembly. Default: the current assembly. */
export const AssemblyQuery = Type.Object({ assemblyId: Type.Optional(Id) });
export const listConcepts = endpoint('listConcepts', 'GET /joints/:jointId/assemblyconcepts', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
  summary: 'Concepts of the current assembly (or of an archived one): attendance and every question',
  query: AssemblyQuery,
  answer: Type.Array(Concept),
});

export const getConcept = endpoint('getConcept', 'GET /joints/:jointId/assemblyconcepts/:conceptId', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
  summary: 'One concept',
  query: AssemblyQuery,
  answer: Concept,
});

export const getActiveConcept = endpoint('getActiveConcept', 'GET /joints/:jointId/activeassemblyconcept', {
  access: everyone,
  summary: "The joint's active question, never concept 1; 404 without an active question",
  answer: Concept,
});

/** Deletion of a question, as shown beside the question in reports: time, name of the person, and reason. */
export const Deletion = Type.Object({
  at: Instant,
  /** Name of the person. Null if unknown. */
  by: Nullable(Type.String()),
  reason: Nullable(Type.String()),
});

export const createConcept = endpoint('createConcept', 'POST /assemblyconcepts', {
  access: { profiles: assemblyRunners, scope: 'bodyJoint' },
  summary: 'Create a question; `active: 1` opens the question at once and closes the open question',
  description:
    "Answer ids are 1..n in the given order. Default of `rule`: (1) the rule of the `matter` (by-laws first, named by `clause`), (2) simple. Default of `approvingAnswerId`: 1. `blankAnswerId` is an election's answer that is never elected: by default the answer called Blanco, En blanco or Voto en blanco; null for no such answer; 422 blankAnswerUnknown. `agendaItem` is the number of a point of the agenda: 422 agendaItemUnknown. `threshold` is the by-laws' percentage for the rule `threshold`, above 50 and at most 70, with up to four decimals: 422 thresholdOutOfRange. Warnings about matter, text or agenda (docs/why/majorities.md) refuse nothing: the trail and the acta record each warning, with the confirmation (`wentOn`). With `hideResults`, calls, feeds and reports with answers get 422 resultsHidden until the question closes. `cost` is shown to each owner as the part of the own units (by coefficient): 422 costNotOffered for another matter, and for a budget of other than 12 months. Two or more `seats` make an election of several seats (docs/why/elections.md): 422 seatsNeedElection under another rule, listWithoutNames, namesOnlyInLists, nameTwice. With `proposalId`: 404 proposalNotFound, 409 proposalOver for a proposal with a question.",
  body: NewConcept,
  bodyLimit: QUESTION_LIMIT,
  status: 201,
  answer: Concept,
});

/** Candidates and seats as the person saw before the change. */
const SeenCandidates = Type.Object({
  answers: Type.Array(
    Type.Object({
      answerDescription: AnswerText,
      names: Type.Optional(Type.Array(Line(LONGEST_NAME), { maxItems: MOST_NAMES })),
    }),
    { maxItems: 20 },
  ),
  seats: Type.Integer({ minimum: 1, maximum: MOST_SEATS }),
});
export type SeenCandidates = Static<typeof SeenCandidates>;

export const setCandidates = endpoint(
  'setCandidates',
  'PATCH /joints/:jointId/assemblyconcepts/:conceptId/candidates',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Replace candidates or lists, seats and method of an election before the opening',
    description:
      'Fields as in `createConcept`. 409 ballotFixed after the opening: a ballot on a phone never changes. 422 seatsNeedElection for other questions. With `seen`: 409 factsMoved if another person changed the candidates meanwhile.',
    body: Type.Object({ ...ballotOfElection, seen: Type.Optional(SeenCandidates) }),
    bodyLimit: QUESTION_LIMIT,
    answer: Concept,
  },
);

/**
 * Schema of the confirmation to open an assembly before the announced day ('openingEarly'), or to begin before the
 * announced hour ('beginningEarly'). Without the confirmation the server answers 422 with the code.
 */
export const OpensEarly = Type.Optional(
  Type.Array(Type.Enum([...earlyCodes]), { maxItems: earlyCodes.length }),
);

/** Schema of the warnings confirmed at the opening of a question: codes of `OpensEarly`, and 'outsideAgenda'. */
export const OpensQuestion = Type.Optional(
  Type.Array(Type.Enum([...openingCodes]), { maxItems: openingCodes.length }),
);

/**
 * Body of the request to open (`active` 1) or close (0) a question. Opening a closed question again requires a
 * `reason`.
 */
export const ToggledConcept = Type.Object({
  conceptId: Id,
  jointId: Id,
  /** New state: 1 opens, 0 closes. */
  active: Flag,
  /** Reason of a reopening, for the acta (minutes). */
  reason: Type.Optional(OptionalLine(500)),
  /** Confirms an opening before the announced day of the assembly, or on a point outside the sent notice. */
  wentOn: OpensQuestion,
});
export type ToggledConcept = Static<typeof ToggledConcept>;

export const toggleConcept = endpoint('toggleConcept', 'PATCH /assemblyconcepts', {
  priority: 'vital',
  access: { profiles: assemblyRunners, scope: 'bodyJoint' },
  summary: 'Activate or deactivate a concept; at most one question of a joint is active',
  description:
    'Opening a question again takes the `reason` for it, which reports and acta print; without one they say so. Votes of units that are not represented or weigh something else are set aside; 422 questionOfFirstCall in second call, of a question that was opened in the first; 422 questionOfVirtual for a matter of art. 46 voted while the assembly was virtual.',
  body: ToggledConcept,
  answer: Concept,
});

const Reopening = Type.Object({
  /** Number of votes that a reopening now would exclude: units no longer represented, or with another weight. */
  setAside: Type.Integer(),
  /**
   * Units with a vote kept by the reopening and a correction since the vote with a doubt about the owner. Only for
   * `votePer` 'owner'.
   */
  unsureOwners: Type.Array(Type.String()),
});
export type Reopening = Static<typeof Reopening>;

export const getReopening = endpoint(
  'getReopening',
  'GET /joints/:jointId/assemblyconcepts/:conceptId/reopening',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Votes of a closed question that a reopening now would set aside, or keep with a doubt',
    description:
      'The reopening itself decides. 422 questionOfFirstCall in second call, of a question that was opened in the first.',
    answer: Reopening,
  },
);

/** Maximum countdown of a question in seconds: an hour. */
const MOST_SECONDS = 3_600;

export const setCountdown = endpoint(
  'setCountdown',
  'PATCH /joints/:jointId/assemblyconcepts/:conceptId/countdown',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Announce the closing of the open question in a number of seconds; 0 withdraws the announcement',
    description:
      'Walls, panel and phones show a countdown. The countdown closes nothing: the operator closes the question (docs/why/voting.md). 422 voteNotActive if the question is not open.',
    body: Type.Object({ seconds: Type.Integer({ minimum: 0, maximum: MOST_SECONDS }) }),
    answer: Type.Object({ countdownTo: Nullable(Instant) }),
  },
);

export const deleteConcept = endpoint('deleteConcept', 'DELETE /assemblyconcepts', {
  access: { profiles: assemblyRunners, scope: 'bodyJoint' },
  summary: 'Delete a question; annulled votes stay in the store with person, time and reason',
  body: Type.Object({ conceptId: Id, jointId: Id, reason: Type.Optional(OptionalLine(500)) }),
});
