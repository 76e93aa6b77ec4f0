import Type from 'typebox';
import { assemblyRunners, endpoint, Id, Line } from '../../api.ts';
import { MOST_NAMES, MOST_SEATS } from './election.ts';
import { ElectionOutcome } from './outcome.ts';

/** Endpoints for facts entered after the closing of an election (docs/why/elections.md). */
export const noteLot = endpoint('noteLot', 'POST /joints/:jointId/assemblyconcepts/:conceptId/lots', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Note a lot that was drawn before everybody among those who are tied in an election',
  description:
    'The same lot again answers as the first time. 422 notTied where it does not name exactly the tied ones, or nothing is tied; 409 lotNoted with another order. Opening the question again annuls it.',
  body: Type.Object({
    /** Tied answers in the drawn order: the first get the seats. */
    order: Type.Array(Id, { minItems: 2, maxItems: MOST_SEATS }),
    /** Procedure of the draw: papers from a bag, a coin, and the person drawing. */
    how: Line(300),
  }),
  answer: ElectionOutcome,
});

export const noteAcceptance = endpoint(
  'noteAcceptance',
  'PATCH /joints/:jointId/assemblyconcepts/:conceptId/acceptances',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Note whether an elected person accepts; who declines gives the seat to the next alternate',
    description:
      'The last word counts; the trail keeps each, and the word that counts already answers as the first time. A decline fills its own seat alone, with the next alternate at that moment. 422 notElected for who has no seat and gave none away. Opening the question again annuls it.',
    body: Type.Object({
      answerId: Id,
      /** Place in the list, from 1. In a nominal election 1. */
      place: Type.Integer({ minimum: 1, maximum: MOST_NAMES }),
      acceptance: Type.Enum(['accepted', 'declined']),
    }),
    answer: ElectionOutcome,
  },
);
