import { type Day, type Month, monthName } from '../../../shared/days.ts';
import { centavos, formatMoney } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import { decimalsIn } from '../../platform/sheets/decimals.ts';
import type { Sheet, SheetFile, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { aboutAfterBalance } from './after-balance.ts';
import { accountOfMonth } from './month-account.ts';
import { about, findColumns } from './month-columns.ts';
import { findMonthHeader, headerAt, likelyHeader } from './month-header.ts';
import {
  isHeading,
  isTotalRow,
  type Layout,
  layoutOf,
  type RowRead,
  readMonthRow,
  shortened,
} from './month-rows.ts';
import type { Asked, ColumnFound, MonthSheet, MonthSheetRow, UnitGrounds } from './month-sheet.types.ts';
import { aboutBeside, aboutOthers, type SheetTable, unreadTables } from './other-tables.ts';
import type { UnitIndex } from './unit-index.ts';

/** More are one mistake made many times. */
const MOST_PROBLEMS = 1_000;
/** As many units are compared with all the joint's for a likely spelling. */
const MOST_SUGGESTIONS = 50;
/** Of the amounts of a sheet together, in centavos: sums of sums stay exact, and no joint in the country is near. */
const MOST_MONEY = 1e15;

/**
 * Reads a month's charges out of a spreadsheet that somebody made for other eyes: finds the sheet, its header and what
 * its columns are, joins units that are split, leaves out totals, and names every problem by row and column. What
 * somebody asked for goes before what is found. Pure, and never throws: with an error among the problems nothing may
 * be stored.
 */
export function readMonthSheet({ sheets }: SheetFile, known: UnitGrounds, asked: Asked): MonthSheet {
  const names = sheets.map(({ name }) => name);
  const chosen = chooseSheet(sheets, known, asked);
  if ('problem' in chosen) {
    const account = accountOfMonth(sheets, null);
    return { ...nothing(names), problems: [chosen.problem], unread: [], account };
  }
  const { sheet, header, others } = chosen;
  const body = sheet.rows.filter((row) => row.number > header.row);
  const { columns, problems: general } = findColumns(body, header, known, asked.columns ?? []);
  const skipped = new Set(asked.skipSheets ?? []);
  const apart = unreadTables(others, { body, columns }, known).filter(
    ({ sheet: { name } }) => !skipped.has(name),
  );
  const unread = apart.map(({ sheet: { name } }) => name);
  general.push(...aboutOthers(sheet, others, apart), ...aboutBeside(body, columns, known));
  const found = { sheets: names, sheet: sheet.name, headerRow: header.row, columns, unread };
  general.push(...missingColumns(columns));
  if (general.some(({ code }) => unreadable.has(code))) {
    const account = accountOfMonth(sheets, { sheet, header, columns, left: new Map(), wrong: new Set() });
    return { ...found, account, rows: [], named: new Set(), problems: general };
  }
  const { reads, problems, left } = readRows({ ...sheet, rows: body }, columns, known, asked.today);
  turnPayments(reads, columns, problems);
  general.push(...aboutSpelling(reads));
  general.push(...aboutAfterBalance(reads, columns), ...aboutPaymentsAlone(reads, columns));
  problems.push(...aboutUnits(reads, columns, known));
  const wrong = new Set(problems.flatMap((one) => (one.severity === 'error' ? [one.row] : [])));
  const rows = reads.flatMap((read) =>
    read.apartmentId === null || wrong.has(read.row) ? [] : [toRow(read, read.apartmentId)],
  );
  if (rows.length === 0 && wrong.size === 0) {
    general.push(about(null, 'error', 'noRows', 'No hay inmuebles debajo del encabezado.'));
  }
  const money = reads.flatMap(({ amounts }) => [...amounts.values()]);
  const tooMuch = money.reduce((sum, amount) => sum + Math.abs(amount), 0) > MOST_MONEY;
  if (tooMuch)
    general.push(
      about(null, 'error', 'amountsTooLarge', 'Los valores suman demasiado. Revise las columnas de valores.'),
    );
  const named = new Set(reads.flatMap(({ apartmentId }) => apartmentId ?? []));
  const account = accountOfMonth(sheets, { sheet, header, columns, left, wrong });
  return {
    ...{ ...found, account, named },
    rows: tooMuch ? [] : rows,
    problems: bounded([...general, ...problems]),
  };
}

/** Of the whole table: with one of them there is no row to read. A doubt about a column alone leaves the rows to see. */
const unreadable: ReadonlySet<string> = new Set([
  ...['unitColumnMissing', 'amountColumnMissing', 'columnUnknown', 'monthsSeveral', 'creditMixed'],
]);

/** The sheet that is asked for, else the first of those under whose header the most units of the joint stand. */
function chooseSheet(
  sheets: readonly Sheet[],
  known: UnitGrounds,
  asked: Asked,
): (SheetTable & { others: SheetTable[] }) | { problem: ImportProblem } {
  const given = asked.sheet === undefined ? sheets : sheets.filter(({ name }) => name === asked.sheet);
  if (given.length === 0) {
    const message = `El archivo no tiene una hoja visible «${shortened(asked.sheet ?? '')}» con datos.`;
    return { problem: about(null, 'error', 'sheetUnknown', message) };
  }
  const row = asked.headerRow;
  const tables = given.flatMap((sheet) => {
    const header = row === undefined ? findMonthHeader(sheet) : headerAt(sheet, row);
    return header ? [{ sheet, header }] : [];
  });
  const best = mostUnits(tables, known, asked.month);
  if (best) {
    const others = tables.filter((table) => table.sheet !== best.sheet && table.header.score > 0);
    return { ...best, others };
  }
  if (row !== undefined) {
    return {
      problem: about(null, 'error', 'headerEmpty', `La fila ${row} está vacía: no es el encabezado.`),
    };
  }
  for (const sheet of given) {
    const header = likelyHeader(sheet);
    if (header) return { sheet, header, others: [] };
  }
  const message =
    'No se encontró el encabezado de la tabla. Se necesita una fila con una columna «Inmueble» (o «Torre» y «Apto») y las de los cobros.';
  return { problem: about(null, 'error', 'headerMissing', message) };
}

/** As many rows, of as many tables, are looked at for units of the joint. */
const LOOKED_AT = { rows: 200, tables: 30 };

/** Of the tables with at least half as many units as the fullest: that of the month, then the fullest, then the first. */
function mostUnits(
  tables: readonly SheetTable[],
  known: UnitGrounds,
  month: Month | undefined,
): SheetTable | undefined {
  if (tables.length < 2) return tables[0];
  const counted = tables.slice(0, LOOKED_AT.tables).map((table) => {
    const { sheet, header } = table;
    const rows = sheet.rows.filter((row) => row.number > header.row).slice(0, LOOKED_AT.rows);
    const layout = { ...layoutOf(findColumns(rows, header, known, []).columns), money: [] };
    const found = rows.filter((row) => readMonthRow(row, layout, '', known).apartmentId !== null);
    const named = month === undefined ? 0 : monthNamed(sheet.name, month);
    return { table, units: found.length, named };
  });
  const most = Math.max(...counted.map(({ units }) => units));
  const full = counted.filter(({ units }) => units * 2 >= most);
  return full.sort((a, b) => b.named - a.named || b.units - a.units)[0]?.table;
}

function missingColumns(columns: readonly ColumnFound[]): ImportProblem[] {
  const problems: ImportProblem[] = [];
  if (!columns.some(({ role }) => role === 'unit')) {
    const message = 'Ninguna columna nombra los inmuebles. Asigne la columna del inmueble.';
    problems.push(about(null, 'error', 'unitColumnMissing', message));
  }
  const money = ['charge', 'credit', 'opening', 'openingInterest', 'interest', 'payment'];
  if (!columns.some(({ role }) => money.includes(role) || role === 'balance')) {
    const message = 'Ninguna columna tiene cobros ni saldos. Asigne al menos una.';
    problems.push(about(null, 'error', 'amountColumnMissing', message));
  }
  return problems;
}

const EMPTY_ROW = 'No nombra un inmueble ni trae valores en las columnas que se leen.';

/** Reads the rows below the header: the units, and the rows that are none. */
function readRows(
  sheet: Sheet,
  columns: readonly ColumnFound[],
  known: UnitGrounds,
  today: Day | undefined,
): { reads: RowRead[]; problems: ImportProblem[]; left: Map<number, string> } {
  const found = layoutOf(columns);
  const at = found.money.map(({ column }) => column);
  const layout = { ...found, decimals: decimalsIn(sheet.rows, at) };
  const reads: RowRead[] = [];
  const problems: ImportProblem[] = [];
  const sums = new Map<number, number>();
  /** Rows that are none of the table's, with why. */
  const left = new Map<number, string>();
  const ignore = (row: number, why: string) => {
    left.set(row, why);
    problems.push(about(null, 'warning', 'rowIgnored', `${why.slice(0, -1)}; no se importa.`, row));
  };
  let tower = '';
  let totalAt: number | null = null;
  for (const row of sheet.rows) {
    const read = readMonthRow(row, layout, tower, known, today);
    if (read.tower !== '') tower = read.tower;
    if (read.blank) left.set(row.number, EMPTY_ROW);
    else if (repeatsHeader(read, layout, columns)) ignore(row.number, 'Repite el encabezado.');
    else if (isTotalRow(row, read, sums, reads.length)) {
      ignore(row.number, 'Es una fila de total.');
      totalAt = row.number;
      problems.push(...aboutTotals(read, columns, sums));
    } else if (!read.hasMoney && read.apartmentId === null) {
      if (read.said === '') left.set(row.number, EMPTY_ROW);
      else {
        const what = isHeading(read.said) ? 'es un subtítulo' : 'no es un inmueble y no trae valores';
        ignore(row.number, `«${shortened(read.said)}» ${what}.`);
      }
    } else {
      reads.push(read);
      problems.push(...read.problems);
      for (const [column, amount] of read.amounts) sums.set(column, (sums.get(column) ?? 0) + amount);
    }
  }
  const notes = footNotes(sheet.rows, reads, layout, known.units, totalAt);
  if (notes.length === 0) return { reads, problems, left };
  for (const { row } of notes) left.set(row, 'Parece una nota debajo de la tabla.');
  const rows = new Set(notes.map(({ row }) => row));
  const list = notes.map(({ row, said }) => `${row} («${shortened(said)}»)`).join(', ');
  const message = `No se leyeron estas filas debajo de la tabla, que parecen notas: ${list}.`;
  return {
    reads: reads.filter(({ row }) => !rows.has(row)),
    problems: [
      ...problems.filter(({ row }) => row === null || !rows.has(row)),
      about(null, 'warning', 'rowsNotes', message),
    ],
    left,
  };
}

function repeatsHeader(read: RowRead, { unit }: Layout, columns: readonly ColumnFound[]): boolean {
  const header = unit.map((column) => columns[column]?.header ?? '').join('-');
  return read.apartmentId === null && read.said !== '' && plainWords(read.said).endsWith(plainWords(header));
}

/** What a table's own totals say, compared with what was read above them. Subtotals are right in their own way. */
function aboutTotals(
  read: RowRead,
  columns: readonly ColumnFound[],
  sums: ReadonlyMap<number, number>,
): ImportProblem[] {
  if (/^sub/.test(plainWords(read.said))) return [];
  return [...read.amounts].flatMap(([column, amount]) => {
    const sum = sums.get(column) ?? 0;
    if (sum === amount || !Number.isSafeInteger(sum)) return [];
    const message = `El total de la columna dice ${formatMoney(amount)} y las filas leídas suman ${formatMoney(centavos(sum))}.`;
    return [about(columns[column]?.header ?? null, 'warning', 'columnTotalDiffers', message, read.row)];
  });
}

/** Some sheets write payments as what they take away: all of them negative. One among positive ones is a mistake. */
function turnPayments(
  reads: readonly RowRead[],
  columns: readonly ColumnFound[],
  problems: ImportProblem[],
): void {
  const column = columns.find(({ role }) => role === 'payment')?.header ?? null;
  const negative = reads.filter(({ payment }) => payment < 0);
  if (negative.length === 0) return;
  if (reads.some(({ payment }) => payment > 0)) {
    for (const { row } of negative) {
      problems.push(about(column, 'error', 'paymentNegative', 'El pago es negativo.', row));
    }
    return;
  }
  for (const read of negative) read.payment = centavos(-read.payment);
  const message = 'Todos los pagos están escritos como negativos; se leyeron como pagos.';
  problems.push(about(column, 'warning', 'paymentsTurned', message));
}

function aboutSpelling(reads: readonly RowRead[]): ImportProblem[] {
  const other = new Map(reads.flatMap((read) => (read.same ? [] : [[read.said, read.apartmentId]])));
  if (other.size === 0) return [];
  const some = [...other].slice(0, 5).map(([said, id]) => `«${shortened(said)}» es «${id}»`);
  const message = `Inmuebles escritos de otra forma que en la copropiedad (${other.size}): ${some.join(', ')}.`;
  return [about(null, 'warning', 'unitSpelling', message)];
}

/** Rows without a unit of the joint, and units that come twice where each should come once. */
function aboutUnits(
  reads: readonly RowRead[],
  columns: readonly ColumnFound[],
  known: UnitGrounds,
): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const layout = layoutOf(columns);
  const header = columns
    .filter(({ role }) => role === 'unit' || role === 'tower')
    .map((column) => column.header)
    .join(' + ');
  const first = new Map<string, number>();
  let suggestions = 0;
  for (const read of reads) {
    const add = (severity: ImportProblem['severity'], code: string, message: string) =>
      problems.push(about(header, severity, code, message, read.row));
    if (read.said === '') add('error', 'unitMissing', 'La fila trae valores y falta el inmueble.');
    else if (read.apartmentId === null) {
      const near = suggestions++ < MOST_SUGGESTIONS ? known.units.suggest(read.said) : null;
      const tail = near === null ? '' : ` ¿Quiso decir «${near}»?`;
      add('error', 'unitUnknown', `El inmueble «${shortened(read.said)}» no está en la copropiedad.${tail}`);
    } else {
      const seen = first.get(read.apartmentId);
      if (seen === undefined) first.set(read.apartmentId, read.row);
      else if (!layout.concept && !layout.dueDate) {
        const message = `El inmueble «${read.apartmentId}» está repetido: aparece en las filas ${seen} y ${read.row}.`;
        add('error', 'unitRepeated', message);
      }
    }
  }
  return problems;
}

