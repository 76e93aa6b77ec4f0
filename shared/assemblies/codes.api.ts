import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  assemblyRunners,
  CoefficientNumber,
  Distinct,
  endpoint,
  Id,
  Instant,
  Line,
  Nullable,
  OptionalLine,
} from '../api.ts';
import { AssemblyRecord, VOTE_LIMIT } from './votes.api.ts';

/**
 * Schema of an optional reason typed by a person for an act (for example for freeing a unit): up to 500 characters.
 */
export const Reason = Type.Optional(OptionalLine(500));
/**
 * Schema of a card's or badge's code in a request, as typed or scanned, up to 40 characters. The server normalizes
 * the text. Acts of the desk also take the public id of a code (`codeId`).
 */
export const CodeText = Line(40);
/** Schema of a list of units in a request: 1 to 2000 distinct ids. */
export const Units = Distinct(ApartmentId, { minItems: 1, maxItems: 2000 });
/**
 * Maximum size in bytes of a request with a list of units: enough for all units of the largest joint with the
 * longest ids.
 */
export const UNITS_LIMIT = 256 * 1024;
/**
 * Units registered now with a code, in a joint or sector, with the sum of the coefficients. Shown to the operator
 * after a scan of a card or badge.
 */
export const HeldJoint = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  coefficient: CoefficientNumber,
  apartments: Type.Array(
    Type.Object({ apartmentId: Type.String(), owner: Type.String(), coefficient: CoefficientNumber }),
  ),
});
export type HeldJoint = Static<typeof HeldJoint>;

export const issueCodes = endpoint('issueCodes', 'POST /joints/:jointId/codes', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Issue a lot of codes for cards',
  body: Type.Object({ quantity: Type.Integer({ minimum: 1, maximum: 2000 }) }),
  status: 201,
  /** New codes. `lot`: time of issue, used as the name of the lot for printing. */
  answer: Type.Object({ codes: Type.Array(Type.String()), lot: Instant }),
});

/**
 * Code of a joint on a printed card (for any units, assigned at the door) or on a badge (for a single unit), as
 * listed for the desk.
 */
export const JointCode = Type.Object({
  /** Masked code: first and last two characters. */
  code: Type.String(),
  /** Public id of the code, in place of the code in `holders/{…}`, registrations and revocations. */
  codeId: Type.String(),
  /** First three digits of the SHA-256 of `salt` and the code, hexadecimal, to recognize a scan, also without network. */
  codeHash: Type.String(),
  /** Salt of the joint. */
  salt: Type.String(),
  /** Units registered with the code in the current assembly. */
  apartments: Type.Array(Type.String()),
  /** Id of the unit printed on the badge. Null on a card. */
  badgeOf: Nullable(Type.String()),
  /** Time of the print job with the code. */
  lot: Instant,
});
export type JointCode = Static<typeof JointCode>;

export const listCodes = endpoint('listCodes', 'GET /joints/:jointId/codes', {
  priority: 'bulk',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: "The joint's standing codes, of cards and badges, with the units each one holds",
  answer: Type.Array(JointCode),
});

export const revokeCode = endpoint('revokeCode', 'DELETE /joints/:jointId/codes/:code', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    'Revoke a code for good: the held units leave the assembly and the sessions end; 404 for an invalid code',
  query: Type.Object({ reason: Reason }),
});

export const makeBadges = endpoint('makeBadges', 'POST /joints/:jointId/badges', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Issue badges: for all units without a badge, or for the named units',
  description:
    'A unit keeps an existing badge. With `renew` the named units get a new badge and the former badge is revoked; held units move to the new badge, with entry time and votes.',
  body: Type.Object({
    apartmentIds: Type.Optional(Units),
    renew: Type.Optional(Type.Boolean()),
    reason: Reason,
  }),
  bodyLimit: UNITS_LIMIT,
  status: 201,
  answer: Type.Object({
    /** Lot of the new badges, for printing. Null if no badge was issued. */
    lot: Nullable(Instant),
    issued: Type.Integer(),
    revoked: Type.Integer(),
    /** Badges of the requested units, new and existing, with masked codes. */
    badges: Type.Array(
      Type.Object({ apartmentId: Type.String(), code: Type.String(), codeId: Type.String() }),
    ),
  }),
});

