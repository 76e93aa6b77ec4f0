import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  endpoint,
  Id,
  Instant,
  Nullable,
  OptionalLine,
  reportEndpoint,
  staff,
  trailReaders,
} from '../api.ts';

const Filter = {
  /** Name of an act. Returns only acts of this name. */
  act: Type.Optional(OptionalLine(60)),
  /** Text to find in the entry: actor, unit, name. Returns only matching entries. */
  text: Type.Optional(OptionalLine(100)),
  /** Id of a unit. Returns only acts with the unit, without the entries of votes. */
  unit: Type.Optional(ApartmentId),
  from: Type.Optional(Instant),
  until: Type.Optional(Instant),
};

/** Vote in an entry of the audit log, with names instead of numbers. */
const AuditVote = Type.Object({
  apartmentId: Type.String(),
  /** Name of the question: 'VOTACIÓN 2 de Torre 1'. */
  question: Type.String(),
  /** Texts of the chosen answers: several for a ballot with several names. */
  answers: Type.Array(Type.String()),
  /** Coefficient in the units of the joint's table. */
  coefficient: Type.Number(),
  receipt: Type.String(),
  /** Holder who voted for the unit. */
  holder: Type.String(),
});
export type AuditVote = Static<typeof AuditVote>;

/** Entry of a joint's audit log. `hash` covers all fields and the hash of the entry before (docs/why/audit.md). */
export const AuditRecord = Type.Object({
  /** Number of the entry in the log, from 1. */
  seq: Type.Integer(),
  at: Instant,
  /** Shown name of the actor: a user's name, a code, or 'mail' for the mail service. */
  actor: Type.String(),
  /** Internal name of the act: 'assemblyOpened'. */
  act: Type.String(),
  /** Spanish sentence about the act. */
  what: Type.String(),
  /**
   * Facts of the act by name, as covered by the hash, without `posted`. Amounts are centavos below the name
   * `centavos`; in older entries see act-amounts.ts.
   */
  data: Type.Unknown(),
  /** Votes of the entry in detail. Absent in files. */
  votes: Type.Optional(Type.Array(AuditVote)),
  /** SHA-256 in hexadecimal. Null up to the last old entry with a whole code: a hash would tell the code to a computer. */
  hash: Nullable(Type.String()),
});
export type AuditRecord = Static<typeof AuditRecord>;

const TrailQuery = Type.Object({
  ...Filter,
  /** Number of an entry. Returns only older entries, for the next page. */
  before: Type.Optional(Id),
});
const TrailFileQuery = Type.Object({
  ...Filter,
  xlsx: Type.Optional(Type.Boolean()),
  jsonl: Type.Optional(Type.Boolean()),
});

const TrailPage = Type.Object({
  entries: Type.Array(AuditRecord),
  /** Names of the acts in the log, for the filter on the screen. */
  acts: Type.Array(Type.String()),
  more: Type.Boolean(),
});

export const listAudit = endpoint('listAudit', 'GET /joints/:jointId/audit', {
  priority: 'bulk',
  access: { profiles: trailReaders, scope: 'paramsJoint' },
  summary: "A joint's audit trail, newest first, filtered; a sector answers with its joint's",
  query: TrailQuery,
  answer: TrailPage,
});

/** Result of verifying an audit log. Empty `findings`: every entry is intact, and the stored data match the log. */
export const AuditCheck = Type.Object({
  /** Number of entries in the log. */
  entries: Type.Integer(),
  /** Hash of the newest entry, in hexadecimal. Covers all entries. */
  lastHash: Type.String(),
  /** Time of the check. */
  at: Instant,
  findings: Type.Array(
    Type.Object({
      /** Number of the faulty entry. Null if stored data contradict the log. */
      seq: Nullable(Type.Integer()),
      /** Spanish sentence that names the changed record. */
      what: Type.String(),
    }),
  ),
});
export type AuditCheck = Static<typeof AuditCheck>;

export const checkAudit = endpoint('checkAudit', 'POST /joints/:jointId/audit/check', {
  inWorker: true,
  priority: 'bulk',
  access: { profiles: trailReaders, scope: 'paramsJoint' },
  summary: "Verify the joint's chain against itself and against the store; made off the main thread",
  answer: AuditCheck,
});

export const auditReport = reportEndpoint('auditReport', 'GET /reports/audit/:jointId', {
  tag: 'audit',
  access: { profiles: trailReaders, scope: 'paramsJoint' },
  summary:
    "The joint's trail as PDF or Excel, or with `jsonl=true` as lines of JSON with every hash, for other verifiers",
  query: TrailFileQuery,
});

/** Endpoint for the acts of a joint's billing (bills, payments, corrections), with a separate chain of hashes. */
export const listBillingActs = endpoint('listBillingActs', 'GET /joints/:jointId/billing/acts', {
  priority: 'bulk',
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "The acts of a joint's billing, newest first, filtered",
  query: TrailQuery,
  answer: TrailPage,
});

export const checkBillingActs = endpoint('checkBillingActs', 'POST /joints/:jointId/billing/acts/check', {
  inWorker: true,
  priority: 'bulk',
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Verify the chain of the joint's billing; made off the main thread",
  answer: AuditCheck,
});

export const billingActsReport = reportEndpoint('billingActsReport', 'GET /reports/billingacts/:jointId', {
  tag: 'audit',
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary:
    "The acts of a joint's billing as PDF or Excel, or with `jsonl=true` as lines of JSON with every hash",
  query: TrailFileQuery,
});
