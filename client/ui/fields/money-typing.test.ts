import { describe, expect, it } from 'vitest';
import { paidPesos, tidyMoney } from './money-typing.ts';

describe('an amount that is typed', () => {
  it.each([
    ['1.234.567', 1_234_567, '1.234.567'],
    ['1234567,50', 1_234_567.5, '1.234.567,50'],
    ['$ 290.080', 290_080, '290.080'],
    ['50000', 50_000, '50.000'],
    ['0,5', 0.5, '0,50'],
  ])('%s is %d pesos, and is shown with its dots', (typed, amount, tidied) => {
    expect(paidPesos(typed)).toBe(amount);
    expect(tidyMoney(typed)).toBe(tidied);
    expect(tidyMoney(tidied)).toBe(tidied);
    expect(paidPesos(tidied)).toBe(amount);
  });

  it.each(['', '0', '-50.000', '(50.000)'])('%j is not an amount to pay with', (typed) => {
    expect(paidPesos(typed)).toBeNull();
  });

  it.each(['', 'cien mil', '12.34.56', '1,234.567'])('%j is left to be mended', (typed) => {
    expect(tidyMoney(typed)).toBe(typed);
    expect(paidPesos(typed)).toBeNull();
  });
});
