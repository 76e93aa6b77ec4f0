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
import { MatterSchema, warningKinds } from './law/kinds.ts';
import { RuleSchema, Threshold } from './law/majority.ts';

/** Concept 1 is attendance (registration); questions are 2 and above. */
export const ATTENDANCE = 1;
/** Only answer of concept 1: registered. */
export const REGISTERED = 1;
export const defaultAnswers = ['Si', 'No', 'Blanco'] as const;

const QuestionText = Line(500);
const AnswerText = Line(200);
const Flag = Type.Union([Type.Literal(0), Type.Literal(1)]);

const Answer = Type.Object({
  answerId: Type.Integer(),
  jointId: Type.Integer(),
  conceptId: Type.Integer(),
  answerDescription: Type.String(),
  /** For a list: names in order. */
  names: Type.Optional(Type.Array(Type.String())),
});

export const Concept = Type.Object({
  conceptId: Type.Integer(),
  jointId: Type.Integer(),
  conceptDescription: Type.String(),
  active: Flag,
  /** Null on concept 1. */
  rule: Nullable(RuleSchema),
  /** For rule `threshold`. Null for other rules. */
  threshold: Nullable(Threshold),
  /** For `perUnit`: one vote per owner. Absent for one vote per unit. */
  votePer: Type.Optional(Type.Literal('owner')),
  /** Subject of the decision. Null if unknown. */
  matter: Nullable(MatterSchema),
  /** Clause of the by-laws for the majority, as stored in the joint at creation. Absent for majorities of the law. */
  clause: Type.Optional(Type.String()),
  approvingAnswerId: Nullable(Type.Integer()),
  /** For an election: answer that is never elected. Null without one. */
  blankAnswerId: Nullable(Type.Integer()),
  /** Point of the agenda, from 1. Null without one. */
  agendaItem: Nullable(Type.Integer()),
  /** True to hide answers until the closing; the turnout stays visible. */
  hideResults: Type.Boolean(),
  /** For an election of several seats, with the method (docs/why/elections.md). */
  seats: Type.Optional(Type.Integer()),
  method: Type.Optional(Type.Enum(electionMethods)),
  answers: Type.Array(Answer),
});
export type Concept = Static<typeof Concept>;

export const LONGEST_NAME = 120;

/** Body limit: twenty lists of forty names, four bytes per character. */
const QUESTION_LIMIT = 512 * 1024;

const NewAnswer = Type.Object({
  answerId: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  jointId: Type.Optional(Id),
  answerDescription: AnswerText,
  /** For a list in an election by quotient: names in order. */
  names: Type.Optional(Type.Array(Line(LONGEST_NAME), { minItems: 1, maxItems: MOST_NAMES })),
});
export type NewAnswer = Static<typeof NewAnswer>;
const BlankAnswer = Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 20 })));

/** Candidates or lists of an election. */
const ballotOfElection = {
  answers: Type.Array(NewAnswer, { minItems: 1, maxItems: 20 }),
  /** Seats of an election. Absent or 1: the most voted answer wins. */
  seats: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_SEATS })),
  /** With two or more seats. Default: `nominal`, or `quotient` with lists. */
  method: Type.Optional(Type.Enum(electionMethods)),
  /** For an election: blank answer. Default: the answer with a blank name. Null: no blank answer. */
  blankAnswerId: BlankAnswer,
};

export const NewConcept = Type.Object({
  jointId: Id,
  conceptDescription: QuestionText,
  /** 1 opens the question at once; 0 prepares. */
  active: Type.Optional(Flag),
  ...ballotOfElection,
  rule: Type.Optional(RuleSchema),
  /** Required for rule `threshold`. */
  threshold: Type.Optional(Threshold),
  /** Subject of the decision. Sets the default of `rule`. */
  matter: Type.Optional(MatterSchema),
  /** Warnings that the person confirmed (docs/why/majorities.md). All applicable warnings are stored anyway. */
  wentOn: Type.Optional(
    Type.Array(Type.Enum([...warningKinds, 'openingEarly']), { maxItems: warningKinds.length + 1 }),
  ),
  approvingAnswerId: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  agendaItem: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 200 }))),
  /** True to hide answers until the closing. Default: false. */
  hideResults: Type.Optional(Type.Boolean()),
});
export type NewConcept = Static<typeof NewConcept>;

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

