import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { rounds } from '../../../shared/testing/rounds.ts';
import { lineOperators } from './drawing.ts';
import { faceOf, fontFiles } from './faces.ts';

interface Laid {
  encode: (text: string) => [codes: string[], positions: { xAdvance: number }[]];
}

const style = { size: 10, bold: false, color: '#15262a' };
const doc = new PDFDocument();

/** Draws a line of text that ends at 500 points; returns the glyph codes and the left edge. */
function drawn(text: string): { codes: string; left: number } {
  const operators = lineOperators(doc, text, style, { x: 0, top: 0, width: 500, align: 'right' });
  const [, left = '', shown = ''] = / Tf 1 0 0 -1 (\S+) \S+ Tm \[(.*)\] TJ ET$/.exec(operators) ?? [];
  return { codes: shown.replace(/> \S+ </g, '').slice(1, -1), left: Number(left) };
}

/** Returns the same line as set by the font library, word by word. */
function set(text: string): { codes: string; left: number } {
  doc.font(fontFiles[faceOf(text)].normal);
  const [codes, positions] = (doc as unknown as { _font: Laid })._font.encode(text);
  const advance = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return { codes: codes.join(''), left: 500 - (advance * style.size) / 1000 };
}

const sign = fc.constantFrom(
  ...'aábcdeéfghiíjklmnñoópqrstuúüvwxyzAÁBCDEÉFGHIÍJKLMNÑOÓPQRSTUÚVWXYZ0123456789-/.,;:()&$ ',
);
/** Generator of texts without digits, since digits are set in another way. */
const letters = fc
  .array(sign, { minLength: 1, maxLength: 24 })
  .map((signs) => `T${signs.join('')}o`)
  .filter((text) => !/(^| )[\d.,:/$%–-]{2,} /.test(text));

it('lineOperators sets a line like the library', () => {
  fc.assert(
    fc.property(letters, (text) => {
      const [one, other] = [drawn(text), set(text)];
      expect(one.codes).toBe(other.codes);
      expect(one.left).toBeCloseTo(other.left, 2);
    }),
    { numRuns: rounds(300) },
  );
});

it.each(['AVILA TORRES', 'Yáñez, Ofelia', 'oficina 4ffi', 'T1-101;', 'Ελένη', 'e\u0301l', '(A) «fl»'])(
  'lineOperators sets %s like the library',
  (text) => {
    expect(drawn(text).codes).toBe(set(text).codes);
    expect(drawn(text).left).toBeCloseTo(set(text).left, 2);
  },
);

it('digits have equal widths, so that decimal commas align', () => {
  const width = (text: string) => 500 - drawn(text).left;
  expect(width('171.711')).toBeCloseTo(width('888.888'), 2);
});
