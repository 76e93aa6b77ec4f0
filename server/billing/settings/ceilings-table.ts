import type { LegalRatesReport } from '../../../shared/billing/settings.api.ts';
import {
  type Day,
  firstDayOf,
  type Month,
  monthNames,
  monthOf,
  monthOfDay,
  shiftMonth,
} from '../../../shared/days.ts';
import type { DayOrder, SheetAccount } from '../../../shared/sheet-account.ts';
import { accountOfSheets } from '../../platform/sheets/account.ts';
import { cellDay, dayOrderIn } from '../../platform/sheets/cell-day.ts';
import { cellText, hasControls, idText, plainWords } from '../../platform/sheets/cell-text.ts';
import {
  columnLetter,
  type Sheet,
  type SheetFile,
  type SheetRow,
} from '../../platform/sheets/sheet.types.ts';
import { millionthsOf } from './rates.ts';

type TableProblem = LegalRatesReport['problems'][number];
type CeilingRow = Omit<LegalRatesReport['rows'][number], 'before'>;

/** Result of reading a sheet. Nothing may be stored if a problem is an error. */
export interface CeilingsTable {
  sheet: string | null;
  rows: CeilingRow[];
  problems: TableProblem[];
  /** Result of each cell of the file. */
  account: SheetAccount;
}

const roles = ['month', 'rate', 'resolution', 'date', 'source'] as const;
type Role = (typeof roles)[number];

/** Header words by column role. The date comes before the resolution because of 'Fecha de la resolución'. */
const words: [Role, RegExp][] = [
  ['date', /\bfecha\b/],
  ['resolution', /\bresolucion\b/],
  ['rate', /\b(tasa|maxima|usura|efectiva|e a|ea)\b/],
  ['month', /\b(mes|periodo|vigencia)\b/],
  ['source', /\b(fuente|enlace)\b/],
];
const told: Readonly<Record<Role, string>> = {
  month: 'mes',
  rate: 'tasa',
  resolution: 'resolución',
  date: 'fecha de la resolución',
  source: 'fuente',
};
const NO_CEILINGS = 'No tiene tasas: le falta mes, tasa, resolución o fecha.';
const REQUIRED: Readonly<Partial<Record<Role, string>>> = {
  month: 'mes',
  rate: 'tasa',
  resolution: 'resolución',
  date: 'fecha',
};

const MAX_RESOLUTION = 80;
const MAX_SOURCE = 300;
/** Limits in per cent. A smaller rate is probably a fraction instead of a per cent, or another unit. */
const LEAST_RATE = 2;
const MOST_RATE = 200;
const SEARCHED_ROWS = 200;

/** Reads legal ceilings by month from a sheet: mes; tasa; resolución; fecha. Pure, never throws. */
export function readCeilingsTable({ sheets }: SheetFile): CeilingsTable {
  const found = sheets.flatMap((sheet) => {
    const header = headerOf(sheet);
    return header === null ? [] : { sheet, header };
  });
  const [chosen, ...others] = found;
  const problems: TableProblem[] = [];
  const about = (severity: TableProblem['severity'], code: string, message: string) =>
    problems.push({ row: null, column: null, severity, code, message });
  if (chosen === undefined) {
    about(
      'error',
      'headerMissing',
      'No se encontró el encabezado. Se necesita una fila con las columnas «Mes», «Tasa», «Resolución» y «Fecha».',
    );
    return { sheet: null, rows: [], problems, account: accountOfSheets(sheets, () => NO_CEILINGS) };
  }
  const { sheet, header } = chosen;
  if (others.length > 0) {
    const names = others.map((other) => `«${other.sheet.name}»`).join(', ');
    about(
      'warning',
      'otherSheets',
      `Se usó la hoja «${sheet.name}». También tienen tasas y no se leyeron: ${names}.`,
    );
  }
  if (header.unread.length > 0) {
    const names = header.unread.map((name) => `«${name}»`).join(', ');
    about(
      'warning',
      'columnsUnread',
      `No se leyeron las columnas ${names}: no dicen mes, tasa, resolución, fecha ni fuente.`,
    );
  }
  if (header.order === null) {
    const column = header.label('date');
    const message = `No se sabe si las fechas de «${column}» están como día/mes o como mes/día. Escríbalas con el año primero (2026-10-30) o con el mes en letras (30-oct-2026).`;
    problems.push({ row: null, column, severity: 'error', code: 'dayOrderDoubtful', message });
  }
  const rows = sheet.rows.flatMap((row) => (row.number > header.row ? readRow(row, header, problems) : []));
  const first = new Map<Month, number>();
  for (const { row, month } of rows) {
    const seen = first.get(month);
    if (seen === undefined) first.set(month, row);
    else {
      const message = `El mes ${month} está repetido: aparece en las filas ${seen} y ${row}. Deje una sola.`;
      problems.push({
        row,
        column: header.label('month'),
        severity: 'error',
        code: 'monthRepeated',
        message,
      });
    }
  }
  if (rows.length === 0 && problems.every(({ severity }) => severity !== 'error')) {
    about('error', 'noRates', 'No hay tasas debajo del encabezado.');
  }
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return { sheet: sheet.name, rows, problems, account: accountOf(sheets, sheet, header, found) };
}

