import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBase64, toBase64 } from './bytes.ts';

it('base 64 of bytes of any length is the base 64 of Node.js, and reads back', () => {
  const lengths = fc.oneof(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 4090, max: 12_300 }));
  fc.assert(
    fc.property(lengths, fc.integer(), (length, seed) => {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + seed) & 255);
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      expect(Buffer.from(bytes).equals(fromBase64(toBase64(bytes)) ?? new Uint8Array())).toBe(true);
    }),
    { numRuns: 40 },
  );
});
