import { expect, inject, it } from 'vitest';
import { clockInBogota } from '../../../shared/days.ts';
import { isQuick, rounds } from '../../../shared/testing/rounds.ts';
import { Random } from '../../testing/random.ts';
import { refusalOf } from './permitted.ts';

const MINUTE = 60_000;
const at = (day: string, clock: string) => Date.parse(`${day}T${clock}-05:00`);

/**
 * Holidays of Colombia from 2024 to 2030, written from Ley 51 de 1983 and the dates of Easter: 31 March 2024, 20 April 2025,
 * 5 April 2026, 28 March 2027, 16 April 2028, 1 April 2029, 21 April 2030.
 */
const EASTER = [
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
];
const FIXED = ['01-01', '05-01', '07-20', '08-07', '12-08', '12-25'];
const MOVED = ['01-06', '03-19', '06-29', '08-15', '10-12', '11-01', '11-11'];
/** Days after Easter: Holy Thursday and Friday, and the Mondays of Ascension, Corpus Christi and Sacred Heart. */
const BY_EASTER = [-3, -2, 43, 64, 71];
const plus = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const HOLIDAYS = new Set(
  EASTER.flatMap((easter) => {
    const days = (ends: string[]) => ends.map((end) => `${easter.slice(0, 4)}-${end}`);
    return [
      ...days(FIXED),
      ...days(MOVED).map((day) => plus(day, (8 - weekday(day)) % 7)),
      ...BY_EASTER.map((after) => plus(easter, after)),
    ];
  }),
);

/** Second reading of the rule: the minute of the day in Colombia against the hours of the weekday. */
function isOpen(instant: number): boolean {
  const local = new Date(instant - 5 * 60 * MINUTE);
  const day = local.toISOString().slice(0, 10);
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  if (local.getUTCDay() === 0 || HOLIDAYS.has(day)) return false;
  return local.getUTCDay() === 6 ? minute >= 480 && minute <= 900 : minute >= 420 && minute <= 1140;
}

const weekOf = (instant: number) =>
  Math.floor((instant - 5 * 60 * MINUTE + 3 * 86_400_000) / (7 * 86_400_000));

it('permits contacts at every minute of the hours, and at no other, from 2024 to 2030', {
  tags: 'slow',
  timeout: 300_000,
}, () => {
  const start = at('2024-01-01', '00:00:00');
  // Three years of every minute (a quick run: one); the other years in steps of 7 minutes, for every hour of every day.
  const first = isQuick ? '2026-01-01' : '2024-01-01';
  for (const [from, to, step] of [
    ['2024-01-01', first, 7 * MINUTE],
    [first, '2027-01-01', MINUTE],
    ['2027-01-01', '2031-01-01', 7 * MINUTE],
  ] as const)
    for (let now = at(from, '00:00:00'); now < at(to, '00:00:00'); now += step)
      if ((refusalOf(now, [], true) === null) !== isOpen(now)) throw new Error(clockInBogota(now));
  expect(HOLIDAYS.size).toBeGreaterThan(7 * 17);
  expect(refusalOf(start, [], true)).toEqual({ rule: 'hours', next: at('2024-01-02', '07:00:00') });
});

it('ends the hours after the whole second, and names the next permitted instant', () => {
  const friday = (clock: string) => refusalOf(at('2026-06-12', clock), [], true);
  expect(friday('19:00:00')).toBeNull();
  // Monday 15 June is a holiday; Saturday opens at 8:00.
  expect(friday('19:00:01')).toEqual({ rule: 'hours', next: at('2026-06-13', '08:00:00') });
  expect(refusalOf(at('2026-06-13', '15:00:00'), [], true)).toBeNull();
  expect(refusalOf(at('2026-06-13', '15:00:01'), [], true)).toEqual({
    rule: 'hours',
    next: at('2026-06-16', '07:00:00'),
  });
  const contacted = [at('2026-06-12', '10:00:00')];
  expect(refusalOf(at('2026-06-13', '09:00:00'), contacted, true)).toEqual({
    rule: 'week',
    next: at('2026-06-16', '07:00:00'),
  });
  expect(refusalOf(at('2026-06-12', '10:00:00'), [], false)).toEqual({ rule: 'channel', next: null });
});

it('contacts a person once a week at most in three years of random tries', { tags: 'slow' }, () => {
  const random = new Random(inject('seed'));
  for (let round = 0; round < rounds(10, 300); round += 1) {
    const contacts: number[] = [];
    for (let now = at('2024-01-01', '00:00:00'); now < at('2027-01-01', '00:00:00'); ) {
      const refusal = refusalOf(now, contacts, true);
      if (refusal === null) {
        expect([isOpen(now), contacts.map(weekOf).includes(weekOf(now))]).toEqual([true, false]);
        contacts.push(now);
      } else {
        const next = refusal.next ?? 0;
        expect([next > now, isOpen(next), refusalOf(next, contacts, true)]).toEqual([true, true, null]);
        expect(next === now || refusalOf(next - 1, contacts, true) !== null).toBe(true);
      }
      now += random.between(1, 3 * 24 * 60) * MINUTE;
    }
    expect(contacts.length).toBeGreaterThan(100);
  }
});
