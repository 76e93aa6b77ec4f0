/**
 * The names of matters and of warnings alone: every ballot reads the contract of questions, and needs none of their law.
 */
import Type from 'typebox';

/**
 * What a question may decide, as Ley 675 de 2001 tells matters apart: the usual ones, art. 46's ten in the law's order,
 * and extinction (art. 9).
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
export const MatterSchema = Type.Enum(matters);

/**
 * What is asked about before it is done, and never blocked: a rule that is not the matter's, words that look like another
 * matter, a question outside the agenda where the law wants it inside, a council of an even number of seats, a majority
 * of the room in a mixed assembly (a reading of the law), an extinction that needs more than votes, one vote per owner
 * with owners that are perhaps one person. What is gone on with
 * stands in trail and acta.
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