const toRow = (
  { row, charges, openings, interest, payment, paidOn, balance, totals, leftOut }: RowRead,
  apartmentId: string,
): MonthSheetRow => ({
  ...{ row, apartmentId, charges, openings, interest, payment, paidOn, balance, totals, leftOut },
});

/** By rows, what concerns the whole sheet first; errors before warnings where they are too many to list. */
export function bounded(problems: readonly ImportProblem[]): ImportProblem[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const listed = [...errors, ...warnings].slice(0, MOST_PROBLEMS).sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  const more = problems.length - listed.length;
  if (more === 0) return listed;
  const severity = errors.length > MOST_PROBLEMS ? 'error' : 'warning';
  return [about(null, severity, 'moreProblems', `Hay ${more} problemas más que no se muestran.`), ...listed];
}

const nothing = (
  sheets: string[],
): Pick<MonthSheet, 'sheets' | 'sheet' | 'headerRow' | 'columns' | 'rows' | 'named'> => ({
  ...{ sheets, sheet: null, headerRow: null, columns: [], rows: [], named: new Set() },
});

/** Whether a sheet's name names a month: 2 with its year, 1 without any, 0 where it does not or names another year. */
function monthNamed(name: string, month: Month): 0 | 1 | 2 {
  const words = plainWords(name);
  const year = month.slice(0, 4);
  const number = Number(month.slice(5));
  const full = plainWords(monthName(number));
  const isNamed = new RegExp(`\\b(${full}|${full.slice(0, 3)})(?![a-z])`).test(words);
  const isNumbered = new RegExp(`\\b(0?${number} ${year}|${year} 0?${number})\\b`).test(words);
  if (!isNamed && !isNumbered) return 0;
  const years: readonly string[] = words.match(/20\d\d/g) ?? [];
  if (years.length === 0) return 1;
  return years.includes(year) ? 2 : 0;
}

