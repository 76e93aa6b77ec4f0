import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  assemblyRunners,
  assemblyWatchers,
  endpoint,
  everyone,
  Instant,
  Line,
  Nullable,
} from '../api.ts';
import { RegistrationResult } from './attendance.api.ts';
import { CodeText } from './codes.api.ts';

/** Minutes that a phone's announcement waits for the desk; the phone sends it again while it is open. */
export const ARRIVAL_MINUTES = 30;

/** A secret that the phone makes: 256 random bits as base64url. It is never in an address. */
const Ticket = Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]{43}$' });

const BODY_LIMIT = 2048;

export const announceArrival = endpoint('announceArrival', 'POST /joints/:code/arrivals', {
  entry: true,
  access: everyone,
  summary: "Announce a unit and a document with the wall's code, for the desk to confirm",
  description:
    'The same answer always, at once: whether the code, the unit or the document is right is looked at afterwards. The ticket is made by the phone; the same one again replaces what it announced before. Of what does not agree with the roll a bounded number of a network and a joint is kept; what agrees is never pushed out. 503 with Retry-After while very many wait to be looked at.',
  body: Type.Object({ apartmentId: ApartmentId, document: Line(40), ticket: Ticket }),
  bodyLimit: BODY_LIMIT,
  status: 202,
});

const arrivalStates = ['waiting', 'unsure', 'refused', 'replaced', 'over', 'confirmed'] as const;
export type ArrivalState = (typeof arrivalStates)[number];

export const claimArrival = endpoint('claimArrival', 'POST /auth/arrival', {
  entry: true,
  access: everyone,
  summary:
    'What the desk decided of an announcement; once it is confirmed, a QR session for that phone alone',
  description:
    '`unsure`: it is not certain that the desk has it, since it was not kept or much that is wrong came from its network. `replaced`: another phone was confirmed for the unit. `over`: neither the ticket nor the code stands any more. A ticket gives sessions for ten minutes from its first one, since an answer may be lost on its way.',
  body: Type.Object({ code: CodeText, ticket: Ticket }),
  bodyLimit: BODY_LIMIT,
  answer: Type.Object({ state: Type.Enum(arrivalStates), jwt: Nullable(Type.String()) }),
});

export const Joining = Type.Object({
  code: Type.String(),
  /** What the QR says. */
  url: Type.String(),
  /** The QR's modules, a text a row: 1 is dark. */
  rows: Type.Array(Type.String()),
});
export type Joining = Static<typeof Joining>;

export const getJoining = endpoint('getJoining', 'GET /joints/:jointId/joining', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
  summary: "The QR that leads phones to the joint's assembly; 404 joiningClosed while it is not shown",
  answer: Joining,
});

export const openJoining = endpoint('openJoining', 'POST /joints/:jointId/joining', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Show a QR on the walls, with a fresh code unless one stands',
  status: 201,
  answer: Joining,
});

export const closeJoining = endpoint('closeJoining', 'DELETE /joints/:jointId/joining', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Take the QR off the walls and end its code; who is waiting goes on waiting',
});

/** A phone that waits for the desk. */
const WaitingPhone = Type.Object({
  arrivalId: Type.String(),
  /** As the phone shows it. */
  number: Type.Integer(),
  document: Type.String(),
  /** Whether the document is that of the roll; null where the roll has none. */
  agrees: Nullable(Type.Boolean()),
  at: Instant,
});

export const WaitingArrival = Type.Object({
  /** The unit as the roll has it, or as it was typed where the roll has none such (`isKnown`). */
  apartmentId: Type.String(),
  isKnown: Type.Boolean(),
  owner: Nullable(Type.String()),
  /** The registration that stands; null: none. */
  registered: Nullable(
    Type.Object({
      at: Instant,
      attendee: Nullable(Type.String()),
      byProxy: Type.Boolean(),
      /** By a device of the owner: the phone gets its session, and nothing moves. */
      isOwn: Type.Boolean(),
    }),
  ),
  /** Very many announcements of the unit, within a quarter of an hour, did not agree with the roll. */
  hasManyWrong: Type.Boolean(),
  /** The first one is the most likely: its document agrees, or it came first. */
  phones: Type.Array(WaitingPhone),
});
export type WaitingArrival = Static<typeof WaitingArrival>;

export const listArrivals = endpoint('listArrivals', 'GET /joints/:jointId/waitingarrivals', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Who announced themselves by phone and waits for the desk, merged per unit',
  answer: Type.Array(WaitingArrival),
});

export const confirmArrival = endpoint(
  'confirmArrival',
  'POST /joints/:jointId/waitingarrivals/:arrivalId/confirmation',
  {
    priority: 'vital',
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary:
      "Confirm an announcement: its unit is registered with the unit's own badge, and the phone gets its session",
    description:
      'What goes with the unit and is free is registered too and, where the document agrees, what else its owner has. 409 alreadyRegistered where another person holds the unit, unless `takeBack`; 409 arrivalDecided where another desk was first. Other phones that wait for the unit are told that they were replaced.',
    body: Type.Object({ takeBack: Type.Optional(Type.Boolean()) }),
    status: 201,
    answer: RegistrationResult,
  },
);

export const refuseArrival = endpoint('refuseArrival', 'DELETE /joints/:jointId/waitingarrivals/:arrivalId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Refuse an announcement; 409 arrivalDecided where another desk was first',
});