export const getHolder = endpoint('getHolder', 'GET /holders/:code', {
  access: { profiles: assemblyRunners, scope: 'session' },
  summary: "Units held by a code, by joint, in the caller's joints; 404 without a unit",
  answer: Type.Array(HeldJoint),
});

export const exchangeHolder = endpoint('exchangeHolder', 'PATCH /holders/:code', {
  access: { profiles: assemblyRunners, scope: 'session' },
  summary: 'Exchange a lost card: the units move to another code of the joint, with entry time and votes',
  description:
    'The sessions of the former code end. 404 when it holds nothing; 409 codeInUse when the other holds something; 422 codeUnknown when the other was not issued for the joint or is revoked.',
  body: Type.Object({ code: CodeText, reason: Reason }),
  answer: Type.Array(HeldJoint),
});

export const withdrawHolder = endpoint('withdrawHolder', 'DELETE /holders/:code', {
  access: { profiles: assemblyRunners, scope: 'session' },
  summary: 'Withdraw a code: the units leave the assembly and the sessions end; 404 without a unit',
  description:
    'The code opens no session (also for a badge) until the desk registers a unit with the code again.',
  query: Type.Object({ reason: Reason }),
});

/**
 * Answer after a code was withdrawn because the holder leaves: the freed units, and the votes on open questions
 * annulled by the departure.
 */
export const Departure = Type.Object({
  apartments: Type.Array(Type.String()),
  annulled: Type.Array(
    Type.Object({ jointId: Type.Integer(), apartmentId: Type.String(), conceptId: Type.Integer() }),
  ),
});
export type Departure = Static<typeof Departure>;

export const departHolder = endpoint('departHolder', 'POST /holders/:code/departure', {
  access: { profiles: assemblyRunners, scope: 'session' },
  summary: 'Withdraw a code like `DELETE /holders/{code}`, and name the units and the annulled votes',
  body: Type.Object({ reason: Reason }),
  answer: Departure,
});

export const undoDeparture = endpoint('undoDeparture', 'POST /holders/:code/departure/undo', {
  access: { profiles: assemblyRunners, scope: 'session' },
  summary: "Undo a code's last departure: the units are registered again from now on, as they were",
  description:
    'Attendee, capacity, powers, place (room or home) and second step return; votes annulled by the departure stay annulled. 404 holderNotFound without a departure in the current assembly. 409 departureOutdated if since then the attendance began again, the code was revoked or registered other units, or a unit came back and left again. 422 powerOfAnother if a power has ended since; 409 alreadyRegistered or 422 powerStands if a unit has another holder or another power since.',
  answer: Type.Object({ apartments: Type.Array(Type.String()) }),
});

export const castBallots = endpoint('castBallots', 'POST /joints/:jointId/ballots', {
  priority: 'vital',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "A voting badge at the counting table: votes for the units of its code on the joint's active question",
  description:
    'One transaction. Units that voted before are left as they voted; when all have: 409 alreadyVoted. 422: no active question (voteNotActive), one without the three default answers (badgeNotForQuestion), a code that is unknown, foreign or revoked (codeUnknown), not a voting badge (ballotUnreadable), or holding no unit with a vote (apartmentNotRegistered, heldByAnother, zeroCoefficient).',
  body: Type.Object({
    /** Scanned text of a voting badge, `CODE-answerId`: 1 in favour, 2 against, 3 blank. */
    badge: CodeText,
    /**
     * Question on the desk's screen at the time of the scan. If another question is active, the answer is
     * voteNotActive.
     */
    conceptId: Type.Optional(Id),
  }),
  bodyLimit: VOTE_LIMIT,
  status: 201,
  answer: Type.Array(AssemblyRecord),
  idempotent: true,
});
