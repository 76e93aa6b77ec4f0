import { expect, it } from 'vitest';
import { lastingToday, untilLasting } from './lasting-day.ts';

it('untilLasting waits from three minutes before midnight in Bogotá to the next day', () => {
  expect(untilLasting(Date.parse('2026-12-31T23:56:59.999-05:00'))).toBe(0);
  expect(untilLasting(Date.parse('2026-12-31T23:57:00-05:00'))).toBe(180_000);
  expect(untilLasting(Date.parse('2026-12-31T23:59:59.999-05:00'))).toBe(1);
  expect(untilLasting(Date.parse('2027-01-01T00:00:00-05:00'))).toBe(0);
});

it('lastingToday returns a day with more than two minutes left', async () => {
  const today = await lastingToday();
  expect(Date.parse(`${today}T00:00:00-05:00`) + 86_400_000 - Date.now()).toBeGreaterThan(2 * 60_000);
});
