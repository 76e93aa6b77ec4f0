import { expect, it } from 'vitest';
import { type InterestLine, interestWords } from './movement-words.ts';

const line: InterestLine = {
  source: 'Administración',
  sourceUnit: null,
  sourceDueDate: '2026-10-31',
  month: '2026-11',
  principal: 250_000,
  annualRate: 25.62,
  monthlyRate: 1.91894,
  amount: 4797.35,
};

it('interest of a month that was over names its end', () => {
  expect(interestWords({ amount: 4797.35, postingDate: '2026-12-01' }, line)).toBe(
    'Administración, que venció el 31 de octubre de 2026 y seguía sin pagar al terminar noviembre de 2026',
  );
});

it('interest of a month that is not over says nothing that has not happened', () => {
  for (const postingDate of ['2026-11-22', '2026-11-30']) {
    const words = interestWords({ amount: 4797.35, postingDate }, line);
    expect(words).toContain(`y seguía sin pagar el ${Number(postingDate.slice(8))} de noviembre de 2026;`);
    expect(words).toContain('si se paga antes de terminar noviembre de 2026, estos intereses se devuelven');
  }
  // What is given back was the interest of a month that somebody had paid in.
  expect(interestWords({ amount: -4797.35, postingDate: '2026-11-22' }, line)).toContain('al terminar');
});
