/**
 * Names of matters and warnings, without legal texts: each voting form loads the names, but not the legal texts.
 */
import Type from 'typebox';

/**
 * Legal matters (subjects) of a question, because the law requires a majority for each matter (Ley 675): common
 * matters, the ten matters of art. 46 in the law's order, and extinction of the joint (art. 9).
 */
export const matters = [
  'budget',
  'accounts',
  'extraordinaryFee',
  'election',
  'nonEconomic',
  'other',
  'commonUse',
  'largeExtraordinaryFee',
  'optionalExpenses',
  'exclusiveUse',
  'bylaws',
  'disaffection',
  'reconstruction',
  'destination',
  'acquisition',
  'dissolution',
  'extinction',
] as const;
export type Matter = (typeof matters)[number];
/** Schema of the legal matter (subject) of a question: a value of `matters`. */
export const MatterSchema = Type.Enum(matters);

/**
 * Warnings that a person confirms before creating a question; no warning blocks. In order: a rule that does not fit
 * the matter; words like another matter; a question outside a binding agenda; a council with an even number of
 * seats; a majority of the room in a mixed assembly (a reading of the law); an extinction, for which votes are not
 * enough; a vote per owner while some owners may be the same person. Audit log and acta (minutes) name confirmed
 * warnings.
 */
export const warningKinds = [
  'matterRule',
  'looksLike',
  'outsideAgenda',
  'evenSeats',
  'mixedReading',
  'everyOwner',
  'identitiesUnsure',
] as const;
export type WarningKind = (typeof warningKinds)[number];

/**
 * Kinds of an assembly: ordinary (once a year), extraordinary, and by right, without a call on the first business day of the
 * fourth month after the budget year (Ley 675, art. 40).
 */
export const assemblyKinds = ['ordinary', 'extraordinary', 'byRight'] as const;
export type AssemblyKind = (typeof assemblyKinds)[number];
