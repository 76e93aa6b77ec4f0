import { describe, expect, it } from 'vitest';
import { fitText } from './text-box.ts';
import { textWidth } from './text-width.ts';

const box = { x: 0, y: 0, width: 120, height: 30, size: 14, minSize: 7 };
const words = (count: number) => Array.from({ length: count }, (_, i) => `PALABRA${i}`).join(' ');

describe('a text in its box', () => {
  it('keeps its size where it fits', () => {
    expect(fitText('ANA PEÑA', box)).toEqual({ lines: ['ANA PEÑA'], size: 14 });
  });

  it('becomes smaller and takes more lines before it loses anything', () => {
    const { lines, size } = fitText(words(4), box);
    expect(lines.join(' ')).toBe(words(4));
    expect(size).toBeLessThan(14);
    expect(size).toBeGreaterThanOrEqual(7);
  });

  it('is cut with an ellipsis where even the smallest letter is too large, and never leaves its box', () => {
    for (const text of [words(60), 'Ñ'.repeat(200), `${'W'.repeat(60)} ${words(20)}`, '😀'.repeat(100)]) {
      const { lines, size } = fitText(text, box);
      expect(size).toBe(7);
      expect(lines.at(-1)).toMatch(/…$/);
      expect(lines.length * size * 1.15).toBeLessThanOrEqual(box.height);
      for (const line of lines) expect(textWidth(line, size, false)).toBeLessThanOrEqual(box.width);
    }
  });

  it('breaks a word that is longer than a line and loses no letter of it', () => {
    const id = 'TORRE1-APTO101-'.repeat(3);
    const { lines } = fitText(id, { ...box, height: 60 });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe(id);
  });

  it('takes accents in either spelling as one letter', () => {
    expect(fitText('JOSE\u0301 N\u0303', box).lines).toEqual(['JOSÉ Ñ']);
  });
});
