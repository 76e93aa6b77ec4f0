import { layoutTable } from '../../platform/documents/layout.ts';
import { type Badges, badges } from './badges.document.ts';
import { type Cards, cards } from './cards.document.ts';
import { type Letters, letters } from './letters.document.ts';
import { type VotingBadges, votingBadges } from './voting-badges.document.ts';

/** Content of a printed paper with codes, by kind. */
export type PapersInput =
  | { kind: 'badges'; data: Badges }
  | { kind: 'cards'; data: Cards }
  | { kind: 'letters'; data: Letters }
  | { kind: 'votingBadges'; data: VotingBadges };

/**
 * Layouts of printed papers with codes and links to vote. A new kind of paper needs a file of its own and a line
 * here and above.
 */
export const papersLayouts = layoutTable<PapersInput>({ badges, cards, letters, votingBadges });
