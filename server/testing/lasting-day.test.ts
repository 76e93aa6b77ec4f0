import { expect, it } from 'vitest';
import { lastingToday, untilLasting } from './lasting-day.ts';

it('is waited for from ten minutes before midnight in Bogotá until it has come', () => {
  expect(untilLasting(Date.parse('2026-12-31T23:49:59.999-05:00'))).toBe(0);
  expect(untilLasting(Date.parse('2026-12-31T23:50:00-05:00'))).toBe(600_000);
  expect(untilLasting(Date.parse('2026-12-31T23:59:59.999-05:00'))).toBe(1);
  expect(untilLasting(Date.parse('2027-01-01T00:00:00-05:00'))).toBe(0);
});

it('has ten minutes left', async () => {
  const today = await lastingToday();
  expect(Date.parse(`${today}T00:00:00-05:00`) + 86_400_000 - Date.now()).toBeGreaterThan(9 * 60_000);
});
