/**
 * Who has one vote where nothing economic is decided: each unit of some kinds, or each of their owners, whatever they own.
 * C-522 de 2002 is read both ways (docs/majorities.md).
 */
export const votePers = ['unit', 'owner'] as const;
export type VotePer = (typeof votePers)[number];
