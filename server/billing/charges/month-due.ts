import { type Day, firstDayOf, type Month } from '../../../shared/days.ts';
import { date } from '../../../shared/format.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { meaningOf } from './column-words.ts';
import { about } from './month-columns.ts';
import type { Asked, ColumnFound, MonthSheetRow } from './month-sheet.types.ts';

/** The day that a sheet has its bills paid by, and where it says so. */
export interface DueDaySaid {
  day: Day;
  where: string;
  /** Of the sheet; null: it stands over the table. */
  column: number | null;
}

/** A sentence is longer than what names a day. */
const LONGEST = 200;

/**
 * The one day by which a month's sheet has its bills paid: in a column of such dates that all rows agree on, else in a
 * title over the table ('Páguese antes de: 15 de noviembre de 2026'). Null where it says none, several, or the day of a
 * discount. Pure.
 */
export function dueDaySaid(
  { rows }: Sheet,
  {
    headerRow,
    columns,
    read,
  }: { headerRow: number; columns: readonly ColumnFound[]; read: readonly MonthSheetRow[] },
): DueDaySaid | null {
  const named = new Set(read.map(({ row }) => row));
  const body = rows.filter(({ number }) => named.has(number));
  const found = columns.flatMap(({ column, role, asked, meaning, header }) => {
    if (role !== 'ignore' || asked === true || meaning !== 'dueDate') return [];
    const days = new Set(body.flatMap((row) => (cellText(row, column) === '' ? [] : [cellDay(row, column)])));
    const [day] = days;
    return days.size === 1 && day ? [{ day, where: `«${header}»`, column }] : [];
  });
  const titles = rows.filter(({ number }) => number < headerRow).flatMap(daysInTitle);
  const said = found.length > 0 ? found : titles;
  const [first] = said;
  return first !== undefined && said.every(({ day }) => day === first.day) ? first : null;
}

/** 'Vence: 30/11/2026' in one cell, or its words in one and the day in the next that says something. */
function daysInTitle(row: SheetRow): DueDaySaid[] {
  return row.cells.flatMap((_, column) => {
    const text = cellText(row, column);
    if (text.length > LONGEST) return [];
    const [, words = text, rest = ''] = /^(.*?)[:\s](\d{1,2}.*)$/.exec(text) ?? [];
    if (meaningOf(words)?.kind !== 'dueDate' || /^fecha$/.test(plainWords(words))) return [];
    const inCell = rest === '' ? null : cellDay({ ...row, cells: [{ text: rest }] }, 0);
    const next = row.cells.findIndex((__, at) => at > column && cellText(row, at) !== '');
    const day = inCell ?? (rest === '' && next !== -1 ? cellDay(row, next) : null);
    return day === null ? [] : [{ day, where: `«${text}»`, column: null }];
  });
}

/** Whether bills of a month may fall due on that day. */
export const isOfMonth = ({ day }: DueDaySaid, month: Month): boolean => day >= firstDayOf(month);

/** That a day of the sheet becomes the month's due day, or that the joint's own stays. */
export function aboutDueDay(
  said: DueDaySaid | null,
  { month, dueDate }: Pick<Asked, 'month' | 'dueDate'>,
): ImportProblem[] {
  if (said === null || month === undefined || dueDate !== undefined) return [];
  if (!isOfMonth(said, month)) {
    const message = `${said.where} dice ${date(`${said.day}T17:00:00Z`)}, antes del mes: las cuentas vencen el día que tiene la copropiedad en su configuración.`;
    return [about(null, 'warning', 'datesIgnored', message)];
  }
  const message = `${said.where} dice ${date(`${said.day}T17:00:00Z`)}: se propondrá como fecha límite de las cuentas, y se puede cambiar al emitir.`;
  return [about(null, 'warning', 'dueDateSaid', message)];
}
