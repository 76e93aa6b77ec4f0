import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Badges, badges } from '../assemblies/credentials/badges.document.ts';
import { type Cards, cards } from '../assemblies/credentials/cards.document.ts';
import { type Letters, letters } from '../assemblies/credentials/letters.document.ts';
import { type VotingBadges, votingBadges } from '../assemblies/credentials/voting-badges.document.ts';

/** What a document is made of: its kind and plain rows, which cross over to the worker. */
export type PdfInput =
  | { kind: 'badges'; data: Badges }
  | { kind: 'cards'; data: Cards }
  | { kind: 'letters'; data: Letters }
  | { kind: 'votingBadges'; data: VotingBadges };

/** The rows of a document laid out. A new kind is a file of its own and a line here and above. */
export function definitionOf(input: PdfInput): TDocumentDefinitions {
  switch (input.kind) {
    case 'badges':
      return badges(input.data);
    case 'cards':
      return cards(input.data);
    case 'letters':
      return letters(input.data);
    case 'votingBadges':
      return votingBadges(input.data);
  }
}
