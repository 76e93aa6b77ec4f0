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

/** Number of entries of a joint's trail (tree size). */
const Size = Type.Integer({ minimum: 0, maximum: 2147483647 });

export const Evidence = Type.Object({
  /** Signed heads (C2SP), oldest first. `key` is the key line for a verifier. */
  heads: Type.Array(
    Type.Object({
      size: Type.Integer(),
      moment: Type.Enum(headMoments),
      at: Instant,
      epoch: Type.Integer(),
      key: Type.String(),
      note: Type.String(),
      /**
       * Only for the first head of an epoch or key: the line of the act `epochBegan` (last leaf of the tree) and the
       * leaf's audit path, 32 bytes per hash, in base 64.
       */
      began: Nullable(Type.Object({ line: Type.String(), path: Type.String() })),
    }),
  ),
  /** Epochs of the store, newest first. Every epoch after the first began with a restore. */
  epochs: Type.Array(
    Type.Object({
      number: Type.Integer(),
      beganAt: Instant,
      /** Instant of the restored copy. */
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
    /** Concatenated hashes, 32 bytes each, in base 64. */
    path: Type.String(),
  }),
  lasting: true,
});

/** Fate of a vote. */
export const CountedVote = Type.Object({
  /** Last closing that counted the vote. Null if never counted. */
  counted: Nullable(
    Type.Object({
      /** Content of the QR and of the proof file (docs/why/evidence.md). */
      proof: Type.String(),
      /** Key line of the signer of the proof's head. */
      key: Type.String(),
      /** Root over the ballots of the closing, in base 64. */
      root: Type.String(),
      ballots: Type.Integer(),
      /** Text of the question. */
      question: Type.String(),
    }),
  ),
  /** Present if the vote was annulled, or set aside by a reopening (docs/why/voting.md): not counted since. */
  annulled: Type.Optional(
    Type.Object({
      at: Instant,
      /** Act in Spanish: 'Reverso'. */
      how: Type.String(),
      reason: Nullable(Type.String()),
    }),
  ),
  /** Present if the question was deleted after a closing counted the vote. The announced result stays on record. */
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

export const expedienteReport = reportEndpoint('expedienteReport', 'GET /reports/expediente/:jointId', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary:
    'The expediente of an assembly (.zip): roll, acts, ballots, results, signed heads, acta, and two verifiers (docs/why/evidence.md)',
  description: '404 headNotFound for assemblies before signed heads.',
  query: AssemblyQuery,
});
