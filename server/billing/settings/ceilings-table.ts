import type { LegalRatesReport } from '../../../shared/billing/settings.api.ts';
import {
  type Day,
  firstDayOf,
  lastDayOf,
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
import { onlyText, repeated } from '../../platform/sheets/mapping/rows.ts';
import type { SheetFile, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { isSwapped, millionthsOf } from './rates.ts';

type RatesProblem = LegalRatesReport['problems'][number];
type CeilingRow = Omit<LegalRatesReport['rows'][number], 'before'>;
/** Ceiling of a month in the file, with the number of days of the month in force. */
type ReadCeiling = CeilingRow & { days: number };

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

type CeilingRole = 'month' | 'until' | 'rate' | 'ibc' | 'modality' | 'resolution' | 'date' | 'source';
type Header = SheetHeader<CeilingRole>;

const NO_CEILINGS = 'No tiene tasas: le falta mes, tasa, resolución o fecha.';

/**
 * Columns of a spreadsheet with legal ceilings by month, or of the official file of the Superintendencia Financiera
 * (datos.gov.co, pare-7x5i) with the bank interest by period. The date comes before the resolution, so that 'Fecha de
 * la resolución' is read as a date.
 */
const ceilingsSheet = defineSheet<CeilingRole>({
  roles: {
    month: 'mes',
    until: 'fin de la vigencia',
    rate: 'tasa',
    ibc: 'interés bancario corriente',
    modality: 'modalidad',
    resolution: 'resolución',
    date: 'fecha de la resolución',
    source: 'fuente',
  },
  required: [['month'], ['rate', 'ibc'], ['resolution'], ['date']],
  searchedRows: 200,
  assign: ({ labels }) =>
    assignByWords(labels.map(titleWords), [
      ['date', /\bfecha\b/],
      ['resolution', /\bresolucion\b/],
      ['modality', /\bmodalidad\b/],
      ['until', /\bhasta\b/],
      ['ibc', /\b(ibc|interes bancario|bancario corriente)\b/],
      ['rate', /\b(tasa|maxima|usura|efectiva|e a|ea)\b/],
      ['month', /\b(mes|periodo|vigencia|desde)\b/],
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
  const periods = dayOrderIn(below, columnOf(header, 'until')).order;
  const resolutions = orderOf(below, header, periods);
  if (resolutions === null) {
    const column = header.name(columnOf(header, 'date'));
    const message = `No se sabe si las fechas de «${column}» están como día/mes o como mes/día. Escríbalas con el año primero (2026-10-30) o con el mes en letras (30-oct-2026).`;
    problems.push(fileProblem('error', 'dayOrderDoubtful', message, column));
  }
  const left = new Map<number, string>();
  const read = below.flatMap((row) => {
    if (isBlank(row, header)) left.set(row.number, 'No tiene mes, tasa, resolución ni fecha.');
    else if (onlyText(row) !== null && monthIn(row, columnOf(header, 'month'), periods) === null)
      left.set(row.number, 'Parece una nota.');
    else if (isOtherModality(row, header)) left.set(row.number, 'Es de otra modalidad.');
    else return readRow(row, header, { periods, resolutions: resolutions ?? 'dayFirst' }, problems);
    return [];
  });
  const monthColumn = header.name(columnOf(header, 'month'));
  const rows = longestInForce(withoutTwins(read, monthColumn, problems), monthColumn, problems);
  problems.push(...repeatedMonths(rows, monthColumn), ...missingMonths(rows));
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
  'No se encontró el encabezado. Se necesita una fila con las columnas «Mes», «Tasa», «Resolución» y «Fecha», o el archivo oficial de datos.gov.co (pare-7x5i).';

const columnOf = (header: Header, role: CeilingRole): number => header.first(role) ?? -1;

/** True if all cells of a row in the columns of the ceiling are empty. */
const isBlank = (row: SheetRow, header: Header): boolean =>
  header
    .all('month', 'until', 'rate', 'ibc', 'modality', 'resolution', 'date', 'source')
    .every((at) => cellText(row, at) === '' && row.cells[at]?.uncalculated !== true);

const repeatedMonths = (rows: readonly CeilingRow[], column: string): RatesProblem[] =>
  repeated(rows, ({ month }) => month).map(({ one: { row, month }, first }) => {
    const message = `El mes ${month} está repetido: aparece en las filas ${first.row} y ${row}. Deje una sola.`;
    return { row, column, severity: 'error', code: 'monthRepeated', message };
  });

/** Modality of the ceiling of late interest (C. Co., art. 884); other modalities begin with the same words. */
const MODALITY = 'consumo y ordinario';

/** True for a row of another modality than 'consumo y ordinario', by the whole name. */
const isOtherModality = (row: SheetRow, header: Header): boolean => {
  const at = columnOf(header, 'modality');
  return at !== -1 && plainWords(cellText(row, at)) !== MODALITY;
};

/** Drops a row equal to an earlier row in month, rate, resolution and date, with a warning. */
function withoutTwins(rows: readonly ReadCeiling[], column: string, problems: RatesProblem[]): ReadCeiling[] {
  const keyOf = ({ month, annualRate, resolution, resolvedOn }: ReadCeiling) =>
    JSON.stringify([month, annualRate, resolution, resolvedOn]);
  const twins = repeated(rows, keyOf);
  for (const { one, first } of twins) {
    const message = `El mes ${one.month} está dos veces con los mismos datos, en las filas ${first.row} y ${one.row}. Se lee una vez.`;
    problems.push({ row: one.row, column, severity: 'warning', code: 'monthTwice', message });
  }
  const dropped = new Set(twins.map(({ one }) => one));
  return rows.filter((row) => !dropped.has(row));
}

/**
 * Leaves one rate in a month divided between two resolutions (January 2007): the rate in force on more days, with a
 * warning. Two rates for a whole month both stay, and are refused later.
 */
function longestInForce(
  rows: readonly ReadCeiling[],
  column: string,
  problems: RatesProblem[],
): CeilingRow[] {
  const dropped = new Set<ReadCeiling>();
  for (const { one, first } of repeated(rows, ({ month }) => month)) {
    const isDivided = one.days + first.days <= daysIn(one.month);
    if (!isDivided) continue;
    dropped.add(one.days > first.days ? first : one);
    const message = `${one.month} tiene dos tasas, en las filas ${first.row} y ${one.row}. Se lee la que rigió más días.`;
    problems.push({ row: one.row, column, severity: 'warning', code: 'monthDivided', message });
  }
  return rows.filter((row) => !dropped.has(row)).map(({ days: _, ...row }) => row);
}

const daysIn = (month: Month): number => Number(lastDayOf(month).slice(8));

/** Names the months without a rate between the first and the last month of the file. */
function missingMonths(rows: readonly CeilingRow[]): RatesProblem[] {
  const months = [...new Set(rows.map(({ month }) => month))].sort();
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const missing: Month[] = [];
  for (let month = first; month < last; month = shiftMonth(month, 1)) {
    if (!months.includes(month)) missing.push(month);
  }
  if (missing.length === 0) return [];
  const message = `Entre ${first} y ${last} faltan estos meses: ${listed(missing)}.`;
  return [fileProblem('warning', 'monthsMissing', message)];
}

/** Most months named in a sentence. */
const MOST_NAMED = 12;

const listed = (months: readonly Month[]): string =>
  months.length > MOST_NAMED
    ? `${months.slice(0, MOST_NAMED).join(', ')} y ${months.length - MOST_NAMED} más`
    : months.join(', ');

/** Months without a change of an official rate by a third: the greatest change in a month is a tenth. */
const NEAR_MONTHS = 3;

const isNear = (one: Month, other: Month): boolean =>
  shiftMonth(one, NEAR_MONTHS) >= other && shiftMonth(other, NEAR_MONTHS) >= one;

/**
 * Refuses a rate about 1.5 times a neighbour in file or store, or two thirds: a ceiling in the place of the bank interest,
 * or the reverse. Named is a month unlike both neighbours, then a month unlike its single neighbour, then the later of two
 * months: several months in a row, or all rates of the file, may be of the wrong kind.
 * @param stored stored ceilings in per cent a year, by month
 */
export function swappedRates(
  rows: readonly CeilingRow[],
  stored: ReadonlyMap<Month, number>,
): RatesProblem[] {
  const inFile = new Set(rows.map(({ month }) => month));
  const others = [...stored].map(([month, annualRate]) => ({ month, annualRate, row: null }));
  const latestFirst = [...rows, ...others.filter(({ month }) => !inFile.has(month))].sort((a, b) =>
    a.month < b.month ? 1 : -1,
  );
  const swapped = new Set<(typeof latestFirst)[number]>();
  const check = (isNamed: (unlike: number, beside: number) => boolean) => {
    for (const [at, one] of latestFirst.entries()) {
      const around = [latestFirst[at - 1], latestFirst[at + 1]].filter((other) => other !== undefined);
      const beside = around.filter(({ month }) => isNear(month, one.month));
      const unlike = beside.filter(({ annualRate }) => isSwapped(one.annualRate, annualRate));
      const isDone = one.row === null || unlike.length === 0 || beside.some((other) => swapped.has(other));
      if (!isDone && isNamed(unlike.length, beside.length)) swapped.add(one);
    }
  };
  check((unlike) => unlike === 2);
  check((unlike, beside) => unlike === beside);
  check(() => true);
  return [...swapped].map(({ row, month }) => ({
    ...fileProblem(
      'error',
      'rateSwapped',
      `La tasa de ${month} es cerca de una vez y media la de un mes vecino, o de sus dos tercios. ¿Es la tasa de usura en el lugar del interés bancario corriente, o al revés? Corríjala en el archivo; si es la correcta, regístrela a mano.`,
    ),
    row,
  }));
}

/** Number of months that a resolution may be dated before the month of the rate. */
const MONTHS_BEFORE = 1;

/**
 * Finds the order of day and month in the date column: (1) month first if the column proves so, (2) the order with
 * more resolutions near the months of the rates, (3) the column's order. Null if undecided.
 */
function orderOf(rows: readonly SheetRow[], header: Header, periods: DayOrder): DayOrder | null {
  const at = columnOf(header, 'date');
  const { order, doubt } = dayOrderIn(rows, at);
  if (doubt === null && order === 'monthFirst') return order;
  const fits = (order: DayOrder) =>
    rows.filter((row) => {
      const month = monthIn(row, columnOf(header, 'month'), periods);
      const day = cellDay(row, at, order);
      if (month === null || day === null) return false;
      const from = firstDayOf(shiftMonth(month, -MONTHS_BEFORE));
      return day >= from && day < firstDayOf(shiftMonth(month, 1));
    }).length;
  const [dayFirst, monthFirst] = [fits('dayFirst'), fits('monthFirst')];
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'dayFirst' : 'monthFirst';
  return doubt === null ? order : null;
}

/** Order of day and month in the days of the periods and in the days of the resolutions. */
type DayOrders = Readonly<Record<'periods' | 'resolutions', DayOrder>>;

/** Reads the legal ceiling in a row. Adds errors to `problems` and then returns an empty list. */
function readRow(row: SheetRow, header: Header, orders: DayOrders, problems: RatesProblem[]): ReadCeiling[] {
  const at = (role: CeilingRole): number => columnOf(header, role);
  const textOf = (role: CeilingRole): string => cellText(row, at(role));
  const wrong: RatesProblem[] = [];
  const add = (role: CeilingRole, code: string, message: string): null => {
    wrong.push({ row: row.number, column: header.name(at(role)), severity: 'error', code, message });
    return null;
  };
  const month =
    monthIn(row, at('month'), orders.periods) ??
    add(
      'month',
      'monthInvalid',
      `«${textOf('month')}» no es un mes. Escríbalo así: 2026-09, o septiembre de 2026.`,
    );
  const isByBank = textOf('rate') === '';
  const rateRole = isByBank && at('ibc') !== -1 ? 'ibc' : 'rate';
  const { percent, fault } = readRate(textOf(rateRole));
  if (fault !== null) add(rateRole, ...fault);
  const resolution = idText(row, at('resolution'));
  if (resolution === '' || resolution.length > MAX_RESOLUTION || hasControls(resolution)) {
    add(
      'resolution',
      'resolutionInvalid',
      `Falta el número de la resolución, o tiene más de ${MAX_RESOLUTION} caracteres.`,
    );
  }
  const resolvedOn: Day | null =
    cellDay(row, at('date'), orders.resolutions) ??
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
  const until = at('until') === -1 ? month : monthIn(row, at('until'), orders.periods);
  if (month !== null && (until === null || until < month || until > shiftMonth(month, MOST_MONTHS))) {
    add(
      'until',
      'periodInvalid',
      `«${textOf('until')}» no es el fin de una vigencia que empieza en ${month}.`,
    );
  }
  problems.push(...wrong);
  if (wrong.length > 0 || month === null || until === null || percent === null || resolvedOn === null)
    return [];
  const dayOf = (role: CeilingRole) => cellDay(row, at(role), orders.periods);
  const period = at('until') === -1 ? null : [dayOf('month'), dayOf('until')];
  const bank = isByBank ? `Interés bancario corriente ${String(percent).replace('.', ',')} %` : '';
  return monthsUntil(month, until).map((one) => ({
    row: row.number,
    month: one,
    annualRate: isByBank ? ceilingOf(percent, one) : percent,
    resolution,
    resolvedOn,
    source: source || bank,
    days: daysInForce(one, period),
  }));
}

/** Reads a rate in per cent a year. Returns a code and a sentence for a rate that cannot be right. */
function readRate(text: string): { percent: number | null; fault: [code: string, message: string] | null } {
  const percent = rateIn(text);
  if (percent === null || percent > MOST_RATE) {
    const message = `«${text}» no es una tasa efectiva anual en porcentaje, con cuatro decimales a lo más. Escríbala así: 25,62.`;
    return { percent: null, fault: ['rateInvalid', message] };
  }
  const message = `«${text}» es muy poco para una tasa efectiva anual. Escríbala en porcentaje: 25,62, no 0,2562.`;
  return { percent, fault: percent < LEAST_RATE ? ['rateDoubtful', message] : null };
}

/** Counts the days of a month within a period. Without a period, or with an open end: to the end of the month. */
function daysInForce(month: Month, period: readonly (Day | null)[] | null): number {
  const [from = null, until = null] = period ?? [];
  const first = from !== null && monthOfDay(from) === month ? Number(from.slice(8)) : 1;
  const last = until !== null && monthOfDay(until) === month ? Number(until.slice(8)) : daysIn(month);
  return last - first + 1;
}

/** Most months after the first that a resolution is valid: until 2017 a quarter. */
const MOST_MONTHS = 11;

const monthsUntil = (first: Month, last: Month): Month[] =>
  first > last ? [] : [first, ...monthsUntil(shiftMonth(first, 1), last)];

/**
 * Months with an official ceiling rounded down at the half of a hundredth; in all other months with a half the
 * official ceiling was rounded up (specification, law, 11.4).
 */
const ROUNDED_DOWN: ReadonlySet<Month> = new Set<Month>([
  ...(['2003-11', '2004-01', '2004-05', '2004-06', '2004-10', '2004-12'] as const),
  ...(['2007-04', '2007-05', '2007-06', '2007-07', '2007-08', '2007-09'] as const),
]);

/** Returns the ceiling in per cent with two decimals: 1.5 times the bank interest (C. Co., art. 884). */
function ceilingOf(bankInterest: number, month: Month): number {
  // In ten-thousandths of a per cent, so that the half of a hundredth is exact.
  const exact = (Math.round(bankInterest * 10_000) * 3) / 2;
  const isDown = exact % 100 === 50 && ROUNDED_DOWN.has(month);
  return (isDown ? Math.floor(exact / 100) : Math.floor(exact / 100 + 0.5)) / 100;
}

/**
 * Reads a month from a cell: '2026-09', '09/2026', 'septiembre de 2026', 'sep-2026', or the month of a date. Null
 * for other text.
 */
function monthIn(row: SheetRow, column: number, order: DayOrder): Month | null {
  const text = cellText(row, column);
  const [, year, number] = /^(20\d{2})[-/. ](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined && number !== undefined) return monthOrNull(year, Number(number));
  const [, first, of] = /^(\d{1,2})[-/. ](20\d{2})$/.exec(text) ?? [];
  if (first !== undefined && of !== undefined) return monthOrNull(of, Number(first));
  const [, name, ofYear] = /^([a-z]{3,10}) (?:de |del )?(?:20)?(\d{2})$/.exec(plainWords(text)) ?? [];
  if (name !== undefined && ofYear !== undefined) {
    const at = monthNames.findIndex((one) =>
      [one.toLowerCase(), one.slice(0, 3).toLowerCase()].includes(name === 'sept' ? 'sep' : name),
    );
    return monthOrNull(`20${ofYear}`, at + 1);
  }
  const day = cellDay(row, column, order);
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
