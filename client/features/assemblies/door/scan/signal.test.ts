import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CHANGE_MS, clearSignal, dropQuestion, isSignalled, signal, useSignal } from './signal.ts';

beforeEach(() => {
  vi.useFakeTimers();
  clearSignal();
});
afterEach(() => vi.useRealTimers());

const shown = () => useSignal.getState().shown;

it('shows a scan at once', () => {
  signal('registered', '101 - Ana');
  expect(shown()).toMatchObject({ outcome: 'registered', detail: '101 - Ana', scans: 1 });
});

it('the band changes even if the outcome repeats', () => {
  signal('registered');
  const before = shown();
  vi.advanceTimersByTime(CHANGE_MS);
  signal('registered');
  expect(shown()?.turn).toBe((before?.turn ?? 0) + 1);
});

it('merges fast scans, and shows the outcome that needs the operator', () => {
  signal('registered', 'one');
  signal('registered', 'two');
  signal('blocked', 'three');
  signal('already', 'four');
  expect(shown()).toMatchObject({ detail: 'one', scans: 1 });
  vi.advanceTimersByTime(CHANGE_MS);
  expect(shown()).toMatchObject({ outcome: 'blocked', detail: 'three', scans: 3 });
});

it('the answer of a reading replaces its waiting result before the band changes', () => {
  signal('registered', 'one', 'a');
  signal('pending', 'two', 'b');
  expect([isSignalled('a'), isSignalled('b'), isSignalled('c')]).toEqual([true, true, false]);
  signal('registered', 'two', 'b');
  vi.advanceTimersByTime(CHANGE_MS);
  expect(shown()).toMatchObject({ outcome: 'registered', detail: 'two', scans: 1 });
});

it('an answered question does not cover the result of its reading', () => {
  signal('registered', 'one');
  signal('asking', 'two');
  dropQuestion();
  signal('registered', 'two');
  vi.advanceTimersByTime(CHANGE_MS);
  expect(shown()).toMatchObject({ outcome: 'registered', detail: 'two', scans: 1 });
});

it('flashes at most three times a second, at ten scans a second of two outcomes', () => {
  const turns = new Set<number | undefined>();
  for (let at = 0; at < 50; at++) {
    signal(at % 2 === 0 ? 'registered' : 'blocked');
    turns.add(shown()?.turn);
    vi.advanceTimersByTime(100);
  }
  // A flash is two changes: there and back.
  expect(turns.size / 2 / 5).toBeLessThanOrEqual(3);
  expect(turns.size).toBeGreaterThan(5);
});

it('a cleared signal does not show later outcomes of the last person', () => {
  signal('registered');
  signal('already', 'late');
  clearSignal();
  vi.advanceTimersByTime(10 * CHANGE_MS);
  expect(shown()).toBeNull();
});
