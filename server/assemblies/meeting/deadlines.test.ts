import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayInBogota } from '../../../shared/days.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { addBusinessDays, isBusinessDay } from '../../platform/lib/business-days.ts';
import { challengeDaysOf } from '../challenge/days.ts';
import { deadlinesOf } from './after.service.ts';

/** Converts a day and a time of Bogotá (UTC-5) to epoch ms. */
const bogota = (day: string, time = '21:00') => Date.parse(`${day}T${time}:00-05:00`);
/** Instants of an assembly with opening and end in the same minute. */
const evening = (day: string, time?: string) => {
  const at = bogota(day, time);
  return { openedAt: at, endedAt: at };
};

describe('known cases', () => {
  it('a closing on a Friday before a Monday holiday skips the holiday', () => {
    // 13 November 2026; Monday the 16th is the Independence of Cartagena.
    expect(deadlinesOf(evening('2026-11-13'), false)).toEqual({
      heldOn: '2026-11-13',
      summaryDueOn: '2026-11-19',
      acta: { dueOn: '2026-12-15', days: 20, business: true },
    });
    // 13 December is a Sunday; the acta is published on 1 December.
    expect(challengeDaysOf('2026-11-13', '2026-12-01')).toEqual({
      dueOn: '2027-01-13',
      publishedDueOn: '2027-02-01',
      fineDueOn: '2026-12-14',
    });
  });

  it('a closing before the Semana Santa skips its holidays', () => {
    // 2026: Maundy Thursday and Good Friday are 2 and 3 April.
    expect(deadlinesOf(evening('2026-03-31'), false)).toMatchObject({
      summaryDueOn: '2026-04-07',
      acta: { dueOn: '2026-04-30' },
    });
  });

  it('two months after 31 December end on the last of February or the next business day', () => {
    // The last of February 2027 is a Sunday; of 2028, a leap year, a Tuesday.
    expect(deadlinesOf(evening('2026-12-31'), false)).toMatchObject({
      // 1 January is a Friday, the 11th the Epiphany.
      summaryDueOn: '2027-01-06',
    });
    expect(challengeDaysOf('2026-12-31', null).dueOn).toBe('2027-03-01');
    expect(challengeDaysOf('2027-12-31', null).dueOn).toBe('2028-02-29');
  });

  it('a closing late at night counts for its day in Bogotá', () => {
    const late = deadlinesOf(evening('2026-06-30', '23:30'), false);
    expect(late.heldOn).toBe('2026-06-30');
    expect(late).toEqual(deadlinesOf(evening('2026-06-30', '08:00'), false));
    expect(deadlinesOf(evening('2026-07-01', '00:00'), false).heldOn).toBe('2026-07-01');
  });

  it.each(['2026-03-16T00:10', '2026-03-20T21:00'])(
    'an end at %s moves no deadline of the acta of 15 March',
    (end) => {
      const at = bogota('2026-03-15');
      const ended = { openedAt: at, endedAt: Date.parse(`${end}:00-05:00`) };
      const { heldOn, acta } = deadlinesOf(evening('2026-03-15'), false);
      expect(deadlinesOf(ended, false)).toMatchObject({ heldOn, acta });
    },
  );

  it('the acta is due ten calendar days after an assembly with remote attendees', () => {
    // 31 March and ten days: a Friday, whatever holidays lie between.
    expect(deadlinesOf(evening('2026-03-31'), true).acta).toEqual({
      dueOn: '2026-04-10',
      days: 10,
      business: false,
    });
    // The deadline is not moved to Monday: 9 May is a Saturday.
    expect(deadlinesOf(evening('2026-04-29'), true).acta.dueOn).toBe('2026-05-09');
  });

  it("the holidays of 2026 equal the law, with Emiliani's holidays on Mondays", () => {
    const days = [];
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
      if (weekday % 6 !== 0 && !isBusinessDay(day)) days.push(day.slice(5));
    }
    expect(days).toEqual([
      ...['01-01', '01-12', '03-23', '04-02', '04-03', '05-01', '05-18', '06-08', '06-15', '06-29'],
      ...['07-20', '08-07', '08-17', '10-12', '11-02', '11-16', '12-08', '12-25'],
    ]);
  });
});

