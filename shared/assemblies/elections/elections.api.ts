import Type from 'typebox';
import { assemblyRunners, endpoint, Id, Line } from '../../api.ts';
import { Profile } from '../../profiles.ts';
import { MOST_NAMES, MOST_SEATS } from './election.ts';
import { ElectionOutcome } from './outcome.ts';

/**
 * Endpoint for the operator to record a lot: a draw in public between candidates with equal votes, after the
 * closing of an election (docs/why/elections.md).
 */
export const noteLot = endpoint('noteLot', 'POST /joints/:jointId/assemblyconcepts/:conceptId/lots', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Record a lot drawn in public among the tied candidates of an election',
  description:
    'A repeat of the same lot returns the first answer. 422 notTied without a tie, or if the names are not exactly the tied candidates; 409 lotNoted with another order. A reopening annuls the lot.',
  body: Type.Object({
    /** Tied answers in the drawn order: the first answers get the seats. */
    order: Type.Array(Id, { minItems: 2, maxItems: MOST_SEATS }),
    /** Procedure of the draw in words: papers from a bag, a coin, and the person drawing. */
    how: Line(300),
  }),
  answer: ElectionOutcome,
});

/** Answer of an elected person. */
const NewAcceptance = Type.Object({
  answerId: Id,
  /** Place of the person in the list, from 1. Always 1 in a nominal election. */
  place: Type.Integer({ minimum: 1, maximum: MOST_NAMES }),
  acceptance: Type.Enum(['accepted', 'declined']),
});

export const noteAcceptance = endpoint(
  'noteAcceptance',
  'PATCH /joints/:jointId/assemblyconcepts/:conceptId/acceptances',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Record the acceptance of an elected person; after a decline the next alternate gets the seat',
    description:
      'The last entry counts; the trail has every entry, and a repeat returns the first answer. A decline fills only the own seat, with the next alternate at the moment. 422 notElected for a person without a seat, now or before. A reopening annuls the entry.',
    body: NewAcceptance,
    answer: ElectionOutcome,
  },
);

export const answerElection = endpoint(
  'answerElection',
  'PATCH /joints/:jointId/assemblyconcepts/:conceptId/ownacceptance',
  {
    access: { profiles: [Profile.owner], scope: 'paramsJoint' },
    summary: 'Accept or decline the own seat in an election, from the session of the elected owner',
    description:
      'The rules of `noteAcceptance`; the record says that the person answered. 403 notTheElected if the caller has no unit of the elected person on the roll, or if another owner has the same name, or for a unit of several owners if the account has another name: the desk then notes the answer. 409 ownAnswerFixed for an acceptance after an alternate got the seat, and for a change after the publication of the signed acta.',
    body: NewAcceptance,
    answer: ElectionOutcome,
  },
);

export const listCandidates = endpoint(
  'listCandidates',
  'GET /joints/:jointId/assemblyconcepts/:conceptId/candidates',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Candidates for the council, compared with owners and delegates (Ley 675, art. 53)',
    description:
      'By name. Delegates are holders of standing powers, proxies, and attendees as delegate or legal representative. Empty for other questions: members of the comité de convivencia need no unit (art. 58, par. 1).',
    answer: Type.Array(
      Type.Object({ name: Type.String(), standing: Type.Enum(['owner', 'delegate', 'unknown']) }),
    ),
  },
);
