import { describe, expect, it } from 'vitest';
import { monthWords } from '../../../shared/days.ts';
import { dayWords, monthTitle, pesos, rate } from './words.ts';

describe('formats of billing', () => {
  it('pesos writes dots, and centavos only if not zero', () => {
    expect([290_080, -175_000, 1234.5, 0, -0, 0.1 + 0.2].map(pesos)).toEqual([
      '$\u00a0290.080',
      '-$\u00a0175.000',
      '$\u00a01.234,50',
      '$\u00a00',
      '$\u00a00',
      '$\u00a00,30',
    ]);
  });

  it('days and months are written independent of the local time zone', () => {
    expect(dayWords('2026-05-01')).toBe('1 de mayo de 2026');
    expect(dayWords('2026-12-31')).toBe('31 de diciembre de 2026');
    expect(monthTitle(2026, 1)).toBe('Enero de 2026');
    expect(monthWords('2026-12')).toBe('diciembre de 2026');
  });

  it('rate writes all decimals of a rate in per cent', () => {
    expect([25.62, 1.919512, 2, 1.5].map(rate)).toEqual(['25,62 %', '1,919512 %', '2 %', '1,5 %']);
  });
});
