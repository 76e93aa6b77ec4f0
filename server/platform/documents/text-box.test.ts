import { describe, expect, it } from 'vitest';
import { fitText } from './text-box.ts';
import { textWidth } from './text-width.ts';

const box = { x: 0, y: 0, width: 120, height: 30, size: 14, minSize: 7 };
const words = (count: number) => Array.from({ length: count }, (_, i) => `PALABRA${i}`).join(' ');

describe('text in a box', () => {
  it('fitText keeps the size of a text that fits', () => {
    expect(fitText('ANA PEÑA', box)).toEqual({ lines: ['ANA PEÑA'], size: 14 });
  });

  it('fitText shrinks and wraps a text before cutting', () => {
    const { lines, size } = fitText(words(4), box);
    expect(lines.join(' ')).toBe(words(4));
    expect(size).toBeLessThan(14);
    expect(size).toBeGreaterThanOrEqual(7);
  });

  it('fitText cuts with an ellipsis at the smallest size and never leaves the box', () => {
    for (const text of [words(60), 'Ñ'.repeat(200), `${'W'.repeat(60)} ${words(20)}`, '😀'.repeat(100)]) {
      const { lines, size } = fitText(text, box);
      expect(size).toBe(7);
      expect(lines.at(-1)).toMatch(/…$/);
      expect(lines.length * size * 1.15).toBeLessThanOrEqual(box.height);
      for (const line of lines) expect(textWidth(line, size, false)).toBeLessThanOrEqual(box.width);
    }
  });

  it('fitText breaks a long word without losing a letter', () => {
    const id = 'TORRE1-APTO101-'.repeat(3);
    const { lines } = fitText(id, { ...box, height: 60 });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe(id);
  });

  it('fitText breaks neither at a space that joins two words nor between $ and an amount', () => {
    const unit = 'PARQ\u00a0SOTANO\u00a0018';
    expect(fitText(`Inmuebles: ${unit}`, { ...box, height: 40, size: 11 }).lines).toEqual([
      'Inmuebles:',
      unit,
    ]);
    expect(fitText('una cuota de $ 1.250.000', { ...box, height: 40, size: 11 }).lines[1]).toBe(
      '$ 1.250.000',
    );
  });

  it('fitText treats both encodings of an accented letter alike', () => {
    expect(fitText('JOSE\u0301 N\u0303', box).lines).toEqual(['JOSÉ Ñ']);
  });
});
