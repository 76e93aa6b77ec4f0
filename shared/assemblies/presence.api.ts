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

/** Unit asked to confirm. */
const CheckedUnit = Type.Object({
  apartmentId: Type.String(),
  owner: Type.String(),
  coefficient: CoefficientNumber,
  /** Null until the holder confirms. */
  confirmedAt: Nullable(Instant),
  /** True if the holder has a live connection now. */
  connected: Type.Boolean(),
  /** True if the unit has a vote on an open question; releasing the unit annuls the vote. */
  voted: Type.Optional(Type.Literal(true)),
});
export type CheckedUnit = Static<typeof CheckedUnit>;

export const QuorumCheckUnits = Type.Object({ ...QuorumCheck.properties, units: Type.Array(CheckedUnit) });
export type QuorumCheckUnits = Static<typeof QuorumCheckUnits>;

export const startQuorumCheck = endpoint('startQuorumCheck', 'POST /joints/:jointId/quorumchecks', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: "'Verificar quórum': ask everybody who is registered from home to confirm that they are there",
  description:
    'It covers the joint and its sectors. 409 quorumCheckRunning while one runs; 422 nobodyRemote where nobody is registered from home.',
  status: 201,
  answer: QuorumCheckUnits,
});

export const getQuorumCheck = endpoint('getQuorumCheck', 'GET /joints/:jointId/quorumchecks/current', {
  access: { profiles: members, scope: 'paramsJoint' },
  summary:
    'The check that runs, with its units (owners and QR sessions: those they hold); 404 when none does',
  answer: QuorumCheckUnits,
});

export const confirmPresence = endpoint(
  'confirmPresence',
  'POST /joints/:jointId/quorumchecks/current/confirmations',
  {
    priority: 'vital',
    access: { profiles: [Profile.owner, Profile.qr], scope: 'paramsJoint' },
    summary: 'Confirm with one tap: all units the caller holds that were asked; a repeat answers the same',
    answer: Type.Object({ confirmed: Type.Array(Type.String()) }),
  },
);

const Released = Type.Object({
  released: Type.Array(Type.String()),
  /** For a preview: annulled votes on open questions, and the joint's quorum afterwards. */
  after: Type.Optional(Type.Object({ votes: Type.Integer(), registered: Weight, quorum: Type.Boolean() })),
});
export type Released = Static<typeof Released>;

export const releaseUnconfirmed = endpoint(
  'releaseUnconfirmed',
  'POST /joints/:jointId/quorumchecks/current/releases',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary:
      'Free units whose holders did not confirm; one that confirmed meanwhile stays and is not in the answer',
    description:
      'A vote during the check confirms. A unit with a vote on an open question is not freed together with units without one: named alone, it is freed and its vote annulled. `preview` changes nothing and answers what would be.',
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
  summary: 'End the check; who confirmed is kept',
});

export const Presence = Type.Object({
  conceptId: Type.Integer(),
  conceptDescription: Type.String(),
  moment: Type.Enum(['opened', 'closed'] as const),
  at: Instant,
  /** Units registered from home with a live connection. */
  apartments: Type.Array(Type.String()),
});
export type Presence = Static<typeof Presence>;

export const listPresence = endpoint('listPresence', 'GET /joints/:jointId/presence', {
  priority: 'bulk',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Who was connected from home at each opening and closing of a question (Ley 675 de 2001, art. 42)',
  query: AssemblyQuery,
  answer: Type.Array(Presence),
});
