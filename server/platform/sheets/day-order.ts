import { type Day, monthName } from '../../../shared/days.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { DayOrder } from '../../../shared/sheet-account.ts';
import type { OrderDoubt } from './cell-day.ts';

/** Formats a day: '11 de marzo de 2026'. */
function longDay(day: Day): string {
  const [year = '', month = '', of = ''] = day.split('-');
  return `${Number(of)} de ${monthName(Number(month)).toLowerCase()} de ${year}`;
}

/** Returns the question to the user about a date column with two possible orders. */
export function askOfOrder(header: string, { text, dayFirst, monthFirst }: OrderDoubt) {
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

/** Returns the warning about a column read month first, as proved by days above 12. */
export const monthFirstRead = (header: string): ImportProblem => ({
  row: null,
  column: header,
  severity: 'warning',
  code: 'monthFirstRead',
  message: `Las fechas de «${header}» están como mes/día/año, y así se leyeron.`,
});
