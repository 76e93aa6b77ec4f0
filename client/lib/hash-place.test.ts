import { expect, it } from 'vitest';
import { hashText } from './hash-place.ts';

it('a text after the # is decoded, and a text without valid encoding stays', () => {
  expect(hashText('#AB%20CD')).toBe('AB CD');
  for (const hash of ['#%', '#100%', '#%E0%A4%A']) expect(hashText(hash)).toBe(hash.slice(1));
  expect(hashText('')).toBe('');
});
