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
  /** Only acts of this kind. */
  act: Type.Optional(OptionalLine(60)),
  /** Only entries with this text: actor, unit, name. */
  text: Type.Optional(OptionalLine(100)),
  from: Type.Optional(Instant),
  until: Type.Optional(Instant),
};

/** Vote of an entry, with names instead of numbers. */
const AuditVote = Type.Object({
  apartmentId: Type.String(),
  /** 'VOTACIÓN 2 de Torre 1'. */
  question: Type.String(),
  /** All names of a ballot with several names. */
  answers: Type.Array(Type.String()),
  /** In the units of the table. */
  coefficient: Type.Number(),
  receipt: Type.String(),
  /** Holder who voted for the unit. */
  holder: Type.String(),
});
export type AuditVote = Static<typeof AuditVote>;

/** Entry of a joint's chain. `hash` covers all fields and the former hash (docs/why/audit.md). */
export const AuditRecord = Type.Object({
  seq: Type.Integer(),
  at: Instant,
  /** Actor by name: a user's name, a code, 'mail'. */
  actor: Type.String(),
  act: Type.String(),
  /** Spanish sentence about the act. */
  what: Type.String(),
  /**
   * Hashed facts of the act, without `posted`. Amounts are centavos below `centavos` (older entries: act-amounts.ts).
   */
  data: Type.Unknown(),
  /** Votes of an entry in detail; missing in files. */
  votes: Type.Optional(Type.Array(AuditVote)),
  hash: Type.String(),
});
export type AuditRecord = Static<typeof AuditRecord>;

const TrailQuery = Type.Object({
  ...Filter,
  /** Only entries older than this number, for the next page. */
  before: Type.Optional(Id),
});
const TrailFileQuery = Type.Object({ ...Filter, jsonl: Type.Optional(Type.Boolean()) });

const TrailPage = Type.Object({
  entries: Type.Array(AuditRecord),
  /** Kinds of acts in the trail, for the filter. */
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

/** Result of a verification. Empty `findings`: every entry is intact, and the store matches the trail. */
export const AuditCheck = Type.Object({
  entries: Type.Integer(),
  lastHash: Type.String(),
  at: Instant,
  findings: Type.Array(
    Type.Object({
      /** Number of the entry; null if a stored record contradicts the trail. */
      seq: Nullable(Type.Integer()),
      /** Spanish sentence that names the changed record. */
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
    "The joint's trail as Excel, or with `jsonl=true` as lines of JSON with every hash, for other verifiers",
  query: TrailFileQuery,
});

/** Lists the acts of a joint's billing (bills, payments, corrections): a separate chain. */
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