/** True if all ceiling cells of a row are empty. */
const isBlank = (row: SheetRow, { columns }: Header): boolean =>
  roles.every((role) => {
    const at = columns[role] ?? -1;
    return cellText(row, at) === '' && row.cells[at]?.uncalculated !== true;
  });

function accountOf(
  sheets: readonly Sheet[],
  chosen: Sheet,
  header: Header,
  found: readonly { sheet: Sheet }[],
): SheetAccount {
  const byColumn = new Map(
    roles.flatMap((role) => {
      const at = header.columns[role];
      return at === undefined ? [] : [[at, told[role]] as const];
    }),
  );
  return accountOfSheets(sheets, (sheet) => {
    if (sheet !== chosen) {
      return found.some((one) => one.sheet === sheet) ? 'Las tasas se leyeron de otra hoja.' : NO_CEILINGS;
    }
    return {
      headerRow: header.row,
      column: (column) => {
        const as = byColumn.get(column);
        return as === undefined ? { reason: 'No dice mes, tasa, resolución, fecha ni fuente.' } : { as };
      },
      row: (row) => (isBlank(row, header) ? 'No tiene mes, tasa, resolución ni fecha.' : null),
    };
  });
}

interface Header {
  row: number;
  columns: Partial<Record<Role, number>>;
  /** Header text of a found role. */
  label: (role: Role) => string;
  unread: string[];
  /** Order of day and month of the resolutions' dates; null if the dates allow both. */
  order: DayOrder | null;
}

/** Returns the first row that names all required columns. */
function headerOf(sheet: Sheet): Header | null {
  for (const row of sheet.rows.slice(0, SEARCHED_ROWS)) {
    const columns: Partial<Record<Role, number>> = {};
    const unread: string[] = [];
    for (const [at] of row.cells.entries()) {
      const text = cellText(row, at);
      const role = text.length > 60 ? undefined : words.find(([, word]) => word.test(plainWords(text)))?.[0];
      if (role !== undefined && columns[role] === undefined) columns[role] = at;
      else if (text !== '') unread.push(text);
    }
    if (Object.keys(REQUIRED).some((role) => columns[role as Role] === undefined)) continue;
    const label = (role: Role): string => {
      const at = columns[role] ?? 0;
      return cellText(row, at) || columnLetter(at);
    };
    const below = sheet.rows.filter(({ number }) => number > row.number);
    return { row: row.number, columns, label, unread, order: orderOf(below, columns) };
  }
  return null;
}

/** A resolution is dated in the month of its rate or in the previous month. */
const MONTHS_BEFORE = 1;

/**
 * Finds the order of day and month: (1) month first if the column proves so, (2) the order with more resolutions near
 * the months of the rates, (3) the column's order. Null if undecided.
 */
function orderOf(rows: readonly SheetRow[], columns: Header['columns']): DayOrder | null {
  const at = columns.date ?? -1;
  const { order, doubt } = dayOrderIn(rows, at);
  if (doubt === null && order === 'monthFirst') return order;
  const fits = (asked: DayOrder) =>
    rows.filter((row) => {
      const month = monthIn(row, columns.month ?? -1);
      const day = cellDay(row, at, asked);
      if (month === null || day === null) return false;
      const from = firstDayOf(shiftMonth(month, -MONTHS_BEFORE));
      return day >= from && day < firstDayOf(shiftMonth(month, 1));
    }).length;
  const [dayFirst, monthFirst] = [fits('dayFirst'), fits('monthFirst')];
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'dayFirst' : 'monthFirst';
  return doubt === null ? order : null;
}

