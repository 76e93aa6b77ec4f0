import { expect, it } from 'vitest';
import { equalInstalments } from './instalments.ts';

it('splits debts in monthly instalments that add up to the centavo', () => {
  expect(equalInstalments([100_000, 0.01], 3, '2026-01-31')).toEqual([
    { dueDate: '2026-01-31', amount: 33_333.33 },
    { dueDate: '2026-02-28', amount: 33_333.34 },
    { dueDate: '2026-03-31', amount: 33_333.34 },
  ]);
});
