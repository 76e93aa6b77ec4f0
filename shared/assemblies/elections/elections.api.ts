import Type from 'typebox';
import { assemblyRunners, endpoint, Id, Line } from '../../api.ts';
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

export const noteAcceptance = endpoint(
  'noteAcceptance',
  'PATCH /joints/:jointId/assemblyconcepts/:conceptId/acceptances',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Record the acceptance of an elected person; after a decline the next alternate gets the seat',
    description:
      'The last entry counts; the trail has every entry, and a repeat returns the first answer. A decline fills only the own seat, with the next alternate at the moment. 422 notElected for a person without a seat, now or before. A reopening annuls the entry.',
    body: Type.Object({
      answerId: Id,
      /** Place of the person in the list, from 1. Always 1 in a nominal election. */
      place: Type.Integer({ minimum: 1, maximum: MOST_NAMES }),
      acceptance: Type.Enum(['accepted', 'declined']),
    }),
    answer: ElectionOutcome,
  },
);
