import { expect, it } from 'vitest';
import { canLookAtPrint, textOfPdf, wordsOfPdf } from '../../testing/setup/print.ts';
import { renderPdf } from './render-pdf.ts';
import { reportTable } from './report-table.ts';

/** A page of a table with so many rows, its totals below. */
const pdfOf = (rows: number) =>
  renderPdf({
    pageSize: 'A5',
    content: [
      reportTable<number>({
        title: 'Recaudos',
        width: 340,
        empty: '',
        rows: Array.from({ length: rows }, (_, i) => i + 1),
        columns: [
          { title: 'Recibo', width: 1, cell: (row) => `R${row}` },
          { title: 'Valor', width: 1, align: 'right', cell: (row) => `V${row}` },
        ],
        totals: ['Total', 'Suma'],
      }),
    ],
  });

it.skipIf(!canLookAtPrint)(
  'never leaves the totals of a table alone on a page',
  async () => {
    const pages = new Set<number>();
    for (let rows = 1; rows <= 40; rows += 1) {
      const text = textOfPdf(await pdfOf(rows));
      pages.add(text.length);
      const said = text.join(' ').split(/\s+/);
      for (let row = 1; row <= rows; row += 1) expect(said).toContain(`R${row}`);
      const words = (text.at(-1) ?? '').split(/\s+/);
      const expected = [`R${rows}`, ...(rows > 1 ? [`R${rows - 1}`] : []), 'Total', 'Suma', 'Recibo'];
      expect(words, `${rows} rows`).toEqual(expect.arrayContaining(expected));
    }
    expect(pages).toEqual(new Set([1, 2]));
  },
  120_000,
);

it.skipIf(!canLookAtPrint)(
  'has its totals and the rows that stay with them in the columns of the others',
  async () => {
    const [page] = wordsOfPdf(await pdfOf(4));
    const at = (text: string) => page?.words.find((word) => word.text === text);
    for (const word of ['R3', 'R4', 'Total']) expect(at(word)?.left).toBeCloseTo(at('R1')?.left ?? 0, 0);
    for (const word of ['V3', 'V4', 'Suma']) expect(at(word)?.right).toBeCloseTo(at('V1')?.right ?? 0, 0);
    // Lines are as far apart.
    const gap = (a: string, b: string) => (at(b)?.top ?? 0) - (at(a)?.top ?? 0);
    expect(gap('R2', 'R3')).toBeCloseTo(gap('R1', 'R2'), 0);
    expect(gap('R3', 'R4')).toBeCloseTo(gap('R1', 'R2'), 0);
  },
);
