import { expect } from 'vitest';
import type { PrintedPage } from '../../testing/setup/print.ts';

/**
 * Test assertion for printed bills, and for receipts with `isBill` false: no word is outside the margins of the page or over
 * another word, and a bill says 'no es factura'.
 */
export function expectTidy(pages: readonly PrintedPage[], isBill = true): void {
  for (const { width, height, words } of pages) {
    expect(words.length).toBeGreaterThan(0);
    if (isBill) expect(words.map(({ text }) => text).join('')).toContain('Estedocumentonoesfactura');
    const outside = words.filter(
      (word) => word.left < 35 || word.right > width - 35 || word.top < 20 || word.bottom > height - 20,
    );
    expect(outside).toEqual([]);
    const over = words.flatMap((a, i) =>
      words
        .slice(i + 1)
        .filter((b) => shared(a.left, a.right, b.left, b.right) > 0.5 && touches(a, b))
        .map((b) => `${a.text} / ${b.text}`),
    );
    expect(over).toEqual([]);
  }
}

const shared = (from: number, to: number, other: number, end: number) =>
  Math.min(to, end) - Math.max(from, other);

/**
 * True if the boxes of two words overlap vertically by more than a third. A font's box is higher than its letters.
 */
function touches(a: PrintedPage['words'][number], b: PrintedPage['words'][number]): boolean {
  return shared(a.top, a.bottom, b.top, b.bottom) > Math.min(a.bottom - a.top, b.bottom - b.top) / 3;
}
