import { colombianHolidays } from 'colombian-holidays';
import { addDays, type Day } from '../../../shared/days.ts';

/** True for a working day: no Saturday, Sunday or Colombian holiday. */
export function isBusinessDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isHoliday(day);
}

/** True for a Colombian holiday (Ley 51 de 1983). */
export const isHoliday = (day: Day): boolean => holidaysOf(Number(day.slice(0, 4))).has(day);

/** Returns the day after a number of business days; the starting day does not count. */
export function addBusinessDays(day: Day, days: number): Day {
  let reached = day;
  for (let left = days; left > 0; ) {
    reached = addDays(reached, 1);
    if (isBusinessDay(reached)) left -= 1;
  }
  return reached;
}

/** Returns the day itself if it is a business day, else the next business day. */
export const businessDayFrom = (day: Day): Day => (isBusinessDay(day) ? day : addBusinessDays(day, 1));

const holidaysOfYears = new Map<number, ReadonlySet<Day>>();

function holidaysOf(year: number): ReadonlySet<Day> {
  const before = holidaysOfYears.get(year);
  if (before !== undefined) return before;
  const days = new Set(colombianHolidays({ year, valueAsDate: false }).map((one) => one.celebrationDate));
  holidaysOfYears.set(year, days);
  return days;
}
