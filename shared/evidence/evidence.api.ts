import Type, { type Static } from 'typebox';
import {
  assemblyWatchers,
  endpoint,
  FileAnswer,
  Instant,
  Line,
  members,
  Nullable,
  reportEndpoint,
  reporters,
} from '../api.ts';
import { AssemblyQuery } from '../assemblies/concepts.api.ts';
import { headMoments } from './head.ts';

/** Number of entries of a joint's audit log: size of the tree of hashes. */
const Size = Type.Integer({ minimum: 0, maximum: 2147483647 });

/**
 * Answer with the signed heads of a joint's audit trail, and the public keys to check the signatures. Browsers
 * compare the heads with the stored heads.
 */
export const Evidence = Type.Object({
  /**
   * Signed summaries (heads, format C2SP) of the joint's audit log, oldest first. `key` is the line with the
   * signing key.
   */
  heads: Type.Array(
    Type.Object({
      size: Type.Integer(),
      moment: Type.Enum(headMoments),
      at: Instant,
      epoch: Type.Integer(),
      key: Type.String(),
      note: Type.String(),
      /**
       * Proof of a new epoch or key, only for the first head: the line of the act `epochBegan` (last leaf of the
       * tree) and the leaf's audit path, 32 bytes per hash, in base 64. Null for other heads.
       */
      began: Nullable(Type.Object({ line: Type.String(), path: Type.String() })),
    }),
  ),
  /** Epochs of the store, newest first. Each restore of a backup copy begins an epoch. */
  epochs: Type.Array(
    Type.Object({
      number: Type.Integer(),
      beganAt: Instant,
      /** Time of the restored copy. Null for the first epoch, or if unknown. */
      copiedAt: Nullable(Instant),
      reason: Nullable(Type.String()),
    }),
  ),
});
export type Evidence = Static<typeof Evidence>;

export const listHeads = endpoint('listHeads', 'GET /joints/:jointId/heads', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
  summary:
    "The signed heads of a joint's trail, and the epochs of the store; a sector answers with its joint's",
  answer: Evidence,
});

export const getHeadProof = endpoint('getHeadProof', 'GET /joints/:jointId/heads/proof', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
  summary:
    "Proof that the tree of the first `to` entries of a joint's trail begins with the first `from` entries",
  description:
    'RFC 6962, section 2.1.2; 404 headNotFound for a size without a head. The proof never changes.',
  query: Type.Object({ from: Size, to: Size }),
  answer: Type.Object({
    /** Hashes of the proof in sequence, 32 bytes each, in base 64. */
    path: Type.String(),
  }),
  lasting: true,
});

/**
 * Answer to a search by receipt: a closing counted the vote, or not; and if the vote was annulled or the question
 * deleted since.
 */
export const CountedVote = Type.Object({
  /** Last closing that counted the vote. Null if no closing counted the vote. */
  counted: Nullable(
    Type.Object({
      /** Proof for the voter, as in the QR and in the proof file (docs/why/evidence.md). */
      proof: Type.String(),
      /** Line with the key that signed the proof's head. */
      key: Type.String(),
      /** Root of the tree of ballots at the closing, in base 64. */
      root: Type.String(),
      ballots: Type.Integer(),
      /** Text of the question. */
      question: Type.String(),
    }),
  ),
  /**
   * Annulment of the vote, also by a reopening (docs/why/voting.md): not counted since. Absent for a valid vote.
   */
  annulled: Type.Optional(
    Type.Object({
      at: Instant,
      /** Name of the act in Spanish: 'Reverso'. */
      how: Type.String(),
      reason: Nullable(Type.String()),
    }),
  ),
  /**
   * Deletion of the question after a closing that counted the vote. The announced result stays in the audit log.
   * Absent without a deletion.
   */
  deleted: Type.Optional(Type.Object({ at: Instant, reason: Nullable(Type.String()) })),
});
export type CountedVote = Static<typeof CountedVote>;

export const checkVote = endpoint('checkVote', 'GET /joints/:jointId/receipts/:receipt', {
  access: { profiles: members, scope: 'paramsJoint' },
  summary: 'Proof by receipt that a vote is counted; owners and QR sessions: votes of their own units',
  description: "404 voteNotFound for an unknown receipt, or another's. An annulled vote has `annulled`.",
  answer: CountedVote,
});

export const checkReceipt = endpoint('checkReceipt', 'POST /joints/:jointId/receipts', {
  access: { public: true },
  summary: 'Proof by the full receipt that a vote is counted, without a session',
  description: 'Tries are limited by address: 429 tooManyAttempts.',
  bodyLimit: 1024,
  body: Type.Object({ receipt: Line(20) }),
  answer: CountedVote,
});

export const proofPack = endpoint('proofPack', 'POST /joints/:jointId/receipts/pack', {
  access: { public: true },
  summary: 'Proof by the full receipt as a .zip, with all heads, the proofs of the heads, and two verifiers',
  description: 'Tries share the limit of receipts. 404 headNotFound until the vote is counted.',
  bodyLimit: 1024,
  body: Type.Object({ receipt: Line(20) }),
  answer: FileAnswer,
  file: true,
});

/** Endpoint of the expediente (.zip): the file of evidence about an assembly, for a court. */
export const expedienteReport = reportEndpoint('expedienteReport', 'GET /reports/expediente/:jointId', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary:
    'The expediente of an assembly (.zip): roll, acts, ballots, results, signed heads, acta, and two verifiers (docs/why/evidence.md)',
  description: '404 headNotFound for assemblies before signed heads.',
  query: AssemblyQuery,
});
