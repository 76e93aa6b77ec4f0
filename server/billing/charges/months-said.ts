import { type MonthTold, monthTold } from '../../../shared/billing/month-in-text.ts';
import { type Day, firstDayOf, type Month, monthOf, monthWords, shiftMonth } from '../../../shared/days.ts';
import { date } from '../../../shared/format.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { about } from './column-problems.ts';
import { meaningOf } from './column-words.ts';
import type { ColumnFound, DueDaySaid, MonthChoices, MonthSheetRow } from './month-sheet.types.ts';

/**
 * Month named by a month's spreadsheet: in a title, the sheet name or the file name. Compared with the month
 * chosen by the user.
 */
export interface MonthSaid {
  /** Four digits: 2026. */
  year: number;
  /** Number of the month, 1 to 12. */
  month: number;
  /** Year and month: '2026-03'. */
  words: Month;
  /** Spanish words for the place: the title, the name of the sheet or of the file. */
  where: string;
}

/** Words that introduce a day (due date, printing date) and not the charged month. */
const OTHER_MONTH = /\b(vence|vencimiento|limite|oportuno|plazo|corte|elaborad|impres|fecha|hasta|desde)/;
/** Longest text (characters) taken as a title; longer texts are sentences. */
const LONGEST_TITLE = 200;

const titlesOf = ({ rows }: Sheet, headerRow: number): string[] =>
  rows
    .filter(({ number }) => number < headerRow)
    .flatMap((row) => row.cells.map((_, column) => cellText(row, column)))
    .filter((text) => text.length <= LONGEST_TITLE && !OTHER_MONTH.test(plainWords(text)));

/**
 * Returns the months named in titles, sheet name or file name of a month's spreadsheet, if different from the
 * month to read: perhaps the wrong file was uploaded. A name without a year counts only if the month differs.
 */
export function monthsSaid(
  { sheet, headerRow, fileName }: { sheet: Sheet; headerRow: number; fileName: string },
  read: Month,
): MonthSaid[] {
  const file = fileName.replace(/\.[a-z0-9]+$/i, '');
  const places: [texts: readonly string[], where: string][] = [
    [titlesOf(sheet, headerRow), 'El título'],
    [[file], 'El nombre del archivo'],
    // The sheet of a csv has the file's name.
    [sheet.name === file ? [] : [sheet.name], `El nombre de la hoja «${sheet.name}»`],
  ];
  const months = places.flatMap(([texts, where]) => {
    const monthsInText = texts.flatMap((text) => monthTold(text) ?? []);
    const [first] = monthsInText;
    if (first === undefined || monthsInText.some((one) => !isSame(one, first))) return [];
    const year = monthsInText.find((one) => one.year !== null)?.year ?? Number(read.slice(0, 4));
    const words = monthOf(year, first.month);
    return words === read ? [] : [{ year, month: first.month, words, where }];
  });
  return months.filter(({ words }, index) => months.findIndex((other) => other.words === words) === index);
}

const isSame = (one: MonthTold, other: MonthTold): boolean =>
  one.month === other.month && (one.year === null || other.year === null || one.year === other.year);

/**
 * Builds a warning for each other month named in the file: 'El título dice abril de 2026, y la planilla se
 * lee como mayo de 2026 …'.
 * @param read month chosen to read
 */
export const aboutSaid = (months: readonly MonthSaid[], read: Month): ImportProblem[] =>
  months.map(({ words, where }) => {
    const message = `${where} dice ${monthWords(words)}, y la planilla se lee como ${monthWords(read)}. Revise el mes: después de emitirlo no se cambia.`;
    return about(null, 'warning', 'monthDiffers', message);
  });

/**
 * Finds the due date of the bills in a month's spreadsheet: a date column with an equal value in all rows,
 * else a title above the table ('Páguese antes de: 15 de noviembre de 2026'). Null if missing, ambiguous, or
 * the date of a discount. Has no side effects.
 */
