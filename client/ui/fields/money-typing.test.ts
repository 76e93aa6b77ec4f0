import { describe, expect, it } from 'vitest';
import { paidPesos, tidyMoney } from './money-typing.ts';

describe('typed amounts of pesos', () => {
  it.each([
    ['1.234.567', 1_234_567, '1.234.567'],
    ['1234567,50', 1_234_567.5, '1.234.567,50'],
    ['$ 290.080', 290_080, '290.080'],
    ['50000', 50_000, '50.000'],
    ['0,5', 0.5, '0,50'],
  ])('%s is read as %d pesos and formatted with dots', (typed, amount, tidied) => {
    expect(paidPesos(typed)).toBe(amount);
    expect(tidyMoney(typed)).toBe(tidied);
    expect(tidyMoney(tidied)).toBe(tidied);
    expect(paidPesos(tidied)).toBe(amount);
  });

  it.each(['', '0', '-50.000', '(50.000)'])('%j is refused as a payment', (typed) => {
    expect(paidPesos(typed)).toBeNull();
  });

  it.each(['', 'cien mil', '12.34.56', '1,234.567'])('%j is no amount and stays as typed', (typed) => {
    expect(tidyMoney(typed)).toBe(typed);
    expect(paidPesos(typed)).toBeNull();
  });
});
