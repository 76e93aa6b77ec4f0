import { describe, expect, it } from 'vitest';
import { defined } from '../../../shared/defined.ts';
import { cellDay, dayOrderIn } from './cell-day.ts';

const dayOf = (text: string, number?: number) =>
  cellDay({ number: 1, cells: [{ text, ...defined({ number }) }] }, 0);

describe('day of a cell', () => {
  it.each([
    ['05/03/2026', '2026-03-05'],
    ['5-3-26', '2026-03-05'],
    ['08-sep-2026', '2026-09-08'],
    ['8 de septiembre de 2026', '2026-09-08'],
    ['01-Apr-2023', '2023-04-01'],
    ['1 April 2023', '2023-04-01'],
    ['31-Dec-23 10:15', '2023-12-31'],
    ['08-ene-2026', '2026-01-08'],
    ['15-Jan-26', '2026-01-15'],
    ['03/Aug./2026', '2026-08-03'],
    ['Aug 3, 2026', '2026-08-03'],
    ['agosto 03 de 2026', '2026-08-03'],
    ['03AGO2026', '2026-08-03'],
    ['12-Sept-2026', '2026-09-12'],
    ['2026/01/08', '2026-01-08'],
    ['20260108', '2026-01-08'],
    ['2026-11-01T03:15:00Z', '2026-10-31'],
    ['2026-11-01 03:15:00 UTC', '2026-10-31'],
    ['2026-11-01T03:15:00-05:00', '2026-11-01'],
    ['2026-11-01T03:15:00', '2026-11-01'],
    ['01/11/2026 03:15:00 UTC', '2026-10-31'],
    ['2026-11-01 03:15:00.123456+00', '2026-10-31'],
    ['2026-11-01 03:15:00 GMT+0', '2026-10-31'],
    ['2026/11/01 10:15:00 p. m. GMT-5', '2026-11-01'],
    ['2026-10-31 10:15 PM UTC-8', '2026-11-01'],
    ['01/11/2026 3:15 am UTC', '2026-10-31'],
    ['1-nov-2026 03:15 +0000', '2026-10-31'],
    ['Sun, 01 Nov 2026 03:15:00 GMT', '2026-10-31'],
    ['viernes, 15 de mayo de 2026', '2026-05-15'],
    ['miércoles 20 de mayo de 2026', '2026-05-20'],
    ['sáb 16/05/2026', '2026-05-16'],
    ['lun. 18-may.-26', '2026-05-18'],
    ['Tuesday, May 19, 2026', '2026-05-19'],
    ['marzo 3 de 2026', '2026-03-03'],
    ['Mar 3, 2026', '2026-03-03'],
    ['2026-11-01T00:00:00.000Z', '2026-11-01'],
    ['2026-11-01 00:00:00+00', '2026-11-01'],
    ['2026-11-01T00:00:01Z', '2026-10-31'],
  ])('cellDay reads %s as %s', (text, day) => expect(dayOf(text)).toBe(day));

  it('cellDay reads the serial number of a date without format', () =>
    expect(dayOf('46086', 46_086)).toBe('2026-03-05'));

  it.each([
    '2026-11-01 25:15 UTC',
    '31-Feb-2026',
    '01-Xyz-2026',
    'Apr 2023',
    '20261301',
    '32/01/2026',
    'APTO 12 2026',
    'abril',
  ])('cellDay finds no day in %s', (text) => expect(dayOf(text)).toBeNull());
});

describe('order of day and month in a column', () => {
  const rows = (texts: readonly string[], isDate = false) =>
    texts.map((text, at) => ({ number: at + 2, cells: [isDate ? { text, date: true as const } : { text }] }));
  const november = { near: { from: '2026-09-01', to: '2026-11-28' }, latest: '2026-11-28' };
  const orderOf = (texts: readonly string[], expected = november) => {
    const { order, doubt } = dayOrderIn(rows(texts), 0, expected);
    return doubt === null ? order : 'asked';
  };
  const oneToTen = Array.from({ length: 10 }, (_, at) => String(at + 1).padStart(2, '0'));

  it.each([
    ['days that prove both orders', ['15/11/2026', '11/16/2026', '11/02/2026'], 'asked'],
    ['ten days of November, month first', oneToTen.map((day) => `11/${day}/2026`), 'asked'],
    ['ten days of November, day first', oneToTen.map((day) => `${day}/11/2026`), 'dayFirst'],
    ['one day with a month-first reading near', ['11/03/2026'], 'asked'],
    ['one day near as it stands', ['03/11/2026'], 'dayFirst'],
    ['two readings near: as people write', ['10/11/2026'], 'dayFirst'],
    ['a 13th proves day first', ['11/03/2026', '13/03/2026'], 'dayFirst'],
    [
      'days above 12 behind the month prove month first',
      ['11/03/2026', '11/13/2026', '11/27/2026'],
      'monthFirst',
    ],
    ['one of them among many does not', ['05/10/2026', '06/10/2026', '07/10/2026', '10/13/2026'], 'asked'],
    [
      'month first would be in the future',
      ['05/12/2025', '01/12/2025', '06/12/2026', '12/06/2026'],
      'dayFirst',
    ],
    ['words and ISO have one order', ['3-nov-2026', '2026-11-03'], 'dayFirst'],
  ])('dayOrderIn: %s', (_, texts, order) => expect(orderOf(texts)).toBe(order));

  it('a monthly day is read day first, in any months', () => {
    expect(
      dayOrderIn(rows(['05/01/2026', '05/02/2026', '05/03/2026']), 0, { isMonthly: true }).doubt,
    ).toBeNull();
    expect(
      dayOrderIn(rows(['01/05/2026', '02/05/2026', '03/05/2026']), 0, { isMonthly: true }).doubt,
    ).not.toBeNull();
  });

  it('a day above 12 among real date cells decides the order of the column', () => {
    const dates = rows(['05/11/2026', '06/11/2026', '05/03/2026', '25/11/2026'], true);
    expect(dayOrderIn(dates, 0, november)).toEqual({ order: 'dayFirst', doubt: null });
    const early = rows(['11/05/2026', '11/06/2026', '13/07/2026'], true);
    expect(dayOrderIn(early, 0, november)).toEqual({ order: 'dayFirst', doubt: null });
  });

  it('dates up to day 12 beside texts with later days are asked about', () => {
    const mixed = [...rows(['11/05/2026', '11/06/2026'], true), ...rows(['15/11/2026', '16/11/2026'])];
    expect(dayOrderIn(mixed, 0, november).doubt).toMatchObject({
      dayFirst: '2026-05-11',
      monthFirst: '2026-11-05',
    });
    expect(mixed.map((row) => cellDay(row, 0, 'monthFirst'))).toEqual([
      ...['2026-11-05', '2026-11-06', '2026-11-15', '2026-11-16'],
    ]);
  });
});
