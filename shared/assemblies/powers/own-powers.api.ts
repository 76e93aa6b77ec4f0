import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  Distinct,
  endpoint,
  FileAnswer,
  Instant,
  Line,
  Nullable,
  reporters,
} from '../../api.ts';
import { Profile } from '../../profiles.ts';
import { MAX_POWER_UNITS, powerEnds, powerStates } from './powers.api.ts';

/** Profile of the endpoints for powers from the owner's own session. */
const owners = [Profile.owner] as const;
/** Size limit in bytes of a request with a code. */
const CODE_LIMIT = 1024;

/** Number of digits of the one-use code to sign a power. */
export const POWER_CODE_DIGITS = 6;
/** Validity in minutes of the code, from the sending of the mail. */
export const POWER_CODE_MINUTES = 10;
/** Maximum number of tries of a code. */
export const POWER_CODE_TRIES = 5;
/** Maximum number of codes per user and hour. */
export const POWER_CODES_PER_HOUR = 3;

/** Answers offered as instructions for a point of the agenda. Other answers are typed. */
export const instructionAnswers = ['Sí', 'No', 'En blanco'] as const;

/** Instruction for a point of the agenda: the answer for the questions of the point. */
export const PointInstruction = Type.Object({
  /** Number of the point in the agenda. */
  point: Type.Integer({ minimum: 1, maximum: 200 }),
  answer: Line(100),
});
export type PointInstruction = Static<typeof PointInstruction>;

/** Power of attorney to sign: units, holder and instructions. */
export const PowerToSign = Type.Object({
  apartmentIds: Distinct(ApartmentId, { minItems: 1, maxItems: MAX_POWER_UNITS }),
  /** Unit of the owner that gets the power. Absent for a named person. */
  holderUnit: Type.Optional(ApartmentId),
  /** Person that gets the power; `email`: address for the copy. Absent with `holderUnit`. */
  holder: Type.Optional(
    Type.Object({
      name: Line(200),
      document: Line(40),
      email: Type.Optional(Type.String({ maxLength: 200, format: 'email' })),
    }),
  ),
  /** Person in place of an absent holder. */
  substitute: Type.Optional(Type.Object({ name: Line(200), document: Line(40) })),
  /** Empty: the holder decides all questions. */
  instructions: Type.Array(PointInstruction, { maxItems: 60 }),
});
export type PowerToSign = Static<typeof PowerToSign>;

/** Power over units of the signed-in owner. */
const OwnPower = Type.Object({
  powerId: Type.Integer(),
  holder: Type.String(),
  /** Name of the substitute. Absent without a substitute. */
  substitute: Type.Optional(Type.String()),
  /** Units of the owner in the power, each with the end of the power. Null while in force or pending. */
  units: Type.Array(Type.Object({ apartmentId: Type.String(), end: Nullable(Type.Enum(powerEnds)) })),
  instructions: Nullable(Type.String()),
  enteredAt: Instant,
  state: Type.Enum(powerStates),
  /** True if signed from the phone: a package with the proof exists. */
  hasProof: Type.Boolean(),
});
export type OwnPower = Static<typeof OwnPower>;

const params = { scope: 'paramsJoint' } as const;

export const getOwnPowers = endpoint('getOwnPowers', 'GET /joints/:jointId/ownpowers', {
  access: { profiles: owners, ...params },
  summary: "Powers of the caller's units in the current assembly, and the data to give a power",
  answer: Type.Object({
    /** Spanish sentence with the reason against a power from the phone. Null if the caller may give a power. */
    obstacle: Nullable(Type.String()),
    /** Last moment for a power from the phone. Null: the opening of the assembly. */
    until: Nullable(Instant),
    /** Masked address for the code. Null without an address. */
    sentTo: Nullable(Type.String()),
    /** Owners of the caller's units on the roll, each with the units; a power is of one owner. */
    owners: Type.Array(Type.Object({ name: Type.String(), apartmentIds: Type.Array(Type.String()) })),
    points: Type.Array(Type.Object({ number: Type.Integer(), text: Type.String() })),
    powers: Type.Array(OwnPower),
  }),
});

export const askPowerCode = endpoint('askPowerCode', 'POST /joints/:jointId/ownpowers/code', {
  access: { profiles: owners, ...params },
  summary: 'Mail a one-use code to sign a power, and show the text to sign; a new code replaces the former',
  description:
    'The code is valid for ten minutes and five tries; three codes an hour (429 tooManyAttempts). 409 powerOnPaper without an address, without a mail server, or if the joint takes no powers from the phone; 409 powerTooLate after the closing time or the opening. 404 apartmentNotFound for a unit of another owner or not on the roll, agendaItemUnknown, instructionTwice, powerOneOwner for units of several owners, powerHolderMissing, powerToOwner, powerBlocked, alreadyRegistered.',
  body: PowerToSign,
  status: 201,
  answer: Type.Object({ text: Type.String(), sentTo: Type.String() }),
});

export const signPower = endpoint('signPower', 'POST /joints/:jointId/ownpowers', {
  access: { profiles: owners, ...params },
  summary: 'Sign the power of the last code: accepted at once, unless the joint checks powers from the phone',
  description:
    'A code works once. 422 powerCodeWrong with the tries left; 409 powerCodeOver for no code, an old code, or after five tries. The rules of `askPowerCode` are checked again. Both persons get a copy by mail.',
  body: Type.Object({ code: Line(20) }),
  bodyLimit: CODE_LIMIT,
  status: 201,
  answer: OwnPower,
});

export const endOwnPower = endpoint('endOwnPower', 'DELETE /joints/:jointId/ownpowers/:powerId', {
  access: { profiles: owners, ...params },
  summary: "Revoke a power for the caller's units, until the assembly ends",
  description:
    'Frees the units registered with the power, and annuls the votes of the units on an open question; votes of closed questions stay. 404 powerNotFound, 409 powerDecided for an ended power, assemblyClosed.',
});

export const getPowerProof = endpoint('getPowerProof', 'GET /joints/:jointId/powers/:powerId/proof', {
  access: { profiles: [...reporters, Profile.owner], ...params },
  summary: 'Proof of a power signed from the phone (.zip), with all heads and a verifier',
  description:
    'Owners get the proofs of powers over own units. 404 powerNotFound, also for a power on paper.',
  answer: FileAnswer,
  file: true,
});
