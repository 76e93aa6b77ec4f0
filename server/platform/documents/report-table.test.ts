import { expect, it } from 'vitest';
import { count } from '../../../shared/format.ts';
import { limits } from '../../../shared/limits.ts';
import { missingTexts, paperText } from '../../testing/paper-words.ts';
import { canLookAtPrint, textOfPdf, wordsOfPdf } from '../../testing/setup/print.ts';
import { renderPdf } from './render-pdf.ts';
import { MOST_BOOK_CELLS, reportPaper, reportWorkbook, table } from './report-layout.ts';
import { tableOnPaper } from './report-table.ts';
import { usualPrint } from './table.ts';

/** Renders a PDF of a table with `rows` rows and a totals row. */
const pdfOf = (rows: number) =>
  renderPdf({
    pageSize: 'A5',
    defaultStyle: { font: 'Atkinson' },
    content: tableOnPaper<number>(
      {
        name: 'Recaudos',
        rows: Array.from({ length: rows }, (_, i) => i + 1),
        columns: [
          { title: 'Recibo', kind: 'text', width: 1, value: (row) => `R${row}` },
          { title: 'Valor', kind: 'count', width: 1, value: (row) => 1000 + row, total: true },
        ],
      },
      { width: 340, print: usualPrint },
    ),
  });

const A5_HEIGHT = 595.28;
/** Default page margin of pdfmake, in points. */
const PDFMAKE_MARGIN = 40;

/** Returns the sum of the table's column as printed text. */
const sumOf = (rows: number) => count(1000 * rows + (rows * (rows + 1)) / 2);

it.skipIf(!canLookAtPrint)(
  'the totals of a table never stand alone on a page',
  { tags: 'slow', timeout: 120_000 },
  async () => {
    const pages = new Set<number>();
    for (let rows = 1; rows <= 40; rows += 1) {
      const text = textOfPdf(await pdfOf(rows));
      pages.add(text.length);
      const printedWords = text.join(' ').split(/\s+/);
      for (let row = 1; row <= rows; row += 1) expect(printedWords).toContain(`R${row}`);
      const words = (text.at(-1) ?? '').split(/\s+/);
      const expected = [`R${rows}`, ...(rows > 1 ? [`R${rows - 1}`] : []), 'Total', sumOf(rows), 'Recibo'];
      expect(words, `${rows} rows`).toEqual(expect.arrayContaining(expected));
    }
    expect(pages).toEqual(new Set([1, 2]));
  },
);

it.skipIf(!canLookAtPrint)('totals and the last rows align with the other rows', async () => {
  const [page] = wordsOfPdf(await pdfOf(4));
  const at = (text: string) => page?.words.find((word) => word.text === text);
  for (const word of ['R3', 'R4', 'Total']) expect(at(word)?.left).toBeCloseTo(at('R1')?.left ?? 0, 0);
  for (const word of ['1.003', '1.004', sumOf(4)]) {
    expect(at(word)?.right).toBeCloseTo(at('1.001')?.right ?? 0, 0);
  }
  // Lines have equal distances.
  const gap = (a: string, b: string) => (at(b)?.top ?? 0) - (at(a)?.top ?? 0);
  expect(gap('R2', 'R3')).toBeCloseTo(gap('R1', 'R2'), 0);
  expect(gap('R3', 'R4')).toBeCloseTo(gap('R1', 'R2'), 0);
});

it.skipIf(!canLookAtPrint)(
  'a row taller than a page is divided without losing a word',
  { tags: 'slow' },
  async () => {
    const textOf = (row: number) => Array.from({ length: 900 }, (_, i) => `r${row}w${i}`).join(' ');
    const texts = [textOf(1), 'breve', textOf(3)];
    const pdf = await renderPdf({
      pageSize: 'A5',
      defaultStyle: { font: 'Atkinson' },
      tagged: true,
      content: tableOnPaper<string>(
        {
          name: 'Motivos',
          rows: texts,
          columns: [
            { title: 'Motivo', kind: 'text', width: 2, value: (text) => text },
            { title: 'Repetido', kind: 'text', width: 1, value: (text) => text.replaceAll('w', 'x') },
            { title: 'Valor', kind: 'count', width: 1, value: () => 7, total: true },
          ],
        },
        { width: 340, print: usualPrint },
      ),
    });
    const all = texts.flatMap((text) => [text, text.replaceAll('w', 'x')]);
    expect(missingTexts([...all, '21'], paperText(pdf))).toEqual([]);
    // Every word stands above the bottom margin of the page.
    for (const { words } of wordsOfPdf(pdf)) {
      for (const { bottom, text } of words) expect(bottom, text).toBeLessThan(A5_HEIGHT - PDFMAKE_MARGIN + 2);
    }
  },
);

it('a report with more cells than a worker can hold is refused before it is drawn', { tags: 'slow' }, () => {
  const reportOf = (quantity: number) => ({
    title: 'Informe',
    heading: { jointName: 'Conjunto', madeAt: 0 },
    parts: [3, 1].map((columns) =>
      table<number>({
        name: `Tabla ${columns}`,
        rows: new Array(quantity / 4).fill(1),
        columns: new Array(columns).fill({ title: 'A', kind: 'count', width: 10, value: () => 1 }),
      }),
    ),
  });
  const { most } = limits.reportTooLarge;
  const details = (limit: number) => ({ count: limit + 4, most: limit });
  expect(() => reportPaper(reportOf(most + 4))).toThrow(
    expect.objectContaining({ code: 'reportTooLarge', details: details(most) }),
  );
  expect(() => reportWorkbook(reportOf(MOST_BOOK_CELLS + 4))).toThrow(
    expect.objectContaining({ code: 'reportTooLarge', details: details(MOST_BOOK_CELLS) }),
  );
  expect(reportPaper(reportOf(most)).content).toBeDefined();
});
