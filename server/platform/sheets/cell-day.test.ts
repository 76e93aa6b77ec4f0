import { describe, expect, it } from 'vitest';
import { cellDay } from './cell-day.ts';

const dayOf = (text: string, number?: number) =>
  cellDay({ number: 1, cells: [{ text, ...(number === undefined ? {} : { number }) }] }, 0);

describe('the day in a cell', () => {
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
  ])('%s is %s', (text, day) => expect(dayOf(text)).toBe(day));

  it('is the number of a date whose format was lost', () =>
    expect(dayOf('46086', 46_086)).toBe('2026-03-05'));

  it.each(['31-Feb-2026', '01-Xyz-2026', 'Apr 2023', '20261301', '32/01/2026', 'APTO 12 2026', 'abril'])(
    '%s is none',
    (text) => expect(dayOf(text)).toBeNull(),
  );
});