/** Deletion of a question: time, name of the person, and reason. */
export const Deletion = Type.Object({
  at: Instant,
  by: Nullable(Type.String()),
  reason: Nullable(Type.String()),
});

export const createConcept = endpoint('createConcept', 'POST /assemblyconcepts', {
  access: { profiles: assemblyRunners, scope: 'bodyJoint' },
  summary: 'Create a question; `active: 1` opens the question at once and closes the open question',
  description:
    "Answer ids are 1..n in the given order. Default of `rule`: (1) the rule of the `matter` (by-laws first, named by `clause`), (2) simple. Default of `approvingAnswerId`: 1. `blankAnswerId` is an election's answer that is never elected: by default the answer called Blanco, En blanco or Voto en blanco; null for no such answer; 422 blankAnswerUnknown. `agendaItem` is the number of a point of the agenda: 422 agendaItemUnknown. `threshold` is the by-laws' percentage for the rule `threshold`, above 50 and at most 70, with up to four decimals: 422 thresholdOutOfRange. Warnings about matter, text or agenda (docs/why/majorities.md) refuse nothing: the trail and the acta record each warning, with the confirmation (`wentOn`). With `hideResults`, calls, feeds and reports with answers get 422 resultsHidden until the question closes. Two or more `seats` make an election of several seats (docs/why/elections.md): 422 seatsNeedElection under another rule, listWithoutNames, namesOnlyInLists, nameTwice.",
  body: NewConcept,
  bodyLimit: QUESTION_LIMIT,
  status: 201,
  answer: Concept,
});

export const setCandidates = endpoint(
  'setCandidates',
  'PATCH /joints/:jointId/assemblyconcepts/:conceptId/candidates',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Replace candidates or lists, seats and method of an election before the opening',
    description:
      'Fields as in `createConcept`. 409 ballotFixed after the opening: a ballot on a phone never changes. 422 seatsNeedElection for other questions.',
    body: Type.Object(ballotOfElection),
    bodyLimit: QUESTION_LIMIT,
    answer: Concept,
  },
);

export const ToggledConcept = Type.Object({
  conceptId: Id,
  jointId: Id,
  active: Flag,
  reason: Type.Optional(OptionalLine(500)),
  /** If the toggle opens the assembly before its day: confirmed by the person (422 openingEarly). */
  wentOn: Type.Optional(Type.Array(Type.Literal('openingEarly'), { maxItems: 1 })),
});
export type ToggledConcept = Static<typeof ToggledConcept>;

export const toggleConcept = endpoint('toggleConcept', 'PATCH /assemblyconcepts', {
  priority: 'vital',
  access: { profiles: assemblyRunners, scope: 'bodyJoint' },
  summary: 'Activate or deactivate a concept; at most one question of a joint is active',
  description:
    'Opening a question again takes the `reason` for it, which reports and acta print; without one they say so. Votes of units that are not represented or weigh something else are set aside; 422 questionOfFirstCall in second call, of a question that was opened in the first.',
  body: ToggledConcept,
  answer: Concept,
});

const Reopening = Type.Object({
  /** Votes that a reopening now would set aside: units no longer represented, or with another weight. */
  setAside: Type.Integer(),
});
export type Reopening = Static<typeof Reopening>;

export const getReopening = endpoint(
  'getReopening',
  'GET /joints/:jointId/assemblyconcepts/:conceptId/reopening',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Number of votes of a closed question that a reopening now would set aside',
    description:
      'The reopening itself decides. 422 questionOfFirstCall in second call, of a question that was opened in the first.',
    answer: Reopening,
  },
);

/** Longest countdown of a question: an hour. */
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
