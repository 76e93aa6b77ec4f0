import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Cards, cards } from './cards.document.ts';
import { type Letters, letters } from './letters.document.ts';

/** What a document is made of: its kind and plain rows, which cross over to the worker. */
export type PdfInput = { kind: 'cards'; data: Cards } | { kind: 'letters'; data: Letters };

/** The rows of a document laid out. A new kind is a file of its own and a line here and above. */
export function definitionOf(input: PdfInput): TDocumentDefinitions {
  switch (input.kind) {
    case 'cards':
      return cards(input.data);
    case 'letters':
      return letters(input.data);
  }
}
