import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, Nullable } from '../../api.ts';

/** Beginning of the name of a trial joint: every screen and every paper with the name shows the mark. */
export const REHEARSAL_MARK = 'ENSAYO · ';

/**
 * Ways to play a rehearsal. `guided`: a person runs the assembly on the real screens, and the simulated owners react;
 * `shown`: the server runs the assembly too, in about two minutes.
 */
const rehearsalModes = ['guided', 'shown'] as const;
export type RehearsalMode = (typeof rehearsalModes)[number];

/** Steps of a rehearsal, in order. A rehearsal with two questions has the steps `votes` and `verdict` twice. */
const rehearsalSteps = ['hall', 'arrivals', 'building', 'votes', 'verdict', 'acta'] as const;
export type RehearsalStep = (typeof rehearsalSteps)[number];

/** Acts of the simulated owners so far, in people; `voted` in votes. */
export const RehearsalCounts = Type.Object({
  arrived: Type.Integer(),
  /** People gone home before the end. */
  left: Type.Integer(),
  /** People with a lost network: the phone sent the vote twice, and one vote counted. */
  offline: Type.Integer(),
  voted: Type.Integer(),
});
export type RehearsalCounts = Static<typeof RehearsalCounts>;

/** Rehearsal of an assembly in a trial joint with a copy of the real roll. */
const Rehearsal = Type.Object({
  /** Trial joint. */
  jointId: Type.Integer(),
  jointName: Type.String(),
  assemblyId: Type.Integer(),
  /** Joint with the real roll. */
  sourceId: Type.Integer(),
  mode: Type.Enum(rehearsalModes),
  /** `failed`: the server could not go on. */
  state: Type.Enum(['playing', 'stopped', 'done', 'failed'] as const),
  step: Type.Enum(rehearsalSteps),
  /** Simulated people who will come. */
  guests: Type.Integer(),
  counts: RehearsalCounts,
});
export type Rehearsal = Static<typeof Rehearsal>;

export const getRehearsal = endpoint('getRehearsal', 'GET /joints/:jointId/rehearsal', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    'The rehearsal of a joint, by the number of the real or of the trial joint; null without a rehearsal',
  answer: Nullable(Rehearsal),
});

export const makeRehearsal = endpoint('makeRehearsal', 'POST /joints/:jointId/rehearsal', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Copy the roll of a joint into a trial joint, and let simulated owners come and vote',
  description:
    'The trial joint has an audit trail of its own, sends no mail, and changes no row of the real joint. A joint has one rehearsal: an earlier rehearsal is deleted. 422 rehearsalWithoutRoll for a joint without units.',
  body: Type.Object({ mode: Type.Enum(rehearsalModes) }),
  status: 201,
  answer: Rehearsal,
});

export const stopRehearsal = endpoint('stopRehearsal', 'PATCH /joints/:jointId/rehearsal', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Stop the simulated owners of a trial joint (`playing: false`), or let them go on',
  body: Type.Object({ playing: Type.Boolean() }),
  answer: Rehearsal,
});

export const deleteRehearsal = endpoint('deleteRehearsal', 'DELETE /joints/:jointId/rehearsal', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Delete a trial joint with every record of the rehearsal',
});
