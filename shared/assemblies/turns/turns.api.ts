import Type, { type Static } from 'typebox';
import { ApartmentId, assemblyRunners, endpoint, Instant, Nullable } from '../../api.ts';
import { Profile } from '../../profiles.ts';
import { MOST_TURN_MINUTES } from './live-turns.ts';

/** Profiles of attendees with a phone: owners, and sessions by code. */
const attendees = [Profile.owner, Profile.qr] as const;
const params = { scope: 'paramsJoint' } as const;
/** Size limit in bytes of a request about a turn. */
const TURN_LIMIT = 1024;

/** Request for a turn to speak, as the secretary sees the request. */
export const Turn = Type.Object({
  turnId: Type.Integer(),
  /** Name of the attendee, or of the owner of the first unit without a known attendee. */
  speaker: Type.String(),
  units: Type.Array(Type.String()),
  askedAt: Instant,
  /** Start of the turn. Null while waiting. */
  givenAt: Nullable(Instant),
  /** End of the given time. Null while waiting. */
  endsAt: Nullable(Instant),
  /** Number of extensions so far. */
  extensions: Type.Integer(),
});
export type Turn = Static<typeof Turn>;

export const listTurns = endpoint('listTurns', 'GET /joints/:jointId/turns', {
  access: { profiles: assemblyRunners, ...params },
  summary: 'The running turn to speak, and the waiting requests in the order of asking',
  description:
    'A waiting person without a registered unit is left out until the return. `minutes`: the joint’s minutes of a turn.',
  answer: Type.Object({
    minutes: Type.Integer(),
    speaking: Nullable(Turn),
    waiting: Type.Array(Turn),
  }),
});

export const getOwnTurn = endpoint('getOwnTurn', 'GET /joints/:jointId/turns/own', {
  access: { profiles: attendees, ...params },
  summary: "The caller's running turn or waiting request; null without any",
  answer: Type.Object({ turnId: Nullable(Type.Integer()) }),
});

export const askTurn = endpoint('askTurn', 'POST /joints/:jointId/turns', {
  access: { profiles: attendees, ...params },
  summary:
    'Ask for a turn to speak with all units registered by the caller; a repeat returns the same request',
  description:
    'The place in the queue is the place of `turnId` in `assembly.turns.waiting` of the live state. 409 turnNotOpen before the opening and after the end; 409 turnNotPresent without a registered unit; 422 tooManyTurns, ownTurnsFull.',
  status: 201,
  answer: Type.Object({ turnId: Type.Integer() }),
});

export const askTurnAtDesk = endpoint('askTurnAtDesk', 'POST /joints/:jointId/turns/desk', {
  access: { profiles: assemblyRunners, ...params },
  summary: 'Ask for a turn to speak for the person with a registered unit, as `askTurn`',
  description:
    'Errors as for `askTurn`, but no ownTurnsFull; 404 apartmentNotFound for a unit that is not on the roll.',
  body: Type.Object({ apartmentId: ApartmentId }),
  bodyLimit: TURN_LIMIT,
  status: 201,
  answer: Type.Object({ turnId: Type.Integer() }),
});

export const withdrawOwnTurn = endpoint('withdrawOwnTurn', 'DELETE /joints/:jointId/turns/own', {
  access: { profiles: attendees, ...params },
  summary: "Withdraw the caller's waiting request",
  description: '404 turnNotFound without a request; 409 turnRunning while the caller speaks.',
});

/** Acts of the secretary on a turn. */
export const turnSteps = ['give', 'extend', 'end', 'withdraw'] as const;

export const changeTurn = endpoint('changeTurn', 'PATCH /joints/:jointId/turns/:turnId', {
  access: { profiles: assemblyRunners, ...params },
  summary: 'Give the next turn, extend or end the running turn, or withdraw a waiting request',
  description:
    'Turns are given in the order of asking, one at a time: 409 turnRunning during another turn, turnNotNext for a later request, turnNotPresent for a person who left. `extend` adds `minutes` (1 by default) from the end of the given time, or from now once the time has run out; 409 turnNotRunning for a waiting request, also for `end`. 404 turnNotFound for an ended turn; 409 turnNotOpen unless the assembly is open.',
  body: Type.Object({
    act: Type.Enum(turnSteps),
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TURN_MINUTES })),
  }),
  bodyLimit: TURN_LIMIT,
});
