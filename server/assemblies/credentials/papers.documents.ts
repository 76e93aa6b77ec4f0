import { layoutTable } from '../../platform/documents/layout.ts';
import { type Badges, badges } from './badges.document.ts';
import { type Cards, cards } from './cards.document.ts';
import { type Letters, letters } from './letters.document.ts';
import { type VotingBadges, votingBadges } from './voting-badges.document.ts';

/** Content of a print with codes or personal links: badges, cards, invitation letters or voting badges. */
export type PapersInput =
  | { kind: 'badges'; data: Badges }
  | { kind: 'cards'; data: Cards }
  | { kind: 'letters'; data: Letters }
  | { kind: 'votingBadges'; data: VotingBadges };

/**
 * Layouts of the prints with codes or links. Key: kind of the print. A new kind needs a file with the layout, an
 * entry here, and a line in `PapersInput`.
 */
export const papersLayouts = layoutTable<PapersInput>({ badges, cards, letters, votingBadges });
