import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../testing/rounds.ts';
import { contrast, groundOf, houseGround, READABLE } from './colour.ts';

it('contrast is 21 of black on white, and 1 of a colour on itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#7a2a5a', '#7a2a5a')).toBe(1);
  // Measured for the drawn joint (design/face).
  expect(contrast('#ffffff', '#7a2a5a')).toBeCloseTo(9.11, 2);
});

it('every colour gets readable text, and a readable colour stays as chosen', () => {
  const byte = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), (parts) => {
      const colour = `#${parts.join('')}`;
      const { ground, ink } = groundOf(colour);
      expect(contrast(ground, ink)).toBeGreaterThanOrEqual(READABLE);
      const isReadable = ['#ffffff', '#15262a'].some((text) => contrast(colour, text) >= READABLE);
      expect(ground === colour).toBe(isReadable);
    }),
    { numRuns: rounds(500) },
  );
});

it('a middle grey is darkened; without a colour the ground is the petrol of SCAF', () => {
  expect(groundOf('#7F7F7F')).toMatchObject({ ink: '#ffffff' });
  expect(groundOf('#7F7F7F').ground < '#7f7f7f').toBe(true);
  expect(groundOf('#F0B54A')).toEqual({ ground: '#f0b54a', ink: '#15262a' });
  expect(groundOf(null)).toEqual(houseGround);
});