export function dueDaySaid(
  { rows }: Sheet,
  {
    headerRow,
    columns,
    read,
    month,
  }: {
    headerRow: number;
    columns: readonly ColumnFound[];
    read: readonly MonthSheetRow[];
    month: Month | undefined;
  },
): DueDaySaid | null {
  const named = new Set(read.map(({ row }) => row));
  const body = rows.filter(({ number }) => named.has(number));
  const found = columns.flatMap(({ column, role, chosenNow, meaning, header }) => {
    if (role !== 'ignore' || chosenNow === true || meaning !== 'dueDate') return [];
    const days = body.flatMap((row) => (cellText(row, column) === '' ? [] : [dueDayIn(row, column, month)]));
    const [first] = days;
    const areOne = days.every((day) => day?.day === first?.day);
    return areOne && first ? [{ ...first, where: `«${header}»`, column }] : [];
  });
  const titles = rows.filter(({ number }) => number < headerRow).flatMap((row) => daysInTitle(row, month));
  const dueDays = found.length > 0 ? found : titles;
  const [first] = dueDays;
  return first !== undefined && dueDays.every(({ day }) => day === first.day) ? first : null;
}

/**
 * Reads a due date, with the order of day and month that gives a day in the month or the next month. Day first if
 * both orders do.
 */
function dueDayIn(
  row: SheetRow,
  column: number,
  month: Month | undefined,
): Pick<DueDaySaid, 'day' | 'other'> | null {
  const dayFirst = cellDay(row, column);
  const monthFirst = cellDay(row, column, 'monthFirst');
  if (dayFirst === null || monthFirst === null || month === undefined || dayFirst === monthFirst)
    return dayFirst === null ? null : { day: dayFirst, other: null };
  const isNear = (day: Day) => day >= firstDayOf(month) && day < firstDayOf(shiftMonth(month, 2));
  if (!isNear(monthFirst)) return { day: dayFirst, other: null };
  return isNear(dayFirst) ? { day: dayFirst, other: monthFirst } : { day: monthFirst, other: null };
}

/**
 * Reads due dates above the table: 'Vence: 30/11/2026' in a cell, or the words in a cell and the date in the next
 * filled cell.
 */
function daysInTitle(row: SheetRow, month: Month | undefined): DueDaySaid[] {
  return row.cells.flatMap((_, column) => {
    const text = cellText(row, column);
    if (text.length > LONGEST_TITLE) return [];
    const [, words = text, rest = ''] = /^(.*?)[:\s](\d{1,2}.*)$/.exec(text) ?? [];
    if (meaningOf(words)?.kind !== 'dueDate' || /^fecha$/.test(plainWords(words))) return [];
    const inCell = rest === '' ? null : dueDayIn({ ...row, cells: [{ text: rest }] }, 0, month);
    const next = row.cells.findIndex((__, at) => at > column && cellText(row, at) !== '');
    const day = inCell ?? (rest === '' && next !== -1 ? dueDayIn(row, next, month) : null);
    return day === null ? [] : [{ ...day, where: `«${text}»`, column: null }];
  });
}

/**
 * True if a due date found in the sheet is possible for bills of a month: not before the first day of the
 * month.
 */
export const isOfMonth = ({ day }: Pick<DueDaySaid, 'day'>, month: Month): boolean =>
  day >= firstDayOf(month);

/**
 * Builds the message about the due date found in a month's spreadsheet: a notice that the day is proposed as
 * due date of the bills, or that the joint's usual due day stays.
 */
export function aboutDueDay(
  dueDay: DueDaySaid | null,
  { month, dueDate }: Pick<MonthChoices, 'month' | 'dueDate'>,
): ImportProblem[] {
  if (dueDay === null || month === undefined || dueDate !== undefined) return [];
  if (!isOfMonth(dueDay, month)) {
    const message = `${dueDay.where} dice ${date(`${dueDay.day}T17:00:00Z`)}, antes del mes: las cuentas vencen el día que tiene la copropiedad en su configuración.`;
    return [about(null, 'warning', 'datesIgnored', message)];
  }
  const other =
    dueDay.other === null ? '' : ` Si es el ${date(`${dueDay.other}T17:00:00Z`)}, cámbiela al emitir.`;
  const message = `${dueDay.where} dice ${date(`${dueDay.day}T17:00:00Z`)}: se propondrá como fecha límite de las cuentas, y se puede cambiar al emitir.${other}`;
  return [about(null, 'warning', 'dueDateSaid', message)];
}