/** Reads the ceiling of a row. Adds errors to `problems`. */
function readRow(row: SheetRow, header: Header, problems: TableProblem[]): CeilingRow[] {
  const at = (role: Role): number => header.columns[role] ?? -1;
  const textOf = (role: Role): string => cellText(row, at(role));
  if (isBlank(row, header)) return [];
  const wrong: TableProblem[] = [];
  const add = (role: Role, code: string, message: string): null => {
    wrong.push({ row: row.number, column: header.label(role), severity: 'error', code, message });
    return null;
  };
  const month =
    monthIn(row, at('month')) ??
    add(
      'month',
      'monthInvalid',
      `«${textOf('month')}» no es un mes. Escríbalo así: 2026-09, o septiembre de 2026.`,
    );
  const annualRate = rateIn(textOf('rate'));
  if (annualRate === null || annualRate > MOST_RATE) {
    add(
      'rate',
      'rateInvalid',
      `«${textOf('rate')}» no es una tasa efectiva anual en porcentaje, con cuatro decimales a lo más. Escríbala así: 25,62.`,
    );
  } else if (annualRate < LEAST_RATE) {
    add(
      'rate',
      'rateDoubtful',
      `«${textOf('rate')}» es muy poco para una tasa efectiva anual. Escríbala en porcentaje: 25,62, no 0,2562.`,
    );
  }
  const resolution = idText(row, at('resolution'));
  if (resolution === '' || resolution.length > MAX_RESOLUTION || hasControls(resolution)) {
    add(
      'resolution',
      'resolutionInvalid',
      `Falta el número de la resolución, o tiene más de ${MAX_RESOLUTION} caracteres.`,
    );
  }
  const resolvedOn: Day | null =
    cellDay(row, at('date'), header.order ?? 'dayFirst') ??
    add(
      'date',
      'dateInvalid',
      `«${textOf('date')}» no es la fecha de la resolución. Escríbala así: 28/08/2026.`,
    );
  const source = textOf('source');
  if (source.length > MAX_SOURCE || hasControls(source)) {
    add(
      'source',
      'sourceInvalid',
      `La fuente tiene más de ${MAX_SOURCE} caracteres, o caracteres no permitidos.`,
    );
  }
  problems.push(...wrong);
  if (wrong.length > 0 || month === null || annualRate === null || resolvedOn === null) return [];
  return [{ row: row.number, month, annualRate, resolution, resolvedOn, source }];
}

/** Reads '2026-09', '09/2026', 'septiembre de 2026', 'sep-2026', or the month of a date. */
function monthIn(row: SheetRow, column: number): Month | null {
  const text = cellText(row, column);
  const [, year, number] = /^(20\d{2})[-/. ](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined && number !== undefined) return monthOrNull(year, Number(number));
  const [, first, of] = /^(\d{1,2})[-/. ](20\d{2})$/.exec(text) ?? [];
  if (first !== undefined && of !== undefined) return monthOrNull(of, Number(first));
  const [, name, ofYear] = /^([a-z]{3,10}) (?:de |del )?(20\d{2})$/.exec(plainWords(text)) ?? [];
  if (name !== undefined && ofYear !== undefined) {
    const at = monthNames.findIndex((one) =>
      [one.toLowerCase(), one.slice(0, 3).toLowerCase()].includes(name === 'sept' ? 'sep' : name),
    );
    return monthOrNull(ofYear, at + 1);
  }
  const day = cellDay(row, column);
  return day === null ? null : monthOfDay(day);
}

const monthOrNull = (year: string, month: number): Month | null =>
  month >= 1 && month <= 12 ? monthOf(Number(year), month) : null;

/** Reads a rate in per cent: '25,62', '25.62 %'. Null if not a number or with more than four decimals. */
function rateIn(text: string): number | null {
  const plain = text.replace(/\s*%?\s*(e\.?\s?a\.?)?$/i, '').replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(plain)) return null;
  const percent = Number(plain);
  return millionthsOf(percent) === null ? null : percent;
}
