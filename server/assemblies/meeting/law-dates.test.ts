import { describe, expect, it } from 'vitest';
import { secondCallNotice } from '../mail/second-call.ts';
import { lawDatesOf } from './law-dates.ts';

const bogota = (day: string, time: string) => Date.parse(`${day}T${time}:00-05:00`);
const instant = (day: string, time: string) => new Date(bogota(day, time)).toISOString();
/** By-laws without own dates. */
const LAW = { secondCall: null, budgetYearEnd: 12 };
const called = (scheduledAt: number | null, openedAt: number | null = null) => ({
  kind: 'ordinary' as const,
  scheduledAt,
  openedAt,
});

describe("the law's dates", () => {
  it('dates before Holy Week count business days only', () => {
    // 2026: Maundy Thursday and Good Friday are 2 and 3 April; Monday 23 March is Saint Joseph's.
    expect(lawDatesOf(called(bogota('2026-03-31', '18:30')), LAW, 0)).toEqual({
      ordinaryBy: '2026-03-31',
      isLate: false,
      noticeBy: '2026-03-15',
      secondCallAt: instant('2026-04-07', '20:00'),
      isSecondCallOwn: false,
      byRightAt: instant('2026-04-01', '20:00'),
    });
  });

  it('an ordinary assembly is due three months after the last budget year', () => {
    const dates = (day: string, yearEnd: number, hour = '23:59') =>
      lawDatesOf(called(bogota(day, hour)), { ...LAW, budgetYearEnd: yearEnd }, 0);
    expect(dates('2026-04-01', 12, '00:00')).toMatchObject({ ordinaryBy: '2026-03-31', isLate: true });
    expect(dates('2026-12-31', 12)).toMatchObject({ ordinaryBy: '2026-03-31', isLate: true });
    expect(dates('2027-01-01', 12)).toMatchObject({ ordinaryBy: '2027-03-31', isLate: false });
    // For a year that ends in November the three months reach into February of a leap year.
    expect(dates('2028-02-29', 11)).toMatchObject({ ordinaryBy: '2028-02-29', isLate: false });
    expect(dates('2026-11-30', 11)).toMatchObject({ ordinaryBy: '2026-02-28', isLate: true });
    // Called for March and opened in April: held in April. Without a day or an opening: now.
    const put = called(bogota('2026-03-30', '18:30'), bogota('2026-04-02', '18:30'));
    expect(lawDatesOf(put, LAW, 0).isLate).toBe(true);
    expect(lawDatesOf(called(null), LAW, bogota('2026-02-01', '12:00')).isLate).toBe(false);
    const extraordinary = { ...called(bogota('2026-08-01', '18:30')), kind: 'extraordinary' as const };
    expect(lawDatesOf(extraordinary, LAW, 0)).toMatchObject({ ordinaryBy: null, isLate: false });
  });

  it('dates use the day in Colombia, or the day of the opening without a called day', () => {
    const late = bogota('2026-11-25', '23:30');
    expect(lawDatesOf(called(late), LAW, 0).secondCallAt).toBe(instant('2026-11-30', '20:00'));
    expect(lawDatesOf(called(null, late), LAW, late)).toMatchObject({
      noticeBy: null,
      secondCallAt: instant('2026-11-30', '20:00'),
    });
    expect(lawDatesOf(called(null), LAW, late).secondCallAt).toBeNull();
  });

  it('an extraordinary assembly needs no 15 days; the meeting by right is on a business day', () => {
    const extraordinary = { ...called(bogota('2027-01-20', '19:00')), kind: 'extraordinary' as const };
    expect(lawDatesOf(extraordinary, LAW, 0).noticeBy).toBeNull();
    // 1 April 2028 is a Saturday. After that evening: the day of next year.
    expect(lawDatesOf(called(null), LAW, bogota('2028-02-01', '12:00')).byRightAt).toBe(
      instant('2028-04-03', '20:00'),
    );
    expect(lawDatesOf(called(null), LAW, bogota('2028-04-04', '12:00')).byRightAt).toBe(
      instant('2029-04-02', '20:00'),
    );
  });

  it('dates of the by-laws replace the legal dates', () => {
    const own = { secondCall: { days: 1, hour: '09:30' }, budgetYearEnd: 6 };
    const friday = called(bogota('2026-11-27', '18:30'));
    expect(lawDatesOf(friday, own, 0)).toMatchObject({
      secondCallAt: instant('2026-11-30', '09:30'),
      isSecondCallOwn: true,
      // July begins the new year, October is its fourth month; 1 October 2027 is a Friday.
      byRightAt: instant('2027-10-01', '20:00'),
    });
    // The fourth month after a year that ends in September or later is in the next year.
    expect(lawDatesOf(friday, { ...own, budgetYearEnd: 9 }, 0).byRightAt).toBe(
      instant('2027-01-04', '20:00'),
    );
  });

  it('the notice tells the second call by law or by-laws, and a second call has no such notice', () => {
    const put = { ...called(bogota('2026-11-27', '18:30')), call: 1 as const };
    const own = { ...LAW, secondCall: { days: 1, hour: '09:30' } };
    const notice = (...of: Parameters<typeof secondCallNotice>) =>
      secondCallNotice(...of)?.replaceAll('\u00a0', ' ') ?? null;
    expect(notice(put, LAW)).toMatch(
      /^Si no hay quórum, la asamblea se reúne en segunda convocatoria el miércoles 2 de diciembre de 2026, 8:00 p\. m\., y sesiona y decide válidamente con un número plural de propietarios/,
    );
    expect(notice(put, own)).toContain('el lunes 30 de noviembre de 2026, 9:30 a. m.,');
    expect(notice({ ...put, scheduledAt: null }, LAW)).toContain('el tercer día hábil siguiente');
    expect(notice({ ...put, call: 2 }, LAW)).toBeNull();
  });
});
