import Type, { type Static } from 'typebox';
import { CoefficientNumber, endpoint, everyone, FileAnswer, Instant, Line, Nullable } from '../../api.ts';
import { ChallengeDays } from '../law/challenge-days.ts';
import { PublishedActa } from './signed-acta.api.ts';

/** Verdict of a question for an owner: sign, question, and lines with the result and the elected people. */
export const OwnerVerdict = Type.Object({
  mark: Type.Union([Type.Literal('✓'), Type.Literal('✕'), Type.Literal('·')]),
  title: Type.String(),
  lines: Type.Array(Type.String()),
});
export type OwnerVerdict = Static<typeof OwnerVerdict>;

/** Votes of a unit of the link's owner, a row for each closed question. */
export const OwnUnitVotes = Type.Object({
  apartmentId: Type.String(),
  votes: Type.Array(
    Type.Object({
      jointId: Type.Integer(),
      title: Type.String(),
      /** Chosen answers in words. Null without a vote. */
      answer: Nullable(Type.String()),
      /** Coefficient of the vote; without a vote, of the unit. */
      coefficient: CoefficientNumber,
      /** Receipt of the vote, for the proof. Null without a vote. */
      receipt: Nullable(Type.String()),
      /** Sentence with the cost of the decision for the unit. Null without a cost, unless approved, and without billing. */
      cost: Nullable(Type.String()),
    }),
  ),
});
export type OwnUnitVotes = Static<typeof OwnUnitVotes>;

/** Ended assembly for an owner with a personal link by mail: results, and the signed acta once published. */
export const LinkedAssembly = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  /** Title of the assembly; without a title, the kind of the assembly. */
  title: Type.String(),
  endedAt: Nullable(Instant),
  verdicts: Type.Array(OwnerVerdict),
  /** Votes of the owner's units. Empty for links of mails without known units. */
  own: Type.Array(OwnUnitVotes),
  /** Last days to challenge the decisions. Null before the end. */
  challenge: Nullable(ChallengeDays),
  /** Last publication of the signed acta. Null before a publication. */
  acta: Nullable(PublishedActa),
});
export type LinkedAssembly = Static<typeof LinkedAssembly>;

/** Token of a personal link, in the body so that no log has the token. */
const LinkToken = Type.Object({ token: Line(60) });

export const readOwnerLink = endpoint('readOwnerLink', 'POST /ownerlinks', {
  access: everyone,
  summary: 'Results and signed acta of an ended assembly, by the personal link of a mail',
  description:
    '404 ownerLinkNotFound. Owners without a user have the acta at their disposal (Ley 675, art. 47).',
  body: LinkToken,
  bodyLimit: 1024,
  status: 200,
  answer: LinkedAssembly,
});

export const readLinkedFile = endpoint('readLinkedFile', 'POST /ownerlinks/files/:fileId', {
  access: everyone,
  summary: 'A published file of the signed acta, by the personal link of a mail',
  description: '404 ownerLinkNotFound, actaFileNotFound.',
  body: LinkToken,
  bodyLimit: 1024,
  status: 200,
  answer: FileAnswer,
  file: true,
});
