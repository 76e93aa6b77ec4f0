import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../../../shared/testing/rounds.ts';
import { renderPdf } from '../../platform/documents/render-pdf.ts';
import { missingTexts, paperText } from '../../testing/paper-words.ts';
import { canLookAtPrint } from '../../testing/setup/print.ts';
import { readWord } from '../../testing/word-text.ts';
import type { Acta, Block } from './acta.ts';
import { actaDocx } from './acta-docx.ts';
import { actaPdf } from './acta-pdf.ts';

const actaOf = (blocks: Block[]): Acta => ({
  name: 'Borrador de Acta',
  title: 'BORRADOR DE ACTA',
  jointName: 'Conjunto',
  rootName: null,
  subject: 'Asamblea',
  madeAt: Date.UTC(2026, 10, 28),
  trail: { chain: 'joint:1', entries: 1, lastHash: 'a'.repeat(64) },
  blocks,
});

/** Returns the texts of the Word file that are missing in the PDF. */
async function lostOnPaper(acta: Acta): Promise<string[]> {
  const pdf = paperText(await renderPdf(actaPdf(acta)));
  const word = await readWord(Buffer.from(await actaDocx(acta)));
  return missingTexts([...word.paragraphs, ...word.tables.flat(2)], pdf);
}

let words = 0;
const freshWord = (): string => {
  words += 1;
  return `p${words.toString(36)}q`;
};
/** Makes a text with a number of words, each word unique in the test. */
const textOf = (quantity: number): string => Array.from({ length: quantity }, freshWord).join(' ');

const length = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 20, max: 120 }), fc.constant(900));
const rows = fc.array(fc.tuple(length, length, length), { minLength: 1, maxLength: 40 });
const block = fc.oneof(
  fc.record({ kind: fc.constant('list' as const), rows }),
  fc.record({ kind: fc.constant('facts' as const), rows }),
  fc.record({ kind: fc.constant('table' as const), rows }),
  fc.record({ kind: fc.constantFrom('paragraph' as const, 'notice' as const, 'keep' as const), length }),
);

function blocksOf(drawn: typeof block extends fc.Arbitrary<infer B> ? B : never): Block[] {
  const heading: Block = { kind: 'heading', level: 2, text: textOf(2) };
  switch (drawn.kind) {
    case 'list':
      return [
        heading,
        {
          kind: 'list',
          items: drawn.rows.map(([a, b]) => ({ mark: '•', text: textOf(a), below: [textOf(b)] })),
        },
      ];
    case 'facts':
      return [
        heading,
        { kind: 'facts', rows: drawn.rows.map(([, b]) => ({ name: textOf(1), value: textOf(b) })) },
      ];
    case 'table':
      return [
        heading,
        {
          kind: 'table',
          columns: [10, 30, 60].map((share) => ({ header: textOf(1), share })),
          rows: drawn.rows.map((lengths) => lengths.map(textOf)),
          total: [1, 2, 3].map(textOf),
        },
      ];
    case 'keep':
      return [heading, { kind: 'paragraph', text: textOf(drawn.length), keep: true }];
    default:
      return [heading, { kind: drawn.kind, text: textOf(drawn.length) }];
  }
}

it.skipIf(!canLookAtPrint)(
  'the PDF prints all words of any blocks, including rows taller than a page',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 4 }), async (drawn) => {
        expect(await lostOnPaper(actaOf(drawn.flatMap(blocksOf)))).toEqual([]);
      }),
      { numRuns: rounds(3, 60) },
    );
  },
);

it.skipIf(!canLookAtPrint)('the PDF prints small tables, lists and facts of any number of rows', async () => {
  for (const quantity of [1, 8, 10, 11, 12, 13, 14, 15, 16, 24, 27]) {
    const rows = Array.from({ length: quantity }, (): [number, number, number] => [4, 12, 18]);
    for (const kind of ['table', 'list', 'facts'] as const) {
      expect(await lostOnPaper(actaOf(blocksOf({ kind, rows }))), `${kind} of ${quantity}`).toEqual([]);
    }
  }
});
