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
import { cellDay, dayOrderIn } from '../../platform/sheets/cell-day.ts';
import { cellText, hasControls, idText, plainWords } from '../../platform/sheets/cell-text.ts';
import { defineSheet } from '../../platform/sheets/mapping/define-sheet.ts';
import { assignByWords, type SheetHeader, titleWords } from '../../platform/sheets/mapping/header.ts';
import { fileProblem, inQuotes, sortByRow } from '../../platform/sheets/mapping/problems.ts';
import { repeated } from '../../platform/sheets/mapping/rows.ts';
import type { SheetFile, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { millionthsOf } from './rates.ts';

type RatesProblem = LegalRatesReport['problems'][number];
type CeilingRow = Omit<LegalRatesReport['rows'][number], 'before'>;

/**
 * Result of reading a spreadsheet of legal ceilings of the interest rate. With a problem of severity error,
 * no row may be stored.
 */
export interface CeilingsTable {
  /** Name of the sheet that was read; null if no sheet has the table. */
  sheet: string | null;
  rows: CeilingRow[];
  problems: RatesProblem[];
  /** Result of reading each cell of the file. */
  account: SheetAccount;
}

type CeilingRole = 'month' | 'rate' | 'resolution' | 'date' | 'source';
type Header = SheetHeader<CeilingRole>;

const NO_CEILINGS = 'No tiene tasas: le falta mes, tasa, resolución o fecha.';

/**
 * Columns of a spreadsheet with legal ceilings by month. The date comes before the resolution, so that 'Fecha de la
 * resolución' is read as a date.
 */
const ceilingsSheet = defineSheet<CeilingRole>({
  roles: {
    month: 'mes',
    rate: 'tasa',
    resolution: 'resolución',
    date: 'fecha de la resolución',
    source: 'fuente',
  },
  required: [['month'], ['rate'], ['resolution'], ['date']],
  searchedRows: 200,
  assign: ({ labels }) =>
    assignByWords(labels.map(titleWords), [
      ['date', /\bfecha\b/],
      ['resolution', /\bresolucion\b/],
      ['rate', /\b(tasa|maxima|usura|efectiva|e a|ea)\b/],
      ['month', /\b(mes|periodo|vigencia)\b/],
      ['source', /\b(fuente|enlace)\b/],
    ]),
  texts: {
    sheet: ({ hasTable }) => (hasTable ? 'Las tasas se leyeron de otra hoja.' : NO_CEILINGS),
    unread: () => 'No dice mes, tasa, resolución, fecha ni fuente.',
  },
});

const MAX_RESOLUTION = 80;
const MAX_SOURCE = 300;
/**
 * Limits of a legal ceiling in per cent a year. A smaller rate is probably written as a fraction or in another
 * unit.
 */
const LEAST_RATE = 2;
const MOST_RATE = 200;

/**
 * Reads the legal ceilings of the interest rate by month from a spreadsheet with the columns mes, tasa,
 * resolución and fecha. For staff, instead of typing each month. Has no side effects and never throws.
 */
export function readCeilingsTable({ sheets }: SheetFile): CeilingsTable {
  const { choose, tablesIn, isWhole, account } = ceilingsSheet;
  const { all, first, withHeader } = choose(tablesIn(sheets, []), [], {});
  const { sheet, header, index } = first;
  if (!isWhole(header)) {
    const problems: RatesProblem[] = [fileProblem('error', 'headerMissing', NO_HEADER)];
    return { sheet: null, rows: [], problems, account: account(all, []) };
  }
  const problems: RatesProblem[] = [];
  const others = withHeader.filter((other) => other !== index);
  if (others.length > 0) {
    const names = inQuotes(others.map((other) => all[other]?.name ?? ''));
    const message = `Se usó la hoja «${sheet.name}». También tienen tasas y no se leyeron: ${names}.`;
    problems.push(fileProblem('warning', 'otherSheets', message));
  }
  const unread = header.labels.filter((label, column) => label !== '' && header.role(column) === 'ignore');
  if (unread.length > 0) {
    const message = `No se leyeron las columnas ${inQuotes(unread)}: no dicen mes, tasa, resolución, fecha ni fuente.`;
    problems.push(fileProblem('warning', 'columnsUnread', message));
  }
  const below = sheet.rows.filter(({ number }) => number > header.row);
  const order = orderOf(below, header);
  if (order === null) {
    const column = header.name(columnOf(header, 'date'));
    const message = `No se sabe si las fechas de «${column}» están como día/mes o como mes/día. Escríbalas con el año primero (2026-10-30) o con el mes en letras (30-oct-2026).`;
    problems.push(fileProblem('error', 'dayOrderDoubtful', message, column));
  }
  const left = new Map<number, string>();
  const rows = below.flatMap((row) => {
    if (!isBlank(row, header)) return readRow(row, header, order ?? 'dayFirst', problems);
    left.set(row.number, 'No tiene mes, tasa, resolución ni fecha.');
    return [];
  });
  problems.push(...repeatedMonths(rows, header.name(columnOf(header, 'month'))));
  if (rows.length === 0 && problems.every(({ severity }) => severity !== 'error')) {
    problems.push(fileProblem('error', 'noRates', 'No hay tasas debajo del encabezado.'));
  }
  return {
    sheet: sheet.name,
    rows,
    problems: sortByRow(problems),
    account: account(all, [{ index, header, left }]),
  };
}

const NO_HEADER =
  'No se encontró el encabezado. Se necesita una fila con las columnas «Mes», «Tasa», «Resolución» y «Fecha».';

const columnOf = (header: Header, role: CeilingRole): number => header.first(role) ?? -1;

/** True if all cells of a row in the columns of the ceiling are empty. */
const isBlank = (row: SheetRow, header: Header): boolean =>
  header
    .all('month', 'rate', 'resolution', 'date', 'source')
    .every((at) => cellText(row, at) === '' && row.cells[at]?.uncalculated !== true);

const repeatedMonths = (rows: readonly CeilingRow[], column: string): RatesProblem[] =>
  repeated(rows, ({ month }) => month).map(({ one: { row, month }, first }) => {
    const message = `El mes ${month} está repetido: aparece en las filas ${first.row} y ${row}. Deje una sola.`;
    return { row, column, severity: 'error', code: 'monthRepeated', message };
  });

/** Number of months that a resolution may be dated before the month of the rate. */
const MONTHS_BEFORE = 1;

/**
 * Finds the order of day and month in the date column: (1) month first if the column proves so, (2) the order with
 * more resolutions near the months of the rates, (3) the column's order. Null if undecided.
 */
function orderOf(rows: readonly SheetRow[], header: Header): DayOrder | null {
  const at = columnOf(header, 'date');
  const { order, doubt } = dayOrderIn(rows, at);
  if (doubt === null && order === 'monthFirst') return order;
  const fits = (order: DayOrder) =>
    rows.filter((row) => {
      const month = monthIn(row, columnOf(header, 'month'));
      const day = cellDay(row, at, order);
      if (month === null || day === null) return false;
      const from = firstDayOf(shiftMonth(month, -MONTHS_BEFORE));
      return day >= from && day < firstDayOf(shiftMonth(month, 1));
    }).length;
  const [dayFirst, monthFirst] = [fits('dayFirst'), fits('monthFirst')];
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'dayFirst' : 'monthFirst';
  return doubt === null ? order : null;
}

/** Reads the legal ceiling in a row. Adds errors to `problems` and then returns an empty list. */
function readRow(row: SheetRow, header: Header, order: DayOrder, problems: RatesProblem[]): CeilingRow[] {
  const at = (role: CeilingRole): number => columnOf(header, role);
  const textOf = (role: CeilingRole): string => cellText(row, at(role));
  const wrong: RatesProblem[] = [];
  const add = (role: CeilingRole, code: string, message: string): null => {
    wrong.push({ row: row.number, column: header.name(at(role)), severity: 'error', code, message });
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
    cellDay(row, at('date'), order) ??
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

/**
 * Reads a month from a cell: '2026-09', '09/2026', 'septiembre de 2026', 'sep-2026', or the month of a date. Null
 * for other text.
 */
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

/** Reads a rate in per cent: '25,62', '25.62 %'. Null if the text is no number or has more than four decimals. */
function rateIn(text: string): number | null {
  const digits = text.replace(/\s*%?\s*(e\.?\s?a\.?)?$/i, '').replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(digits)) return null;
  const percent = Number(digits);
  return millionthsOf(percent) === null ? null : percent;
}
