import Type from 'typebox';
import { ApartmentId, assemblyRunners, endpoint, FileAnswer, Instant } from '../api.ts';

/** Paper sizes for printed codes, cards and badges. */
export const papers = ['a4', 'letter'] as const;
export type PaperSize = (typeof papers)[number];

/** Schema of the optional paper size in a query. Default: A4. */
export const Paper = Type.Optional(Type.Enum(papers));
const codesOf = Type.Object({
  paper: Paper,
  /** Lot of the codes to print: time of issue. Default: all valid codes. */
  lot: Type.Optional(Instant),
  /**
   * Part of a document too large for a single file, from 1. Default: the whole document, or the error
   * documentTooLarge.
   */
  part: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
const badgesOf = Type.Object({ ...codesOf.properties, apartmentId: Type.Optional(ApartmentId) });

export const printCards = endpoint('printCards', 'GET /reports/cards/:jointId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'QR cards to be cut, as PDF for A4 (default) or letter; 404 without a code',
  query: codesOf,
  answer: FileAnswer,
  file: true,
});

export const printBadges = endpoint('printBadges', 'GET /reports/badges/:jointId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    'Badges with name, unit, coefficient, Code 128 and QR, in the order of the table; 404 without a badge',
  query: badgesOf,
  answer: FileAnswer,
  file: true,
});

export const printVotingBadges = endpoint('printVotingBadges', 'GET /reports/votingbadges/:jointId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Voting badges (in favour, against, blank) of the badges, or with `of=cards` of the QR cards',
  query: Type.Object({ ...badgesOf.properties, of: Type.Optional(Type.Enum(['badges', 'cards'])) }),
  answer: FileAnswer,
  file: true,
});