/** A date, an account to pay to, a rate. */
const MOST_CELLS = 2;

/**
 * Notes that stand under a table and have something beside their words where amounts are: rows after the last unit
 * that name none, in words ('Tasa de mora', 'Fecha:', or anything after the total), with hardly anything in them.
 * @param totalAt the row of the last total, if there is one
 */
function footNotes(
  rows: readonly SheetRow[],
  reads: readonly RowRead[],
  { money }: Layout,
  units: UnitIndex,
  totalAt: number | null,
): RowRead[] {
  const last = reads.map(({ apartmentId }) => apartmentId !== null).lastIndexOf(true);
  if (last === -1) return [];
  const tail = new Map(reads.slice(last + 1).map((read) => [read.row, read]));
  return rows.flatMap((row) => {
    const read = tail.get(row.number);
    if (!read) return [];
    const { said, amounts } = read;
    const filled = row.cells.filter(({ text }) => text.trim() !== '').length;
    // Else it is a unit that the joint does not have, and its charges are not to be dropped.
    const isPoor = filled <= MOST_CELLS && amounts.size * 2 <= money.length;
    const isWords = /\p{L}/u.test(said) && !/\d/.test(said) && units.suggest(said) === null;
    const isAfterTotal = totalAt !== null && row.number > totalAt;
    const isSentence = said.trim().endsWith(':') || plainWords(said).includes(' ');
    return isPoor && isWords && (isAfterTotal || isSentence) ? [read] : [];
  });
}

/** Payments beside no charge at all: the column may be what is to be paid. */
function aboutPaymentsAlone(reads: readonly RowRead[], columns: readonly ColumnFound[]): ImportProblem[] {
  if (reads.some(({ charges }) => charges.length > 0) || reads.every(({ payment }) => payment === 0))
    return [];
  // Instalments with their due dates are what books begin with: nothing else is expected there.
  if (columns.some(({ role }) => role === 'dueDate')) return [];
  const header = columns.find(({ role }) => role === 'payment')?.header ?? null;
  const message = `La planilla trae pagos y ningún cobro: las cuentas no cobrarán nada este mes, y lo pagado se abona o queda a favor. Si «${header ?? ''}» es lo que se debe pagar, asigne la columna como cobro del mes.`;
  return [about(header, 'warning', 'paymentsAlone', message)];
}