describe('on any day', () => {
  const day = fc
    .integer({ min: Date.UTC(2020, 0, 1) / 864e5, max: Date.UTC(2060, 11, 31) / 864e5 })
    .map((number) => new Date(number * 864e5).toISOString().slice(0, 10));

  it('business days equal a separate calendar', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 25 }), (from, many) => {
        const to = addBusinessDays(from, many);
        // Counts business days after `from`, up to and including the business day `to`.
        const first = Date.parse(from) / 864e5 + 1;
        const last = Date.parse(to) / 864e5;
        const work = [];
        for (let number = first; number <= last; number += 1) if (isWork(number)) work.push(number);
        expect(work).toHaveLength(many);
        expect(work.at(-1)).toBe(last);
      }),
      { numRuns: rounds(500) },
    );
  });

  it('two months later is the same day of the month, or the last of a shorter month', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 30 }), (from, many) => {
        const to = addMonths(from, many);
        const [year = 0, month = 0, date = 0] = from.split('-').map(Number);
        const [toYear = 0, toMonth = 0, toDate = 0] = to.split('-').map(Number);
        expect(toYear * 12 + toMonth).toBe(year * 12 + month + many);
        expect(toDate).toBe(Math.min(date, daysOf(toYear, toMonth)));
      }),
    );
  });

  it('the challenge ends on a business day, at most a long weekend after two months', () => {
    fc.assert(
      fc.property(day, (from) => {
        const { dueOn, publishedDueOn, fineDueOn } = challengeDaysOf(from, from);
        expect(publishedDueOn).toBe(dueOn);
        for (const [until, months] of [
          [dueOn, 2],
          [fineDueOn, 1],
        ] as const) {
          const late = (Date.parse(until) - Date.parse(addMonths(from, months))) / 864e5;
          expect(isWork(Date.parse(until) / 864e5)).toBe(true);
          expect(late).toBeGreaterThanOrEqual(0);
          // Thursday to Sunday of the Semana Santa, or Saturday to Monday.
          expect(late).toBeLessThanOrEqual(4);
        }
      }),
    );
  });

  it('every instant of a day in Bogotá is of this day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 864e5 - 1 }), (from, ms) => {
        expect(dayInBogota(bogota(from, '00:00') + ms)).toBe(from);
      }),
    );
  });
});

const daysOf = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/** True for a business day, given as days since 1970-01-01, a Thursday. */
function isWork(number: number): boolean {
  const weekday = (((number + 4) % 7) + 7) % 7;
  if (weekday === 0 || weekday === 6) return false;
  const year = new Date(number * 864e5).getUTCFullYear();
  return !ownHolidays(year).has(number);
}

/**
 * Returns the holidays of a year by Ley 51 de 1983, written a second time for this test: fixed holidays, holidays
 * moved to Monday, and holidays around Easter.
 */
function ownHolidays(year: number): Set<number> {
  const number = (month: number, date: number) => Date.UTC(year, month - 1, date) / 864e5;
  const monday = (from: number) => from + ((((1 - (from + 4)) % 7) + 7) % 7);
  const easter = easterOf(year);
  const fixed = [number(1, 1), number(5, 1), number(7, 20), number(8, 7), number(12, 8), number(12, 25)];
  const moved = [
    ...[number(1, 6), number(3, 19), number(6, 29), number(8, 15), number(10, 12), number(11, 1)],
    ...[number(11, 11), easter + 39, easter + 60, easter + 68],
  ];
  return new Set([...fixed, ...moved.map(monday), easter - 3, easter - 2]);
}

/** Returns Easter Sunday as a day number, by Gauss's algorithm with its two exceptions. */
function easterOf(year: number): number {
  const [m, n] = [24, 5]; // 1900 to 2099
  const d = (19 * (year % 19) + m) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + n) % 7;
  let fromMarch = 22 + d + e;
  if (fromMarch === 57) fromMarch = 50;
  if (fromMarch === 56 && d === 28 && e === 6 && year % 19 > 10) fromMarch = 49;
  return Date.UTC(year, 2, fromMarch) / 864e5;
}
