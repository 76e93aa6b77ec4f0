/**
 * Holder of the single vote in non-economic questions: each unit of some kinds, or each of their owners for all units
 * together. C-522 de 2002 supports both readings (docs/why/majorities.md).
 */
export const votePers = ['unit', 'owner'] as const;
export type VotePer = (typeof votePers)[number];
