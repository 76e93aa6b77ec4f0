import { expect, it } from 'vitest';
import { proposedIssue } from './dates.ts';

const empty = { openFrom: null, latest: null, today: '2026-11-28' };

it('a past month proposes its first day, the month of today proposes today', () => {
  expect(proposedIssue('2026-09', [], empty)).toBe('2026-09-01');
  expect(proposedIssue('2026-11', [], empty)).toBe('2026-11-28');
});

it('two past months in one sitting propose a day each', () => {
  const september = proposedIssue('2026-09', ['2026-08-31'], empty);
  const books = { openFrom: '2026-09-02', latest: september, today: '2026-11-28' };
  expect(proposedIssue('2026-10', ['2026-09-30'], books)).toBe('2026-10-01');
});

it('the proposal is never before a payment of the sheet, a movement or an open day', () => {
  expect(proposedIssue('2026-09', ['2026-08-31', '2026-09-08'], empty)).toBe('2026-09-08');
  expect(proposedIssue('2026-09', [], { ...empty, latest: '2026-10-15' })).toBe('2026-10-15');
  expect(proposedIssue('2026-09', [], { ...empty, openFrom: '2026-11-29' })).toBe('2026-11-29');
});
