import { type Day, monthName } from '../../../shared/days.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { DayOrder } from '../../../shared/sheet-account.ts';
import { dayOrderIn, type ExpectedDays, type OrderDoubt } from './cell-day.ts';
import type { SheetRow } from './sheet.types.ts';

/** Formats a day: '11 de marzo de 2026'. */
function longDay(day: Day): string {
  const [year = '', month = '', of = ''] = day.split('-');
  return `${Number(of)} de ${monthName(Number(month)).toLowerCase()} de ${year}`;
}

/** Returns the question to the user about a date column with two possible orders. */
function askOfOrder(header: string, { text, dayFirst, monthFirst }: OrderDoubt) {
  const choices: { label: string; dayOrder: DayOrder }[] = [
    { label: `Día/mes: «${text}» es el ${longDay(dayFirst)}`, dayOrder: 'dayFirst' },
    { label: `Mes/día: «${text}» es el ${longDay(monthFirst)}`, dayOrder: 'monthFirst' },
  ];
  return {
    code: 'dayOrderDoubtful',
    title: `¿«${header}» está como día/mes o como mes/día?`,
    text: `No se sabe si las fechas de «${header}» están como día/mes o como mes/día: «${text}» puede ser el ${longDay(dayFirst)} o el ${longDay(monthFirst)}. De la fecha dependen los intereses y los descuentos.`,
    choices,
  };
}

/**
 * Decision about a date column: day or month first in '03/04/2026', with the question or warning for the
 * user.
 */
export interface OrderRead {
  order: DayOrder;
  /** Question to the user about the order; empty without a doubt. */
  asks: ReturnType<typeof askOfOrder>[];
  /** Warning about a column with the month first; else empty. */
  problems: ImportProblem[];
}

/**
 * Decides if the dates of a column have the day or the month first: (1) as chosen by the user, (2) by clear
 * values, else (3) the user is asked, unless `isSure`. Also returns the question, and a warning about month
 * first.
 * @param expected range of likely days
 */
export function readOrder(
  rows: readonly SheetRow[],
  { column, header, chosen }: { column: number; header: string; chosen: DayOrder | undefined },
  expected: ExpectedDays,
  isSure = false,
): OrderRead {
  if (chosen !== undefined) return { order: chosen, asks: [], problems: [] };
  const { order, doubt } = dayOrderIn(rows, column, expected);
  const about = (severity: ImportProblem['severity'], code: string, message: string): ImportProblem[] => [
    { row: null, column: header, severity, code, message },
  ];
  if (doubt !== null && !isSure) {
    const ask = askOfOrder(header, doubt);
    return { order, asks: [ask], problems: about('error', ask.code, ask.text) };
  }
  const message = `Las fechas de «${header}» están como mes/día/año, y así se leyeron.`;
  const isMonthFirst = order === 'monthFirst';
  return { order, asks: [], problems: isMonthFirst ? about('warning', 'monthFirstRead', message) : [] };
}
