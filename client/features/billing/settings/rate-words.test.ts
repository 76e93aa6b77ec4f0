import { expect, it } from 'vitest';
import { missingRateWords } from './rate-words.ts';

it.each([
  ['2026-11-24', ['2026-11'], null],
  ['2026-11-25', ['2026-11'], 'Falta la tasa de diciembre 2026.'],
  ['2026-11-25', ['2026-11', '2026-12'], null],
  ['2026-12-31', [], 'Faltan las tasas de diciembre 2026 y enero 2027.'],
  ['2026-11-03', ['2026-09', '2026-08'], 'Faltan las tasas de octubre 2026 y noviembre 2026.'],
  ['2026-11-25', ['2026-10', '2026-12'], 'Falta la tasa de noviembre 2026.'],
  ['2026-11-02', ['2026-10'], 'Falta la tasa de noviembre 2026.'],
])('on %s with the ceilings of %j the screen says: %s', (day, months, words) => {
  expect(missingRateWords(months, day)).toBe(words);
});
