import Type, { type Static } from 'typebox';
import {
  assemblyRunners,
  CoefficientNumber,
  endpoint,
  Instant,
  members,
  Nullable,
  OptionalLine,
} from '../api.ts';
import { Profile } from '../profiles.ts';
import { UNITS_LIMIT, Units } from './codes.api.ts';
import { AssemblyQuery } from './concepts.api.ts';
import { QuorumCheck, Weight } from './live.ts';

/** Unit in a running check of the quorum, with the answer of the holder. */
const CheckedUnit = Type.Object({
  apartmentId: Type.String(),
  owner: Type.String(),
  coefficient: CoefficientNumber,
  /** Time of the holder's confirmation. Null until the holder confirms. */
  confirmedAt: Nullable(Instant),
  /** True if the holder's screen has a live connection now. */
  connected: Type.Boolean(),
  /** True if the unit has a vote on an open question. Releasing the unit annuls the vote. */
  voted: Type.Optional(Type.Literal(true)),
});
export type CheckedUnit = Static<typeof CheckedUnit>;

/**
 * Running check of the quorum ('Verificar quórum'): the figures of the check, and the units asked to confirm.
 */
export const QuorumCheckUnits = Type.Object({ ...QuorumCheck.properties, units: Type.Array(CheckedUnit) });
export type QuorumCheckUnits = Static<typeof QuorumCheckUnits>;

export const startQuorumCheck = endpoint('startQuorumCheck', 'POST /joints/:jointId/quorumchecks', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: "'Verificar quórum': ask everybody registered from home to confirm the presence",
  description:
    'Covers the joint and the sectors. 409 quorumCheckRunning during another check; 422 nobodyRemote without registrations from home.',
  status: 201,
  answer: QuorumCheckUnits,
});

export const getQuorumCheck = endpoint('getQuorumCheck', 'GET /joints/:jointId/quorumchecks/current', {
  access: { profiles: members, scope: 'paramsJoint' },
  summary:
    'The running check with the units (owners and QR sessions: own units); 404 without a running check',
  answer: QuorumCheckUnits,
});

export const confirmPresence = endpoint(
  'confirmPresence',
  'POST /joints/:jointId/quorumchecks/current/confirmations',
  {
    priority: 'vital',
    access: { profiles: [Profile.owner, Profile.qr], scope: 'paramsJoint' },
    summary: 'Confirm with one tap all asked units of the caller; a repeat returns the same answer',
    answer: Type.Object({ confirmed: Type.Array(Type.String()) }),
  },
);

const Released = Type.Object({
  released: Type.Array(Type.String()),
  /**
   * Effect of a release, only for a preview: number of annulled votes on open questions, and the joint's quorum
   * afterwards.
   */
  after: Type.Optional(Type.Object({ votes: Type.Integer(), registered: Weight, quorum: Type.Boolean() })),
});
export type Released = Static<typeof Released>;

export const releaseUnconfirmed = endpoint(
  'releaseUnconfirmed',
  'POST /joints/:jointId/quorumchecks/current/releases',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Free unconfirmed units; a unit confirmed meanwhile stays, and is not in the answer',
    description:
      'A vote during the check confirms. A unit with a vote on an open question is freed only if named alone, and the vote is annulled. `preview` changes nothing and returns the expected result.',
    body: Type.Object({
      apartmentIds: Units,
      reason: Type.Optional(OptionalLine(500)),
      preview: Type.Optional(Type.Boolean()),
    }),
    bodyLimit: UNITS_LIMIT,
    answer: Released,
  },
);

export const endQuorumCheck = endpoint('endQuorumCheck', 'DELETE /joints/:jointId/quorumchecks/current', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'End the check; the confirmations stay in the store',
});

/**
 * Units at home with a live connection when a question opened or closed: the law requires proof of the
 * communication (Ley 675, art. 42).
 */
export const Presence = Type.Object({
  conceptId: Type.Integer(),
  conceptDescription: Type.String(),
  /** Opening or closing of the question. */
  moment: Type.Enum(['opened', 'closed'] as const),
  at: Instant,
  /** Ids of the units registered from home with a live connection at that time. */
  apartments: Type.Array(Type.String()),
});
export type Presence = Static<typeof Presence>;

export const listPresence = endpoint('listPresence', 'GET /joints/:jointId/presence', {
  priority: 'bulk',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'People connected from home at each opening and closing of a question (Ley 675 de 2001, art. 42)',
  query: AssemblyQuery,
  answer: Type.Array(Presence),
});
