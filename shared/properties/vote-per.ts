/**
 * Voter with a single vote in questions without economic content: each unit of some kinds, or each owner
 * for all units together. C-522 de 2002 supports both readings (docs/why/majorities.md).
 */
export const votePers = ['unit', 'owner'] as const;
export type VotePer = (typeof votePers)[number];
