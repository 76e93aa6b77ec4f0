import Type, { type Static } from 'typebox';
import {
  assemblyRunners,
  endpoint,
  Id,
  Instant,
  Nullable,
  OptionalLine,
  reportEndpoint,
  staff,
} from '../api.ts';

const Filter = {
  /** Acts of this kind alone. */
  act: Type.Optional(OptionalLine(60)),
  /** Only what names this text: who acted, a unit, a name. */
  text: Type.Optional(OptionalLine(100)),
  from: Type.Optional(Instant),
  until: Type.Optional(Instant),
};

/** A vote of an entry, as people know what its facts have by number. */
const AuditVote = Type.Object({
  apartmentId: Type.String(),
  /** 'VOTACIÓN 2 de Torre 1'. */
  question: Type.String(),
  /** Of a ballot with several names all of them. */
  answers: Type.Array(Type.String()),
  /** In the table's own units. */
  coefficient: Type.Number(),
  receipt: Type.String(),
  /** Who answered for the unit. */
  holder: Type.String(),
});
export type AuditVote = Static<typeof AuditVote>;

/** An entry of a joint's chain. `hash` covers all of it and the hash before (docs/audit.md). */
export const AuditRecord = Type.Object({
  seq: Type.Integer(),
  at: Instant,
  /** Who did it, as people know them: a user's name, a code, 'mail'. */
  actor: Type.String(),
  act: Type.String(),
  /** What was done, as one Spanish sentence. */
  what: Type.String(),
  /** The act's facts, as they were hashed, but for `posted`: amounts are centavos, under `centavos` (act-amounts.ts has the older ones). */
  data: Type.Unknown(),
  /** Of an entry of votes these, one by one; a file has none. */
  votes: Type.Optional(Type.Array(AuditVote)),
  hash: Type.String(),
});
export type AuditRecord = Static<typeof AuditRecord>;

const TrailQuery = Type.Object({
  ...Filter,
  /** Entries older than this one, for the next page. */
  before: Type.Optional(Id),
});
const TrailFileQuery = Type.Object({ ...Filter, jsonl: Type.Optional(Type.Boolean()) });

const TrailPage = Type.Object({
  entries: Type.Array(AuditRecord),
  /** Kinds of acts that the trail holds, to filter by. */
  acts: Type.Array(Type.String()),
  more: Type.Boolean(),
});

export const listAudit = endpoint('listAudit', 'GET /joints/:jointId/audit', {
  priority: 'bulk',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: "A joint's audit trail, newest first, filtered; a sector answers with its joint's",
  query: TrailQuery,
  answer: TrailPage,
});

/** `findings` empty: every entry is as it was written, and the store holds what the trail says. */
export const AuditCheck = Type.Object({
  entries: Type.Integer(),
  lastHash: Type.String(),
  at: Instant,
  findings: Type.Array(
    Type.Object({
      /** The entry; null where a stored record contradicts the trail. */
      seq: Nullable(Type.Integer()),
      /** What is not as it was left, in Spanish, naming it. */
      what: Type.String(),
    }),
  ),
});
export type AuditCheck = Static<typeof AuditCheck>;

export const checkAudit = endpoint('checkAudit', 'POST /joints/:jointId/audit/check', {
  priority: 'bulk',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: "Verify the joint's chain against itself and against the store; made off the main thread",
  answer: AuditCheck,
});

export const auditReport = reportEndpoint('auditReport', 'GET /reports/audit/:jointId', {
  tag: 'audit',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "The joint's trail as Excel, or with `jsonl=true` as lines of JSON with every hash, for whoever verifies elsewhere",
  query: TrailFileQuery,
});

/** The same of what was billed, paid and corrected in a joint: a chain of its own. */
export const listBillingActs = endpoint('listBillingActs', 'GET /joints/:jointId/billing/acts', {
  priority: 'bulk',
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "The acts of a joint's billing, newest first, filtered",
  query: TrailQuery,
  answer: TrailPage,
});

export const checkBillingActs = endpoint('checkBillingActs', 'POST /joints/:jointId/billing/acts/check', {
  priority: 'bulk',
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Verify the chain of the joint's billing; made off the main thread",
  answer: AuditCheck,
});

export const billingActsReport = reportEndpoint('billingActsReport', 'GET /reports/billingacts/:jointId', {
  tag: 'audit',
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "The acts of a joint's billing as Excel, or with `jsonl=true` as lines of JSON with every hash",
  query: TrailFileQuery,
});
