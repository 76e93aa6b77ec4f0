import { expect, it } from 'vitest';
import { matches } from './search.ts';

it('the search finds every word in any order, without accents or capitals', () => {
  expect(matches('101 - Ana María Pérez', 'perez 101')).toBe(true);
  expect(matches('PARQ 18 - 19 - Luz Ñáñez', 'nanez parq')).toBe(true);
  expect(matches('101 - Ana María Pérez', 'perez 102')).toBe(false);
  expect(matches('101 - Ana María Pérez', '  ')).toBe(true);
});
